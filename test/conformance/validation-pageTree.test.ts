/** A page tree that a later writer arranged otherwise, as iText does with those of Chrome, whose pages stand at several levels. */
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

/** Two levels: a page below a node of its own, and one beside that node. */
const objects: Objects = {
  ...contract(),
  2: '<</Type/Pages/Kids[20 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]>>',
  3: contract()[3]!.replace('/Parent 2 0 R/MediaBox[0 0 595 842]', '/Parent 20 0 R'),
  20: '<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>',
}
const signed = await signFile(file(objects))
const page = (number: number, parent: number, more = '') =>
  bodyOf(signed, number).replace(/\/Parent \d+ 0 R/, `/Parent ${parent} 0 R${more}`)
const verdictOf = (bytes: Buffer) => {
  const { indication, signatures } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indication, changes: signatures[0]!.changesAfter.map(({ code }) => code) }
}
const arranged = (changes: Objects, free: number[] = []) => verdictOf(append(signed, changes, { free }))
const passed = { indication: 'TOTAL-PASSED', changes: [] }
const below: Objects = {
  2: '<</Type/Pages/Kids[20 0 R]/Count 2/MediaBox[0 0 595 842]>>',
  4: page(4, 20),
  20: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Parent 2 0 R>>',
}

test('the same pages in the same order, at one level', () => {
  expect(arranged(below)).toEqual(passed)
  const flat = { 2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]>>', 3: page(3, 2) }
  expect(arranged(flat)).toEqual(passed)
  expect(arranged(flat, [20])).toEqual(passed)
})

test('below a node that is new, which hands down what they had', () => {
  const node = '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Parent 2 0 R/MediaBox[0 0 595 842]>>'
  expect(arranged({ 2: '<</Type/Pages/Kids[50 0 R]/Count 2>>', 3: page(3, 50), 4: page(4, 50), 50: node }, [20])).toEqual(passed)
})

test.each<[string, Objects]>([
  ['another order', { ...below, 20: '<</Type/Pages/Kids[4 0 R 3 0 R]/Count 2/Parent 2 0 R>>' }],
  ['a page less', { ...below, 2: '<</Type/Pages/Kids[20 0 R]/Count 1>>', 20: '<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>' }],
  [
    'a page twice',
    { ...below, 2: '<</Type/Pages/Kids[20 0 R]/Count 3>>', 20: '<</Type/Pages/Kids[3 0 R 4 0 R 3 0 R]/Count 3/Parent 2 0 R>>' },
  ],
  ['another page', { ...below, 15: page(4, 20), 20: '<</Type/Pages/Kids[3 0 R 15 0 R]/Count 2/Parent 2 0 R>>' }],
  ['a number that is not that of its pages', { ...below, 2: '<</Type/Pages/Kids[20 0 R]/Count 1/MediaBox[0 0 595 842]>>' }],
  ['a node that is called a page', { 20: '<</Type/Page/Kids[3 0 R]/Count 1/Parent 2 0 R>>' }],
  ['a turn that a node hands down', { ...below, 20: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Parent 2 0 R/Rotate 90>>' }],
  [
    'a smaller page that a node hands down',
    { ...below, 20: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Parent 2 0 R/CropBox[0 0 595 400]>>' },
  ],
  [
    'a crop box of nothing that a node hands down, of which MuPDF makes US Letter',
    { ...below, 20: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Parent 2 0 R/CropBox 99 0 R>>' },
  ],
  ['a parent that does not lead there', { ...below, 4: page(4, 50), 50: '<</Type/Pages/Kids[4 0 R]/Count 1/Rotate 180>>' }],
  ['a key that a page has as well', { ...below, 4: page(4, 20, '/Rotate 90') }],
  ['something else that the node says', { ...below, 20: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/Parent 2 0 R/Contents 14 0 R>>' }],
])('%s', (_, changes) => {
  expect(arranged(changes).indication).toBe('TOTAL-FAILED')
})

test('a page that is there by another generation, to which nothing leads', () => {
  const again = append(signed, { 4: bodyOf(signed, 4) }).toString('latin1', signed.length)
  const other = Buffer.from(again.replace('4 0 obj', '4 1 obj').replace('00000 n', '00001 n'), 'latin1')
  expect(verdictOf(Buffer.concat([signed, Buffer.from(again, 'latin1')]))).toEqual(passed)
  expect(verdictOf(Buffer.concat([signed, other]))).toEqual({ indication: 'TOTAL-FAILED', changes: ['objectRemoved'] })
})

test('a tree that is nothing but a reference to what it was, which few readers follow', () => {
  expect(arranged({ 2: '50 0 R', 50: objects[2]! })).toMatchObject({ indication: 'INDETERMINATE' })
})
