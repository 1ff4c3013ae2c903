/** Output intents (ISO 32000-2 §14.11.5): what the colours of a document are meant for. EU DSS states one as it draws a signature, as PDF/A asks. */
import { isUsualProfile } from '#pki/colour/profiles.ts'
import { isArray, isDict, isRef, isStream } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { contentEffort } from './pageMarks.ts'

const intentKeys = new Set(['Type', 'S', 'OutputCondition', 'OutputConditionIdentifier', 'RegistryName', 'Info', 'DestOutputProfile'])
const mostIntents = 4
const bytesOfEffort = 64

/** Whether a document states intents that had none, and each shows colours about as screens do: some readers show them by that profile. @throws PdfError */
export function declaresColours(comparison: Comparison, before: Value | undefined, after: Value | undefined): boolean {
  const intents = comparison.after(after)
  if (before !== undefined || !isArray(intents) || intents.length > mostIntents) return false
  return isNew(comparison, after) && intents.every((intent) => isNew(comparison, intent) && isUsual(comparison, intent))
}

const isNew = (comparison: Comparison, value: Value | undefined) => !isRef(value) || !comparison.existedBefore(value)

function isUsual(comparison: Comparison, value: Value): boolean {
  const intent = comparison.after(value)
  if (!isDict(intent) || intent.repeated || !intent.entries.keys().every((key) => intentKeys.has(key))) return false
  const profile = comparison.after(intent.entries.get('DestOutputProfile'))
  if (!isStream(profile)) return false
  const data = comparison.pdf.data(profile)
  const components = comparison.after(profile.dict.entries.get('N'))
  return (
    (contentEffort(comparison.pdf).left -= data.length / bytesOfEffort) > 0 &&
    typeof components === 'number' &&
    isUsualProfile(data, components)
  )
}
