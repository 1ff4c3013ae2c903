import * as calls from '#contract/certificates.ts'
import { certificateFiles } from '#server/ca/describeCertificate.ts'
import { audit } from '#server/platform/audit.ts'
import { route } from '#server/platform/http/route.ts'
import { sealingOf } from './issue.ts'
import { assertMay } from './refusals.ts'
import { ownCertificate } from './states.ts'

export const downloadCertificate = route(calls.downloadCertificate, async (ctx, { encodedCertificateSlno, format }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  await assertMay(ctx.db, 'download', own, ctx.now)
  const { certificate } = await ctx.db
    .selectFrom('certificate')
    .select('certificate')
    .where('serial_number', '=', own.serial_number)
    .$narrowType<{ certificate: Buffer }>()
    .executeTakeFirstOrThrow()
  const { ending, write } = certificateFiles[format]
  return { content: write([certificate, ...ctx.app.authority.chainOf('people')]), fileName: `${nameOf(own.serial_number!)}.${ending}` }
})

/** Short enough to be read out: the random end of the serial number. */
const nameOf = (serial: Buffer) => `tawqi-${serial.toString('hex').slice(-12)}`

export const downloadPkcs12 = route(calls.downloadPkcs12, async (ctx, { encodedCertificateSlno }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  await assertMay(ctx.db, 'downloadPkcs12', own, ctx.now)
  await audit(ctx.db, ctx, 'certificate.keyFileTaken', { subject: own.public_id })
  const content = Buffer.from(sealingOf(ctx.app, own.public_id).open(own.pkcs12_sealed!), 'base64')
  return { content, fileName: `${nameOf(own.serial_number!)}.p12` }
})
