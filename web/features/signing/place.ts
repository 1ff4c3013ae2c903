import type { Placement } from '#contract/signing.ts'

/** Points of 1/72 inch, as the page is shown. */
export type PageSize = { readonly width: number; readonly height: number }
export type Box = Pick<Placement, 'x' | 'y' | 'width' | 'height'>

export const least = { width: 120, height: 40 }
const most = { width: 600, height: 400 }
const usual = { width: 200, height: 70 }
const margin = 36
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

/** The foot of the last page, on the side where lines end; none where the page is too small for a mark. */
export function defaultPlacement(pages: readonly PageSize[]): Placement | null {
  const page = pages.at(-1)
  if (!page || !fits(page)) return null
  const endsLeft = document.documentElement.dir === 'rtl'
  const x = endsLeft ? margin : page.width - usual.width - margin
  return { page: pages.length, ...within(page, { ...usual, x, y: page.height - usual.height - margin }) }
}

/** The same place in another document: its last page for the last page, otherwise the same page or the nearest. */
export function samePlace(placement: Placement, from: readonly PageSize[], to: readonly PageSize[]): Placement | null {
  const number = placement.page === from.length ? to.length : Math.min(placement.page, to.length)
  const page = to[number - 1]
  return page && fits(page) ? { page: number, ...within(page, placement) } : null
}
