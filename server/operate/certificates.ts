import { providerReasons } from '#contract/certificateStates.ts'
import { changeByProvider, type NotChanged, type ProviderChange } from '#server/features/certificates/byProvider.ts'
import { Refused, type Operation } from './operation.ts'

const past = { suspend: 'suspended', resume: 'active again', revoke: 'revoked' } as const
export type CertificateOperation = keyof typeof past

/** Suspends, resumes or revokes a subscriber's certificate by its serial number. */
export async function changeStatus(
  { tx, acting, by }: Operation,
  action: CertificateOperation,
  [number, reason, ...rest]: string[],
): Promise<string> {
  const serial = serialOf(number)
  if (rest.length > 0 || (action !== 'revoke' && reason !== undefined)) throw new Refused(`Too many words after ${action}.`)
  const change: ProviderChange = action === 'revoke' ? { action, reason: reasonOf(reason) } : { action }
  const refusal = await changeByProvider(tx, acting, serial, change, { by })
  if (refusal) throw new Refused(sentences[refusal](number!))
  return `${number} is ${past[action]}${'reason' in change ? ` (${change.reason})` : ''}. Its holder is told.`
}

const sentences: Record<NotChanged, (number: string) => string> = {
  unknown: (number) => `There is no certificate with the serial number ${number}.`,
  authority: (number) =>
    `${number} belongs to the authority itself. Its responders get new keys at a restart; its other keys are replaced in a key ceremony.`,
  oneSigning: (number) => `${number} was made for one signature and is not used again: it can be revoked, not suspended.`,
  expired: (number) => `${number} has expired.`,
  active: (number) => `${number} is in force: nothing was changed.`,
  suspended: (number) => `${number} is suspended: nothing was changed.`,
  revoked: (number) => `${number} is revoked already: nothing was changed.`,
}

function reasonOf(word: string | undefined) {
  const reason = providerReasons.find((one) => one === word)
  if (!reason) throw new Refused(`Give a reason of RFC 5280: ${providerReasons.join(', ')}.`)
  return reason
}

/** Hexadecimal with or without colons and spaces, as certificates and tools show it. */
function serialOf(text: string | undefined): Buffer {
  const hex = (text ?? '').replace(/[:\s]/g, '').replace(/^0x/i, '')
  if (!/^([0-9a-f]{2}){1,20}$/i.test(hex))
    throw new Refused('Give the serial number in hexadecimal, as the certificate’s page or openssl shows it.')
  return Buffer.from(hex, 'hex')
}
