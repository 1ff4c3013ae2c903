import * as calls from '#contract/certificates.ts'
import { renewalDays } from '#contract/certificateStates.ts'
import { describeCertificate } from '#server/ca/describeCertificate.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { certificateRows } from './rows.ts'

/** Everything about one of the caller's own. @throws Problem NOT_FOUND */
export async function readCertificateDetails(ctx: Ctx<Caller>, publicId: string) {
  const found = await certificateRows(ctx)
    .select(['dsc.id', 'certificate.certificate', 'certificate.revoked_at as revokedAt', 'certificate.revocation_reason as reasonCode'])
    .where('dsc.public_id', '=', publicId)
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const { id, certificate, reasonCode, ...row } = found
  const history = await ctx.db
    .selectFrom('dsc_event')
    .select(['at', 'from_state as from', 'to_state as to', 'reason'])
    .where('dsc_id', '=', id)
    .orderBy('id')
    .$narrowType<{ from: (typeof row)['state'] | null; to: (typeof row)['state'] }>()
    .execute()
  return {
    ...row,
    ...(certificate ? describeCertificate(certificate) : nothingYet),
    revocationReason: reasonCode === null ? null : ctx.app.authority.status.reasonOf(reasonCode)!,
    renewableFrom: row.oldNameUntil ? row.validFrom : row.validTo && addDays(row.validTo, -renewalDays),
    history,
  }
}

const nothingYet = {
  subject: [],
  issuer: [],
  extendedKeyUsage: [],
  policyOid: null,
  signatureAlgorithm: null,
  sha256: null,
  publicKeySha256: null,
  ocspUrl: null,
  crlUrl: null,
  pem: null,
}

export const readMyCertificate = route(calls.readMyCertificate, (ctx, { encodedCertificateSlno }) =>
  readCertificateDetails(ctx, encodedCertificateSlno),
)
