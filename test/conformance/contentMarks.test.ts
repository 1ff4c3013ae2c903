import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { marksOf } from '#pki/content/marks.ts'
import { openPdf } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream } from '#pki/pdf/values.ts'
import { pagesAt } from '#pki/validation/pages.ts'

const names = ['chromium', 'handmade-table', 'handmade-zero-characters']
const pathOf = (name: string) => join(import.meta.dirname, `../fixtures/pdf/${name}.pdf`)

/** Words of the first page as poppler places them: [left, top, right, bottom] from the page's upper left corner. */
function wordsOf(name: string): { text: string; x: number; y: number }[] {
  const { stdout, status } = spawnSync('pdftotext', ['-bbox', '-l', '1', pathOf(name), '-'], { encoding: 'utf8', timeout: 20_000 })
  if (status !== 0) throw new Error(`pdftotext cannot read ${name}`)
  const height = Number(/<page [^>]*height="([\d.]+)"/.exec(stdout)![1])
  return [...stdout.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)/g)].map(
    ([, left, top, right, bottom, text]) => ({
      text: text!,
      x: (Number(left) + Number(right)) / 2,
      y: height - (Number(top) + Number(bottom)) / 2,
    }),
  )
}

test.each(names)('%s: where poppler sees a word, there is a mark, and not everywhere', (name) => {
  const pdf = openPdf(readFileSync(pathOf(name)))
  const at = pdf.revisions.length - 1
  const { dict } = pagesAt(pdf, at)[0]!
  const contents = pdf.get(dict, 'Contents', at)
  const streams = (isArray(contents) ? contents.map((item) => pdf.resolve(item, at)) : [contents]).filter(isStream)
  const parent = pdf.get(dict, 'Parent', at)
  const resources = dict.entries.get('Resources') ?? (isDict(parent) ? parent.entries.get('Resources') : null) ?? null
  const data = Buffer.concat(streams.flatMap((stream) => [pdf.data(stream), Buffer.from('\n')]))
  const marks = marksOf(pdf, at, { data, resources }, { left: 1_000_000 })
  const texts = marks!.filter(({ kind }) => kind === 'text').map(({ box }) => box)
  const isWithin = (x: number, y: number) => texts.some(([left, bottom, right, top]) => x >= left && x <= right && y >= bottom && y <= top)
  const words = wordsOf(name)
  expect(words.length).toBeGreaterThan(0)
  expect(words.filter(({ x, y }) => !isWithin(x, y))).toEqual([])
  expect(isWithin(20, 20)).toBe(false)
})
