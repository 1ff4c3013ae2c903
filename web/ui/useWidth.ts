import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, in whole CSS pixels; 0 until it is known. What is drawn for a width is measured before it is painted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    watch.observe(element.current!)
    return () => watch.disconnect()
  }, [element])
  return width
}
