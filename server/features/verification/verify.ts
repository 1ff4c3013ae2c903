import { rm } from 'node:fs/promises'
import { verificationReport, verifyDocument, type ValidationReport } from '#contract/verification.ts'
import type { Body } from '#server/platform/http/body.ts'
import { documentName } from '#server/platform/documentName.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { receive } from '#server/platform/incoming.ts'
import { linesOf } from '#server/platform/lines.ts'
import { countAttempt, countedAttempts } from '#server/platform/throttle.ts'
import { hashFile } from '#server/signing/hashFile.ts'
import { verifyPdf } from '#server/signing/verify/verifyPdf.ts'
import { renderVerificationReport } from './report/verificationReport.ts'
import { reportInWords } from './reportInWords.ts'

/** Reading somebody's file costs a process; from one address so many are taken within the window. */
const mostPerWindow = 30
const windowSeconds = 600
const mostAtOnce = 4

export const verify = route(verifyDocument, (ctx, _input, body) => validate(ctx, body))

export const report = route(verificationReport, async (ctx, { language, name }, body) => {
  const fileName = documentName(name)
  const words = reportInWords(await validate(ctx, body), {
    language,
    fileName,
    verifyUrl: `${ctx.app.configuration.PUBLIC_URL}/verify`,
  })
  return { content: renderVerificationReport(words), fileName: `${fileName.replace(/\.pdf$/i, '')}-report.pdf` }
})

/** An address's files are read one after the other: many of them keep nobody else's waiting. */
const lineOf = linesOf<string>(mostAtOnce)

const validate = (ctx: Ctx, body: Body): Promise<ValidationReport> =>
  lineOf(ctx.network, body, async (inTurn) => {
    const key = `verify:${ctx.network}`
    refuseMoreThanShare(await countedAttempts(ctx.db, key, windowSeconds, ctx.now))
    const draft = await receive(ctx.app, body)
    try {
      // What never arrived uses up nobody's share of an address.
      refuseMoreThanShare((await countAttempt(ctx.db, key, windowSeconds, ctx.now)) - 1)
      return await inTurn(() => read(ctx, draft))
    } finally {
      await rm(draft.path, { force: true })
    }
  })

function refuseMoreThanShare(alreadyRead: number): void {
  const limit = { name: 'verifications', quota: mostPerWindow, windowSeconds }
  if (alreadyRead >= mostPerWindow) throw new Problem('TOO_MANY', { cause: 'verifications', limit, retryAfterSeconds: windowSeconds })
}

type Draft = { path: string; size: number }

async function read(ctx: Ctx, draft: Draft): Promise<ValidationReport> {
  const anchors = [Buffer.from(ctx.app.authority.rootCertificate).toString('base64')]
  return (await verifyPdf(draft.path, { anchors, at: ctx.now.toISOString() })) ?? (await tooComplex(ctx, draft))
}

/** The reading process did not come back within its time and memory. */
const tooComplex = async (ctx: Ctx, { path, size }: Draft): Promise<ValidationReport> => ({
  indication: 'INDETERMINATE',
  subIndication: 'SIGNED_DATA_NOT_FOUND',
  document: 'unproven',
  validatedAt: ctx.now.toISOString(),
  sha256: (await hashFile(path)).sha256,
  size,
  signatures: [],
  forgeries: [],
  findings: [{ code: 'fileTooComplex' }],
})
