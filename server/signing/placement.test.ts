import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { emptyFields, rectangleOn, shownSize } from './placement.ts'

const factsOf = (bytes: Uint8Array) => {
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(facts.detail)
  return facts
}

/** What the browser's viewer makes of the same page: its size, and where a rectangle of the page's own space is shown, from the top left. */
async function seen(bytes: Uint8Array, rectangle: readonly number[]) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const viewport = (await (await task.promise).getPage(1)).getViewport({ scale: 1 })
  const corners = [
    viewport.convertToViewportPoint(rectangle[0]!, rectangle[1]!),
    viewport.convertToViewportPoint(rectangle[2]!, rectangle[3]!),
  ]
  await task.destroy()
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis] as number).toSorted((a, b) => a - b)) as [number[], number[]]
  return {
    size: [viewport.width, viewport.height],
    place: { x: xs[0]!, y: ys[0]!, width: xs[1]! - xs[0]!, height: ys[1]! - ys[0]! },
  }
}

const rectangle = [100, 200, 260, 270] as const
const field = {
  catalogue: '/AcroForm <</Fields [6 0 R]>>',
  objects: { 6: `<</Type /Annot /Subtype /Widget /FT /Sig /T (S) /F 4 /Rect [${rectangle.join(' ')}]>>` },
}

describe.each([0, 90, 180, 270])('a page turned by %i', (angle) => {
  test.each([
    '',
    '/UserUnit 2.5',
    '/UserUnit /Two',
    '/CropBox [20 30 500 700]',
    '/CropBox [500 700 20 30] /UserUnit 3',
    '/CropBox [-50 -60 9000 9000]',
    '/CropBox [0 0 0 0]',
    '/MediaBox [-100 -200 500 700]',
    '/MediaBox [-100 -200 500 700] /CropBox [-80 -90 400 600] /UserUnit 1.5',
    '/MediaBox [0 0 0 0]',
  ])('with “%s” is for the server what the browser’s viewer shows', async (boxes) => {
    const bytes = simplePdf({ ...field, page: `/Annots [6 0 R] /Rotate ${angle} ${boxes}` })
    const facts = factsOf(bytes)
    const page = facts.pages[0]!
    const { size, place } = await seen(bytes, rectangle)
    const { width, height } = shownSize(page)
    expect([width, height].map((side) => side.toFixed(3))).toEqual(size.map((side) => side.toFixed(3)))
    const { page: number, ...own } = emptyFields(facts)[0]!.place!
    expect(number).toBe(1)
    for (const key of ['x', 'y', 'width', 'height'] as const) expect(own[key], key).toBeCloseTo(place[key], 3)
    for (const [i, side] of rectangleOn(page, { page: 1, ...own }).entries()) expect(side).toBeCloseTo(rectangle[i]!, 3)
  })
})
