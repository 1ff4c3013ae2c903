/** A verification in one sentence: who signed, when, whether the document is as it was signed, and how far the signer is trusted. */
import type { SignatureReport, ValidationReport } from './verification.ts'
import { isolated, signerOf, stateOf, verdictSentence } from './verificationSentences.ts'
import { nameOf, type Sentence } from './verificationWords.ts'

/** A day in both languages, of a moment that a file proves. */
type DayOf = (iso: string) => Sentence

/** As the words before them are: «X و⁨Y⁩», “X and Y”. */
const list = (all: readonly string[]): Sentence => ({
  ar: all.map(isolated).join(' و'),
  en: all.length < 2 ? all.map(isolated).join('') : `${all.slice(0, -1).map(isolated).join(', ')} and ${isolated(all.at(-1)!)}`,
})

const unchanged: Record<'whole' | 'extended', Sentence> = {
  whole: { ar: 'ولم يتغيّر بعد ذلك', en: 'and it has not changed since' },
  extended: {
    ar: 'ولم يتغيّر ما وُقّع، وما أُضيف بعده مسموح به',
    en: 'and what was signed has not changed, though something allowed was added later',
  },
}

/** The whole report in one sentence; where there is something to be warned of, that stands alone. */
export function glanceSentence(report: ValidationReport, dayOf: DayOf): Sentence {
  const verdict = verdictSentence(report)
  const signatures = report.signatures.filter(({ kind }) => kind === 'signature')
  const names = [...new Set(signatures.map(signerOf))]
  const isPlain = report.forgeries.length === 0 && (report.document === 'asSigned' || report.document === 'extended')
  if (report.indication !== 'TOTAL-PASSED' || !isPlain || names.length === 0 || names.includes(undefined)) return verdict
  const states = signatures.map(stateOf)
  if (states.some((state) => state !== 'whole' && state !== 'extended')) return verdict
  const who = list(names as string[])
  const when = lastDay(signatures, dayOf)
  const state = unchanged[report.document === 'asSigned' ? 'whole' : 'extended']
  const trust = trustOf(signatures)
  return {
    ar: `${names.length > 1 ? 'وقّع هذا المستند' : 'وقّع'} ${who.ar}${names.length > 1 ? '' : ' هذا المستند'}${when.ar}، ${state.ar}، ${trust.ar}`,
    en: `${who.en} signed this document${when.en}, ${state.en}; ${trust.en}`,
  }
}

function lastDay(signatures: readonly SignatureReport[], dayOf: DayOf): Sentence {
  const proven = signatures.flatMap(({ proof, provenAt }) => (proof === 'now' ? [] : [provenAt])).toSorted()
  const last = proven.at(-1)
  if (last === undefined || proven.length < signatures.length) return { ar: '', en: '' }
  const [first, day] = [dayOf(proven[0]!), dayOf(last)]
  return first.en === day.en
    ? { ar: ` في ${isolated(day.ar)}`, en: ` on ${isolated(day.en)}` }
    : { ar: ` بين ${isolated(first.ar)} و${isolated(day.ar)}`, en: ` between ${isolated(first.en)} and ${isolated(day.en)}` }
}

function trustOf(signatures: readonly SignatureReport[]): Sentence {
  const anchors = [...new Set(signatures.flatMap(({ anchor }) => (anchor === null ? [] : [nameOf(anchor)])))]
  const who = list(anchors)
  return {
    ar: `وتضمن الهوية جهة تثق بها هذه الخدمة: ${who.ar}.`,
    en: `an authority that this service trusts vouches for the identity: ${who.en}.`,
  }
}
