/** Files inside a signed file: each is told, with the signature from which on it is covered, and where its octets stand. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, fahad, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'

const attachmentsOf = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) }).attachments

test('what another program attached, deflated, and signed twice', async () => {
  const attached = readFileSync(new URL('../fixtures/pdf/qpdf-attachment.pdf', import.meta.url))
  const once = await signFile(attached)
  const twice = await signFile(once, { by: fahad })
  expect(attachmentsOf(attached)).toMatchObject([{ name: 'contract.html', coveredFrom: null }])
  expect(attachmentsOf(twice)).toEqual(attachmentsOf(once))
  const [one] = attachmentsOf(twice)
  expect(one).toMatchObject({ name: 'contract.html', coveredFrom: 1 })
  const { offset, length, isDeflated } = one!.at!
  const packed = twice.subarray(offset, offset + length)
  const octets = isDeflated ? inflateSync(packed) : packed
  expect([octets.length, hash('sha256', octets)]).toEqual([one!.size, one!.sha256])
})

test('what was attached after a signature is covered by the next one, or by none', async () => {
  const once = await signFile(file(contract()))
  const next = Math.max(...[...once.toString('latin1').matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))
  const added = append(once, {
    4: bodyOf(once, 4).replace(/>>$/, `/Annots[${next} 0 R]>>`),
    [next]: `<</Type/Annot/Subtype/FileAttachment/Rect[10 10 20 20]/FS<</Type/Filespec/F(later.txt)/EF<</F ${next + 1} 0 R>>>>>>`,
    [next + 1]: stream('later', '/Type/EmbeddedFile/Subtype/text#2Fplain'),
  })
  const expected = { name: 'later.txt', type: 'text/plain', size: 5, sha256: hash('sha256', 'later') }
  expect(attachmentsOf(added)).toMatchObject([{ ...expected, coveredFrom: null }])
  expect(attachmentsOf(await signFile(added, { by: fahad }))).toMatchObject([{ ...expected, coveredFrom: 2 }])
})

test('so many that nobody can be shown them are said to be too many, and the signature is judged', async () => {
  const objects: Record<number, string> = { ...contract() }
  for (let i = 0; i < 1_001; i++) {
    objects[100 + 2 * i] = `<</Type/Filespec/F(${i})/EF<</F ${101 + 2 * i} 0 R>>>>`
    objects[101 + 2 * i] = stream(String(i), '/Type/EmbeddedFile')
  }
  const bytes = file(objects)
  const report = validateDocument(bytes, { anchors, at: signedAt })
  expect(report.attachments).toEqual([])
  expect(report.findings.map(({ code }) => code)).toContain('attachmentsUnread')
})
