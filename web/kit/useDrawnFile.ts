import { useEffect, useRef, useState } from 'react'
import type { DrawnFile } from './drawFile.ts'

/** A file that is being opened, is open, asks for what opens it, or cannot be shown. */
export type Opening<F> = F | 'opening' | 'locked' | 'failed'

/** @param open changes with the file and its password alone; what it opened is closed with the component */
export function useOpened<F extends { close: () => void }>(open: () => Promise<F>): Opening<F> {
  const [state, setState] = useState<Opening<F>>('opening')
  useEffect(() => {
    let isLeft = false
    let opened: F | undefined
    setState('opening')
    open()
      .then((found) => {
        opened = found
        if (isLeft) found.close()
        else setState(found)
      })
      .catch((error: unknown) => isLeft || setState(error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'failed'))
    return () => {
      isLeft = true
      opened?.close()
    }
  }, [open])
  return state
}

/** Draws a page into a canvas, and again where it becomes wider or narrower; what was drawn is stretched until then. */
export function useDrawnPage(file: Opening<DrawnFile> | undefined, page: number, width: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    if (typeof file !== 'object' || width === 0) return
    const leaving = new AbortController()
    setState('drawing')
    file
      .draw(page, canvas.current!, width, leaving.signal)
      .then(() => leaving.signal.aborted || setState('drawn'))
      .catch(() => leaving.signal.aborted || setState('failed'))
    return () => leaving.abort()
  }, [file, page, width])
  return { canvas, state: file === 'failed' || file === 'locked' ? ('failed' as const) : state }
}
