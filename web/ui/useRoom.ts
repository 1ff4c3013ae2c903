import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps a table from being wider than its place: how much room its columns need depends on what stands in them, which no style sheet knows.
 * One that has not enough is marked, and shows its rows as cards, until there is as much as it asked for or its rows are others.
 */
export function useRoom(box: RefObject<HTMLElement | null>, rows: unknown): void {
  useLayoutEffect(() => keepRoom(box.current!), [box, rows])
}

/** @returns how to stop */
function keepRoom(element: HTMLElement): () => void {
  let needed = 0
  const look = () => {
    if (element.clientWidth >= needed) delete element.dataset.narrow
    if (element.scrollWidth > element.clientWidth + 1) {
      needed = element.scrollWidth
      element.dataset.narrow = ''
    }
    const row = element.querySelector('tbody tr')
    element.toggleAttribute('data-cards', row !== null && getComputedStyle(row).display === 'flex')
  }
  // it is asked before each painting, when the browser has laid out what is there; asked here, the browser would have to at once
  const watch = new ResizeObserver(look)
  watch.observe(element)
  watch.observe(element.firstElementChild!) // letters come later than rows
  return () => watch.disconnect()
}
