import { expect, test } from 'vitest'
import { coversWriting, freePlace, isDark, readInk } from './ink.ts'

const page = { width: 600, height: 800 }
type Spot = { x: number; y: number; width: number; height: number; shade: number }

/** A picture of the page at half its size, with rectangles of one shade on paper of another. */
function pictureOf(paper: number, spots: readonly Spot[]) {
  const [width, height] = [page.width / 2, page.height / 2]
  const data = new Uint8ClampedArray(width * height * 4).fill(paper)
  for (const { x, y, width: across, height: along, shade } of spots)
    for (let row = Math.floor(y / 2); row < (y + along) / 2; row++)
      data.fill(shade, (row * width + Math.floor(x / 2)) * 4, (row * width + Math.ceil((x + across) / 2)) * 4)
  return readInk({ data, width, height }, page)
}

const box = { x: 100, y: 600, width: 200, height: 70 }
/** Letters, as bars of a few points. */
const words = (x: number, y: number, count: number, shade = 0) =>
  Array.from({ length: count }, (_, i) => ({ x: x + i * 24, y, width: 16, height: 8, shade }))

test('text under a box is seen, whatever the paper', () => {
  expect(coversWriting(pictureOf(255, words(110, 620, 4)), box)).toBe(true)
  expect(coversWriting(pictureOf(20, words(110, 620, 4, 240)), box)).toBe(true)
  expect(coversWriting(pictureOf(255, words(110, 500, 20)), box)).toBe(false)
})

test('a line to sign on, a frame around it and a tint hide nothing', () => {
  const frame = [
    { x: 98, y: 598, width: 204, height: 2, shade: 0 },
    { x: 98, y: 668, width: 204, height: 2, shade: 0 },
    { x: 100, y: 598, width: 2, height: 72, shade: 0 },
  ]
  expect(coversWriting(pictureOf(255, frame), box)).toBe(false)
  expect(coversWriting(pictureOf(255, [{ ...box, shade: 225 }]), box)).toBe(false)
  expect(coversWriting(pictureOf(255, [{ x: 100, y: 610, width: 200, height: 30, shade: 0 }]), box)).toBe(true)
})

test('the free place is the nearest one, clear of others, and smaller where there is no room', () => {
  const lines = Array.from({ length: 60 }, (_, i) => (i > 20 && i < 30 ? [] : words(20, 20 + i * 13, 23))).flat()
  const ink = pictureOf(255, lines)
  const free = freePlace(ink, page, box, [])!
  expect(free).toMatchObject({ width: 200, height: 70 })
  expect(coversWriting(ink, free)).toBe(false)
  const beside = freePlace(ink, page, box, [free])!
  expect(beside.x >= free.x + free.width || beside.x + beside.width <= free.x).toBe(true)
  const large = freePlace(ink, page, { ...box, width: 400, height: 140 }, [])!
  expect(large.height).toBeLessThan(140)
  expect(freePlace(pictureOf(255, Array.from({ length: 60 }, (_, i) => words(10, 10 + i * 13, 24)).flat()), page, box, [])).toBeNull()
})

test('dark paper is told from dark letters', () => {
  expect(isDark(pictureOf(20, []), box)).toBe(true)
  expect(isDark(pictureOf(255, words(100, 620, 8)), box)).toBe(false)
})
