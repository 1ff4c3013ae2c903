import type { SignatureAppearance } from '#contract/signing.ts'
import { type CSSProperties, type PointerEvent, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { openToDraw } from '../../kit/drawFile.ts'
import { useDrawnPage, useOpened } from '../../kit/useDrawnFile.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { type Draft, place, signField } from './drafts.ts'
import { FieldSpots } from './FieldSpots.tsx'
import { type Box, within } from './place.ts'
import { SignatureBox } from './SignatureBox.tsx'

/** One page of the local file with the mark on it. Coordinates run from the top left in either language. */
export function PdfPage({ draft, number, look }: { draft: Draft; number: number; look: SignatureAppearance }) {
  const { t } = useTranslation('signing')
  const { key, file, password, pages, placement, field, upload, insights, isPlaced } = draft
  const page = pages[number - 1]!
  const stage = useRef<HTMLDivElement>(null)
  const width = useWidth(stage)
  const opened = useOpened(useCallback(() => openToDraw(file, 'pdf', password), [file, password]))
  const { canvas, state } = useDrawnPage(opened, number, width)
  const scale = width / page.width

  // A mark that may still give way to what is written does not move under somebody's hand.
  const isSettled = isPlaced || insights[number] !== undefined

  const put = (box: Box) => place(key, { page: number, ...within(page, box) })
  /** A press on the page brings the mark there: nobody has to drag. */
  const bring = (event: PointerEvent<HTMLElement>) => {
    if (!placement || event.target !== canvas.current) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    put({ ...placement, x: (event.clientX - left) / scale - placement.width / 2, y: (event.clientY - top) / scale - placement.height / 2 })
  }
  return (
    <div
      className="place-stage"
      ref={stage}
      dir="ltr"
      onPointerUp={bring}
      style={{ '--page-shape': page.width / page.height } as CSSProperties}
      data-busy={state === 'drawing' || undefined}
    >
      <canvas ref={canvas} aria-label={t('place.canvas', { page: number })} role="img" />
      {state === 'drawing' && (
        <div className="place-wait">
          <Spinner />
        </div>
      )}
      {state === 'failed' && (
        <div className="place-failed">
          <Notice tone="warning">{t('place.notDrawn')}</Notice>
        </div>
      )}
      {width > 0 && (
        <FieldSpots
          fields={upload!.emptyFields}
          chosen={field}
          number={number}
          page={page}
          scale={scale}
          look={look}
          onChoose={(name) => signField(key, name)}
        />
      )}
      {placement && isSettled && width > 0 && <SignatureBox box={placement} page={page} scale={scale} look={look} onChange={put} />}
    </div>
  )
}
