import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, signedAt, signFile } from '#test/conformance/validation-cast.ts'
import { contract, file } from '#test/conformance/validation-files.ts'
import { verifyPdf } from './verifyPdf.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'tawqi-large-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** The contract with a stream of so many octets, the last of its objects. */
function withStream(size: number): Buffer {
  const mark = '(here)'
  const small = file({ ...contract(), 20: `<</Length ${size}>>\nstream\n${mark}\nendstream` })
  const at = small.indexOf(mark)
  const rest = small.toString('latin1', at + mark.length)
  const moved = rest.replace(/startxref\s+(\d+)/, (_, start: string) => `startxref\n${Number(start) + size - mark.length}`)
  return Buffer.concat([small.subarray(0, at), Buffer.alloc(size, 'x'), Buffer.from(moved, 'latin1')])
}

test('the largest document that may be signed is verified within the time and memory of its process', { timeout: 120_000 }, async () => {
  const path = join(folder, 'large.pdf')
  writeFileSync(path, await signFile(withStream(150_000_000), { level: 'B-LTA' }))
  const anchors = [Buffer.from(root.certificate.der).toString('base64')]
  expect(await verifyPdf(path, { anchors, at: signedAt.toISOString() })).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
})
