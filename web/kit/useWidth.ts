import { type RefObject, useEffect, useState } from 'react'

/** How wide an element is, in whole CSS pixels; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    watch.observe(element.current!)
    return () => watch.disconnect()
  }, [element])
  return width
}
