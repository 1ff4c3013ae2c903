import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import type { DrawnFile } from '../kit/useDrawnFile.ts'
import type { Found } from '../kit/findText.ts'
import { useDrawnPage } from '../kit/useDrawnFile.ts'
import { Notice } from './Notice.tsx'
import { Spinner } from './Progress.tsx'
import type { Size } from './useStage.ts'

export type SheetMarks = {
  /** The places to mark, and which of them is looked at. */
  found: readonly Found[]
  now: number
  /** The one that is looked at has to come into view; tells when it has. */
  onReached: (() => void) | undefined
}

type Props = {
  file: DrawnFile
  page: number
  size: Size
  across: number
  top: number
  quarters: number
  label: string
  failed: string
  marks: SheetMarks | undefined
  onDrawn: (page: number, isDrawn: boolean) => void
}

/** One page, so wide once it is turned, with its text over its picture: it can be selected, searched and read out. */
export const FileSheet = memo(function FileSheet({ file, page, size, across, top, quarters, label, failed, marks, onDrawn }: Props) {
  const isAside = quarters % 2 === 1
  const scale = across / (isAside ? size.height : size.width)
  const [wide, tall] = [size.width * scale, size.height * scale]
  const { canvas, state } = useDrawnPage(file, page, useSettled(wide))
  const texts = useRef<HTMLDivElement>(null)
  const laid = useText(file, page, texts)
  useMarks(laid, marks)
  const isDrawn = state === 'drawn'
  useEffect(() => {
    if (!isDrawn) return
    onDrawn(page, true)
    return () => onDrawn(page, false)
  }, [isDrawn, page, onDrawn])
  const lengths = {
    '--across': `${wide}px`,
    '--down': `${tall}px`,
    '--turn': `${quarters * 90}deg`,
    '--top': `${top}px`,
    '--total-scale-factor': scale,
  } as CSSProperties
  return (
    <div className="viewer-sheet" data-aside={isAside || undefined} data-page={page} data-drawn={isDrawn || undefined} style={lengths}>
      <div className="viewer-page">
        <canvas ref={canvas} role="img" aria-label={label} />
        <div className="viewer-text" ref={texts} />
      </div>
      {state === 'drawing' && <Spinner />}
      {state === 'failed' && <Notice tone="warning">{failed}</Notice>}
    </div>
  )
})

/** A length once it has stopped changing: while fingers pinch, what was drawn is stretched. */
function useSettled(length: number): number {
  const [settled, setSettled] = useState(length)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(length), 150)
    return () => clearTimeout(timer)
  }, [length])
  return settled
}

function useText({ text }: DrawnFile, page: number, over: React.RefObject<HTMLElement | null>) {
  const [laid, setLaid] = useState<readonly HTMLElement[]>()
  useEffect(() => {
    if (!text) return
    const leaving = new AbortController()
    text
      .lay(page, over.current!, leaving.signal)
      .then((found) => leaving.signal.aborted || setLaid(found))
      .catch(() => undefined) // left, or a page whose text cannot be read: its picture says whether it can be shown
    return () => leaving.abort()
  }, [text, page, over])
  return laid
}

function rangesOf(texts: readonly HTMLElement[], found: Found): Range[] {
  return found.flatMap(({ piece, from, to }) => {
    const text = texts[piece]?.firstChild
    if (!text || from === to) return []
    const range = new Range()
    range.setStart(text, from)
    range.setEnd(text, to)
    return [range]
  })
}

function useMarks(texts: readonly HTMLElement[] | undefined, marks: SheetMarks | undefined) {
  const { found, now = -1, onReached } = marks ?? {}
  useEffect(() => {
    if (!texts || !found || !('highlights' in CSS)) return
    const ranges = found.flatMap((one, i) => rangesOf(texts, one).map((range) => ({ range, name: i === now ? 'found-now' : 'found' })))
    for (const { range, name } of ranges) highlight(name).add(range)
    return () => {
      for (const { range, name } of ranges) highlight(name).delete(range)
    }
  }, [texts, found, now])
  useEffect(() => {
    if (!texts || !onReached || !found?.[now]) return
    texts[found[now][0]!.piece]?.scrollIntoView({ block: 'center', inline: 'nearest' })
    onReached()
  }, [texts, found, now, onReached])
}

/** The browser's own marks of this name, of all pages together. */
function highlight(name: string): Highlight {
  const known = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, known)
  return known
}
