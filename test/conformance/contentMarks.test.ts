import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { marksOf } from '#pki/content/marks.ts'
import { openPdf } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream } from '#pki/pdf/values.ts'
import { pagesAt } from '#pki/validation/pages.ts'
import { contract, file, stream } from './validation-files.ts'

const names = ['chromium', 'handmade-table', 'handmade-zero-characters']
const pathTo = (name: string) => join(import.meta.dirname, `../fixtures/pdf/${name}.pdf`)

/** Words of the first page as poppler places them: [left, top, right, bottom] from the page's upper left corner. */
function wordsOf(path: string): { text: string; left: number; right: number; x: number; y: number }[] {
  const { stdout, status } = spawnSync('pdftotext', ['-bbox', '-l', '1', path, '-'], { encoding: 'utf8', timeout: 20_000 })
  if (status !== 0) throw new Error(`pdftotext cannot read ${path}`)
  const height = Number(/<page [^>]*height="([\d.]+)"/.exec(stdout)![1])
  return [...stdout.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)/g)].map(
    ([, left, top, right, bottom, text]) => ({
      text: text!,
      left: Number(left),
      right: Number(right),
      x: (Number(left) + Number(right)) / 2,
      y: height - (Number(top) + Number(bottom)) / 2,
    }),
  )
}

/** Of the first page. */
function marksIn(path: string) {
  const pdf = openPdf(readFileSync(path))
  const at = pdf.revisions.length - 1
  const { dict } = pagesAt(pdf, at)[0]!
  const contents = pdf.get(dict, 'Contents', at)
  const streams = (isArray(contents) ? contents.map((item) => pdf.resolve(item, at)) : [contents]).filter(isStream)
  const parent = pdf.get(dict, 'Parent', at)
  const resources = dict.entries.get('Resources') ?? (isDict(parent) ? parent.entries.get('Resources') : null) ?? null
  const data = Buffer.concat(streams.flatMap((stream) => [pdf.data(stream), Buffer.from('\n')]))
  return marksOf(pdf, at, { data, resources }, { left: 1_000_000 })
}

test.each(names)('%s: where poppler sees a word, there is a mark, and not everywhere', (name) => {
  const marks = marksIn(pathTo(name))
  const texts = marks!.filter(({ kind }) => kind === 'text').map(({ box }) => box)
  const isWithin = (x: number, y: number) => texts.some(([left, bottom, right, top]) => x >= left && x <= right && y >= bottom && y <= top)
  const words = wordsOf(pathTo(name))
  expect(words.length).toBeGreaterThan(0)
  expect(words.filter(({ x, y }) => !isWithin(x, y))).toEqual([])
  expect(isWithin(20, 20)).toBe(false)
})

const standardFonts = ['Helvetica', 'Times', 'Courier'].flatMap((family) =>
  ['', 'Bold', family === 'Times' ? 'Italic' : 'Oblique', family === 'Times' ? 'BoldItalic' : 'BoldOblique'].map((style) =>
    style ? `${family}-${style}` : family === 'Times' ? 'Times-Roman' : family,
  ),
)

describe('letters of a standard font that is not described', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letters-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  // poppler joins what stands close, and every sign of ASCII but the two whose glyph is undecided stands in one of these
  const words = ['ABCDEFGHIJKLM', 'NOPQRSTUVWXYZ', 'abcdefghijklm', 'nopqrstuvwxyz', '0123456789', '!"#$%&*+,-./', ':;<=>?@[]^_', '{|}~']

  test.each(standardFonts)('%s: they stand where poppler sees them', (font) => {
    const lines = words.map((word, i) => `1 0 0 1 250 ${700 - 40 * i} Tm (${word}) Tj`).join(' ')
    const objects = { ...contract(), 5: stream(`BT /F1 18 Tf ${lines} ET`), 6: `<</Type/Font/Subtype/Type1/BaseFont/${font}>>` }
    const path = join(folder, `${font}.pdf`)
    writeFileSync(path, file(objects))
    const seen = wordsOf(path).filter(({ left }) => left > 240) // without the field's
    expect(seen.length).toBe(words.length)
    for (const [i, { letters }] of marksIn(path)!.entries()) {
      const [left, right] = letters!.ends
      expect(left).toBeCloseTo(seen[i]!.left, 1)
      expect(right).toBeCloseTo(seen[i]!.right, 1)
    }
  })
})
