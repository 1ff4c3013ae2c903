import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWidth } from './useWidth.ts'

export type Size = { readonly width: number; readonly height: number }

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const
const [smallest, largest] = [zooms[0], zooms.at(-1)!]
/** A page is no wider than this before anybody makes it larger: lines stay short enough to read. */
const comfortable = 860
const gap = 12

/** Where each page stands below the one before it, in CSS pixels; `across` as it is turned. */
function layOut(pages: readonly Size[], isAside: boolean, across: number) {
  let top = 0
  const places = pages.map(({ width, height }) => {
    const tall = across * (isAside ? width / height : height / width)
    const place = { top, tall }
    top += tall + gap
    return place
  })
  return { across, places, total: Math.max(0, top - gap) }
}

type Layout = ReturnType<typeof layOut>

/** The page, from 0, that holds this height; by halves, as a scroll asks for it at every frame. */
function pageAt({ places }: Layout, height: number): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (places[middle]!.top <= height) low = middle
    else high = middle - 1
  }
  return low
}

/** Pages one below the other in a place that scrolls: how large, which way up, which of them are near, and which were seen to their foot. */
export function useStage(pages: readonly Size[], onReadToEnd: () => void) {
  const stage = useRef<HTMLDivElement>(null)
  const room = useWidth(stage)
  const [zoom, setZoom] = useState(1)
  const [quarters, setQuarters] = useState(0)
  const layout = useMemo(
    () => layOut(pages, quarters % 2 === 1, Math.max(1, Math.min(room, comfortable) * zoom)),
    [pages, quarters, room, zoom],
  )
  const [view, setView] = useState({ first: 0, last: 0, page: 1 })
  const middle = useRef({ page: 0, part: 0, across: 0.5 })
  const { seen, onDrawn, note } = useSeen(pages.length, onReadToEnd)

  const look = useCallback(() => {
    const { scrollTop: top, scrollLeft, scrollWidth, clientHeight: height, clientWidth } = stage.current!
    const page = pageAt(layout, top + height / 2)
    const { top: pageTop, tall } = layout.places[page]!
    middle.current = { page, part: (top + height / 2 - pageTop) / (tall + gap), across: (scrollLeft + clientWidth / 2) / scrollWidth }
    const [first, last] = [pageAt(layout, top - height), pageAt(layout, top + 2 * height)]
    const isAtEnd = top > 0 && top + height >= layout.total - 1
    const shown = isAtEnd ? pages.length : pageAt(layout, top + height / 3) + 1
    setView((now) => (now.first === first && now.last === last && now.page === shown ? now : { first, last, page: shown }))
    note(layout.places, { first, last, top, foot: top + height })
  }, [layout, pages.length, note])

  useLayoutEffect(() => {
    if (room === 0) return
    const { page, part, across } = middle.current
    const { top, tall } = layout.places[page]!
    const at = stage.current!
    at.scrollTop = top + part * (tall + gap) - at.clientHeight / 2
    at.scrollLeft = across * at.scrollWidth - at.clientWidth / 2
    look()
  }, [layout, look, room])

  usePinch(stage, (by) => setZoom((now) => Math.min(largest, Math.max(smallest, now * by))))
  return {
    stage,
    layout,
    ...view,
    zoom,
    quarters,
    seen,
    isLargest: zoom >= largest,
    isSmallest: zoom <= smallest,
    look,
    onDrawn: useCallback((page: number, isDrawn: boolean) => (onDrawn(page, isDrawn), stage.current && look()), [onDrawn, look]),
    larger: () => setZoom((now) => zooms.find((one) => one > now) ?? largest),
    smaller: () => setZoom((now) => zooms.findLast((one) => one < now) ?? smallest),
    fit: () => setZoom(1),
    turn: () => setQuarters((now) => (now + 1) % 4),
    /** Shows the head of a page, counted from 1. */
    goTo: (page: number) => {
      stage.current!.scrollTop = layout.places[Math.min(pages.length, Math.max(1, page)) - 1]!.top
    },
    goToFoot: (page: number) => {
      const { top, tall } = layout.places[page - 1]!
      stage.current!.scrollTop = top + tall - stage.current!.clientHeight
    },
  }
}

type Window = { first: number; last: number; top: number; foot: number }

/** A page was seen when it was drawn while its foot stood in view. */
function useSeen(count: number, onReadToEnd: () => void) {
  const drawn = useRef(new Set<number>())
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const onDrawn = useCallback((page: number, isDrawn: boolean) => void drawn.current[isDrawn ? 'add' : 'delete'](page), [])
  const note = useCallback((places: Layout['places'], { first, last, top, foot }: Window) => {
    const now = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((at) => {
      const end = places[at]!.top + places[at]!.tall
      return drawn.current.has(at + 1) && end > top && end <= foot + 2
    })
    setSeen((before) => (now.every((at) => before.has(at + 1)) ? before : new Set([...before, ...now.map((at) => at + 1)])))
  }, [])
  const isRead = seen.size === count
  const tell = useEffectEvent(onReadToEnd)
  useEffect(() => {
    if (isRead) tell()
  }, [isRead])
  return { seen, onDrawn, note }
}

const apart = ([a, b]: TouchList) => Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY)

/** Two fingers, or those on a touch pad, which arrive as a wheel with the control key. The page around keeps its size. */
function usePinch(stage: React.RefObject<HTMLElement | null>, zoomBy: (by: number) => void) {
  const zoom = useEffectEvent(zoomBy)
  useEffect(() => {
    const at = stage.current!
    let distance = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoom(Math.exp(Math.min(50, Math.max(-50, -event.deltaY)) / 100))
    }
    const onStart = ({ touches }: TouchEvent) => {
      if (touches.length === 2) distance = apart(touches)
    }
    const onMove = (event: TouchEvent) => {
      if (event.touches.length !== 2 || distance === 0) return
      event.preventDefault()
      const now = apart(event.touches)
      zoom(now / distance)
      distance = now
    }
    at.addEventListener('wheel', onWheel, { passive: false })
    at.addEventListener('touchstart', onStart, { passive: true })
    at.addEventListener('touchmove', onMove, { passive: false })
    return () => {
      at.removeEventListener('wheel', onWheel)
      at.removeEventListener('touchstart', onStart)
      at.removeEventListener('touchmove', onMove)
    }
  }, [stage])
}
