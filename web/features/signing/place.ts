import type { Placement } from '#contract/signing.ts'

/** Points of 1/72 inch, as the page is shown. */
export type PageSize = { readonly width: number; readonly height: number }
export type Box = Pick<Placement, 'x' | 'y' | 'width' | 'height'>

export const least = { width: 120, height: 40 }
export const most = { width: 600, height: 400 }
const usual = { width: 200, height: 70 }
const margin = 36
const gap = 12
const mostRows = 50
/** No placement is named further from a corner; a page may be larger still. */
const furthest = 20_000

const between = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high))

/** The box moved and cut so that it stands on the page; whole points, which is finer than anybody sees. */
export function within(page: PageSize, box: Box): Box {
  const width = Math.round(between(least.width, box.width, Math.min(most.width, page.width)))
  const height = Math.round(between(least.height, box.height, Math.min(most.height, page.height)))
  return {
    width,
    height,
    x: Math.round(between(0, box.x, Math.min(furthest, Math.floor(page.width - width)))),
    y: Math.round(between(0, box.y, Math.min(furthest, Math.floor(page.height - height)))),
  }
}

const fits = (page: PageSize) => page.width >= least.width && page.height >= least.height

/** The foot of the last page, on the side where lines end, clear of what is signed; none where the page is too small for a mark. */
export function defaultPlacement(pages: readonly PageSize[], signed: readonly Placement[]): Placement | null {
  const page = pages.at(-1)
  if (!page || !fits(page)) return null
  const number = pages.length
  const sides = [margin, page.width - usual.width - margin]
  if (document.documentElement.dir !== 'rtl') sides.reverse()
  const rows = Math.min(mostRows, Math.max(1, Math.floor((page.height - 2 * margin) / (usual.height + gap))))
  const boxes = sides.flatMap((x) =>
    Array.from({ length: rows }, (_, row) =>
      within(page, { ...usual, x, y: page.height - margin - usual.height - row * (usual.height + gap) }),
    ),
  )
  const free = boxes.find((box) => !signed.some((other) => other.page === number && overlap(other, box)))
  return { page: number, ...(free ?? boxes[0]!) }
}

export const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The same place in another document: its last page for the last page, otherwise the same page or the nearest. */
export function samePlace(placement: Placement, from: readonly PageSize[], to: readonly PageSize[]): Placement | null {
  const number = placement.page === from.length ? to.length : Math.min(placement.page, to.length)
  const page = to[number - 1]
  return page && fits(page) ? { page: number, ...within(page, placement) } : null
}

/** Where a box stands on its page, in parts of it: true at any width, also while the window changes. */
export const inParts = (page: PageSize, { x, y, width, height }: Box) => {
  const part = (length: number, of: number) => `${(length / of) * 100}%`
  return { left: part(x, page.width), top: part(y, page.height), width: part(width, page.width), height: part(height, page.height) }
}
