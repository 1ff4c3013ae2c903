import { useEffect, useRef, useState } from 'react'
import type { Piece } from './findText.ts'

/** A file of pages, whatever it is; a picture has one. Pages count from 1. */
export type DrawnFile = {
  readonly pageCount: number
  /** Every page's size, rotation applied. */
  sizes: () => Promise<{ width: number; height: number }[]>
  /** Draws a page so wide in CSS pixels. An aborted drawing throws. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>
  /** What a page says; a picture has none. */
  readonly text: null | {
    pieces: (page: number) => Promise<readonly Piece[]>
    /** Lays the text unseen over its picture. @returns the element of each piece; one without text stands nowhere */
    lay: (page: number, over: HTMLElement, signal: AbortSignal) => Promise<readonly HTMLElement[]>
  }
  close: () => void
}

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
