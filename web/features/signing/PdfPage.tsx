import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPdf } from '../../kit/pdf.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { type Draft, place, signField } from './drafts.ts'
import { FieldSpots } from './FieldSpots.tsx'
import { type Box, within } from './place.ts'
import { SignatureBox } from './SignatureBox.tsx'

/** One page of the local file with the mark on it. Coordinates run from the top left in either language. */
export function PdfPage({ draft, number }: { draft: Draft; number: number }) {
  const { t } = useTranslation('signing')
  const { key, pages, placement, field, upload } = draft
  const page = pages[number - 1]!
  const stage = useRef<HTMLDivElement>(null)
  const width = useWidth(stage)
  const { canvas, state } = useDrawing(draft, number, width)
  const scale = width / page.width

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
        <FieldSpots fields={upload!.emptyFields} chosen={field} page={number} scale={scale} onChoose={(name) => signField(key, name)} />
      )}
      {placement && width > 0 && <SignatureBox box={placement} page={page} scale={scale} onChange={put} />}
    </div>
  )
}

/** Opens the file once, and draws whichever page is asked for as wide as there is room. */
function useDrawing({ file, password }: Pick<Draft, 'file' | 'password'>, number: number, width: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pdf, setPdf] = useState<OpenPdf>()
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  useEffect(() => {
    const leaving = new AbortController()
    let opened: OpenPdf | undefined
    import('../../kit/pdf.ts')
      .then(({ openPdf }) => openPdf(file, password))
      .then((found) => {
        opened = found
        if (leaving.signal.aborted) found.close()
        else setPdf(found)
      })
      .catch(() => leaving.signal.aborted || setState('failed'))
    return () => {
      leaving.abort()
      opened?.close()
    }
  }, [file, password])
  useEffect(() => {
    if (!pdf || width === 0) return
    const leaving = new AbortController()
    setState('drawing')
    pdf
      .draw(number, canvas.current!, width, leaving.signal)
      .then(() => setState('drawn'))
      .catch(() => leaving.signal.aborted || setState('failed'))
    return () => leaving.abort()
  }, [pdf, number, width])
  return { canvas, state }
}
