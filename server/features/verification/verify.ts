import { to } from '#contract/screens.ts'
import { rm } from 'node:fs/promises'
import { roomForSignatures } from '#contract/limits.ts'
import * as calls from '#contract/verification.ts'
import { verifications, type ValidationReport } from '#contract/verification.ts'
import type { Body } from '#server/platform/http/body.ts'
import { documentName } from '#server/platform/documentName.ts'
import { countCall, requireCallLeft } from '#server/platform/http/callLimit.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { documentPassword } from '#server/platform/http/documentPassword.ts'
import { route } from '#server/platform/http/route.ts'
import { receive } from '#server/platform/incoming.ts'
import { linesOf } from '#server/platform/lines.ts'
import { hashFile } from '#server/signing/hashFile.ts'
import { sealDocument } from '#server/signing/sealDocument.ts'
import { verifyPdf } from '#server/signing/verify/verifyPdf.ts'
import { renderVerificationReport } from './report/verificationReport.ts'
import { drawChangedPages } from './report/drawChangedPages.ts'
import { reportInWords } from './reportInWords.ts'

const mostAtOnce = 4

export const verifyDocument = route(calls.verifyDocument, (ctx, _input, body) => validate(ctx, body, (report) => report))

export const verificationReport = route(calls.verificationReport, async (ctx, { language, name }, body) => {
  const fileName = documentName(name)
  const verifyUrl = `${ctx.app.configuration.PUBLIC_URL}${to('verify')}`
  const words = await validate(ctx, body, async (report, draft, password) =>
    reportInWords(report, { language, fileName, verifyUrl, changedPages: await drawChangedPages(draft, report, password) }),
  )
  const content = await sealDocument(ctx.app.authority, renderVerificationReport(words), language, ctx.now)
  return { content, fileName: `${fileName.replace(/\.pdf$/i, '')}-report.pdf` }
})

/** An address's files are read one after the other: many of them keep nobody else's waiting. */
const lineOf = linesOf<string>(mostAtOnce)

/** @param use while the file is still here */
const validate = <T>(
  ctx: Ctx,
  body: Body,
  use: (report: ValidationReport, draft: Draft, password?: string) => T | Promise<T>,
): Promise<T> =>
  lineOf(ctx.network, body, async (inTurn) => {
    const password = documentPassword(ctx)
    await requireCallLeft(ctx, verifications, ctx.network)
    const draft = await receive(ctx.app, body, ctx.app.configuration.MAX_UPLOAD_MB * 1_000_000 + roomForSignatures)
    try {
      // What never arrived uses up nobody's share of an address.
      await countCall(ctx, verifications, ctx.network)
      return await inTurn(async () => use(await read(ctx, draft, password), draft, password))
    } finally {
      await rm(draft.path, { force: true })
    }
  })

type Draft = { path: string; size: number }

async function read(ctx: Ctx, draft: Draft, password: string | undefined): Promise<ValidationReport> {
  const anchors = [Buffer.from(ctx.app.authority.rootCertificate).toString('base64'), ...(await ctx.app.trustAnchors())]
  const sender = password === undefined ? ctx.network : undefined // what was opened with one is in a process that reads nothing else
  return (await verifyPdf(draft.path, { anchors, at: ctx.now.toISOString(), password }, sender)) ?? (await tooComplex(ctx, draft))
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
  attachments: [],
  forgeries: [],
  findings: [{ code: 'fileTooComplex' }],
})
