import { reasonCodes, type RevocationReason } from '#pki/revocation/reasons.ts'
import { hold, release, revoke } from '#server/ca/revocation.ts'
import { tellHolder, tellOfSigningCertificate } from '#server/features/certificates/news.ts'
import { lockCertificate, move } from '#server/features/certificates/states.ts'
import { audit } from '#server/platform/audit.ts'
import { Refused, type Operation } from './operation.ts'

/** What an operator may give as a reason (RFC 5280 §5.3.1): a hold is a suspension, and an authority's own key is a matter of a ceremony. */
const reasons = (Object.keys(reasonCodes) as RevocationReason[]).filter(
  (reason) => !['certificateHold', 'cACompromise', 'aACompromise'].includes(reason),
)

const past = { suspend: 'suspended', resume: 'active again', revoke: 'revoked' } as const
export type CertificateOperation = keyof typeof past

/**
 * Suspends, resumes or revokes a subscriber's certificate by its serial number. Status answers tell it within seconds, and the next list
 * that anybody fetches has it. One that was made for a single signature can only be revoked: nobody would sign with it again.
 */
export async function changeStatus(
  { tx, acting, by }: Operation,
  action: CertificateOperation,
  [number, reason, ...rest]: string[],
): Promise<string> {
  const serial = serialOf(number)
  if (rest.length > 0 || (action !== 'revoke' && reason !== undefined)) throw new Refused(`Too many words after ${action}.`)
  const given = action === 'revoke' ? reasons.find((one) => one === reason) : undefined
  if (action === 'revoke' && !given) throw new Refused(`Give a reason of RFC 5280: ${reasons.join(', ')}.`)
  const certificate = await tx
    .selectFrom('certificate')
    .select(['person_id', 'not_after', 'revoked_at', 'revocation_reason', 'profile', 'transaction_id', 'certificate'])
    .where('serial_number', '=', serial)
    .forUpdate()
    .executeTakeFirst()
  if (!certificate?.certificate) throw new Refused(`There is no certificate with the serial number ${number}.`)
  if (certificate.person_id === null)
    throw new Refused(
      `${number} belongs to the authority itself (${certificate.profile}). Its responders get new keys at a restart; its other keys are replaced in a key ceremony.`,
    )
  if (certificate.not_after! < acting.now) throw new Refused(`${number} has expired.`)
  if (certificate.transaction_id !== null && action !== 'revoke')
    throw new Refused(`${number} was made for one signature and is not used again: it can be revoked, not suspended.`)
  const isChanged =
    action === 'suspend'
      ? await hold(tx, acting.now, serial)
      : action === 'resume'
        ? await release(tx, serial)
        : await revoke(tx, acting.now, serial, given!)
  if (!isChanged) throw new Refused(`${number} is ${statusIn(certificate)}: nothing was changed.`)
  const facts = { by, ...(given && { reason: given }) }
  await audit(tx, acting, `certificate.operator.${action}`, { subject: serial.toString('hex'), personId: certificate.person_id, facts })
  const dsc = await tx.selectFrom('dsc').select('id').where('serial_number', '=', serial).executeTakeFirst()
  if (dsc) await follow(acting, action, given)
  else await tellOfSigningCertificate(tx, acting, { personId: certificate.person_id, serial, validTo: certificate.not_after! })
  return `${number} is ${past[action]}${given ? ` (${given})` : ''}. Its holder is told.`

  async function follow(actor: Operation['acting'], change: CertificateOperation, why: RevocationReason | undefined): Promise<void> {
    const locked = await lockCertificate(tx, dsc!.id)
    if (change === 'suspend') await move(tx, actor, locked, 'suspended', { cause: 'operator', reason: 'certificateHold' })
    if (change === 'resume') await move(tx, actor, locked, 'active', { cause: 'operator' })
    if (change === 'revoke')
      await move(tx, actor, locked, 'revoked', { cause: 'operator', reason: why!, set: { pkcs12_sealed: null, pkcs12_until: null } })
    await tellHolder(tx, actor, dsc!.id, change === 'suspend' ? 'suspended' : change === 'resume' ? 'resumed' : 'revoked')
  }
}

const statusIn = ({ revoked_at, revocation_reason }: { revoked_at: Date | null; revocation_reason: number | null }) =>
  revoked_at === null ? 'in force' : revocation_reason === reasonCodes.certificateHold ? 'suspended' : 'revoked already'

/** Hexadecimal with or without colons and spaces, as certificates and tools show it. */
function serialOf(text: string | undefined): Buffer {
  const hex = (text ?? '').replace(/[:\s]/g, '').replace(/^0x/i, '')
  if (!/^([0-9a-f]{2}){1,20}$/i.test(hex))
    throw new Refused('Give the serial number in hexadecimal, as the certificate’s page or openssl shows it.')
  return Buffer.from(hex, 'hex')
}
