import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { strangersText } from '#server/platform/isolate.ts'
import { anchors, fahad, sara, signedAt, signFile } from '#test/conformance/validation-cast.ts'
import { verifyPdf } from './verifyPdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const original = readFileSync(join(import.meta.dirname, '../../../test/fixtures/pdf/libreoffice.pdf'))

test('a process that verified other files says of each what one that verified none does', { timeout: 60_000 }, async () => {
  const signed = await Promise.all(
    [sara, fahad].flatMap((by) => (['B-B', 'B-T', 'B-LT', 'B-LTA'] as const).map((level) => signFile(original, { by, level }))),
  )
  const forged = Buffer.from(signed[3]!)
  forged[original.length - 100]! ^= 1
  const files = [...signed, forged, ...signed, original, Buffer.from('no PDF')]
  const verdicts: string[] = []
  for (const [i, bytes] of files.entries()) {
    const path = join(folder, `${i}.pdf`)
    writeFileSync(path, bytes)
    const question = { anchors: anchors.map(({ der }) => Buffer.from(der).toString('base64')), at: signedAt.toISOString() }
    const report = await verifyPdf(path, question, 'somebody')
    expect(report, `${i}`).toEqual(JSON.parse(JSON.stringify(strangersText(validateDocument(bytes, { anchors, at: signedAt })))))
    verdicts.push(report!.indication)
  }
  expect(verdicts[3]).toBe('TOTAL-PASSED')
  expect(verdicts[8]).toBe('TOTAL-FAILED')
  expect(verdicts[12]).toBe('TOTAL-PASSED')
})
