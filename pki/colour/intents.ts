import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream } from '#pki/pdf/values.ts'
import { channelsOf } from './profiles.ts'
import { requireLikeDevice } from './spaces.ts'

/**
 * Output intents (ISO 32000-2 §14.11.5): MuPDF shows all colours of the device by the profile of one, and others do not.
 * @throws Fault where that shows other colours; PdfError
 */
export function checkIntents(document: PdfDocument): void {
  const intents = document.get(document.root, 'OutputIntents')
  for (const one of isArray(intents) ? intents : []) {
    const intent = document.resolve(one)
    const profile = isDict(intent) ? document.get(intent, 'DestOutputProfile') : null
    // whatever it says of itself in the document
    if (isStream(profile)) requireLikeDevice(document, profile, channelsOf(document.data(profile)))
  }
}
