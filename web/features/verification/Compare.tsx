import { type changedPages, comparisonWords, pageAsItIs, pageAsSigned } from '#contract/changedPages.ts'
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPdf } from '../../kit/pdf.ts'
import { digitsText } from '../../kit/shown.ts'
import { type Opening, useDrawnPage, useOpened } from '../../kit/useDrawnFile.ts'
import { useWords } from '../../kit/useWords.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Progress.tsx'

type Pages = ReturnType<typeof changedPages>
type Boxes = Pages[number]['boxes']

type Props = { file: File; password: string | undefined; signedBytes: number; pages: Pages }

/** A page as it was signed and as it is now. Both are drawn here, from the file that the person chose: the signed revision is its beginning. */
export function Compare({ file, password, signedBytes, pages }: Props) {
  const { t } = useTranslation('verification')
  const say = useWords()
  const [at, setAt] = useState(0)
  const { page, boxes } = pages[at]!
  const shownPage = digitsText(String(page))
  const signed = useRevision(file, signedBytes, password)
  const now = useRevision(file, file.size, password)
  return (
    <section className="verify-compare" aria-label={say(comparisonWords.title)}>
      {pages.length > 1 && (
        <div className="verify-turn">
          <IconButton icon="chevronStart" label={t('compare.previous')} isDisabled={at === 0} onPress={() => setAt(at - 1)} />
          <span className="num" role="status">
            {t('compare.page', { page, number: at + 1, count: pages.length })}
          </span>
          <IconButton icon="chevronEnd" label={t('compare.next')} isDisabled={at === pages.length - 1} onPress={() => setAt(at + 1)} />
        </div>
      )}
      <div className="verify-sides">
        <Side key={`signed ${page}`} title={say(pageAsSigned(shownPage))} revision={signed} page={page} boxes={boxes} />
        <Side key={`now ${page}`} title={say(pageAsItIs(shownPage))} revision={now} page={page} boxes={boxes} />
      </div>
      <p className="small quiet">{say(boxes.length > 0 ? comparisonWords.marked : comparisonWords.whole)}</p>
    </section>
  )
}

type Revision = Opening<OpenPdf>

function useRevision(file: File, bytes: number, password: string | undefined): Revision {
  return useOpened(
    useCallback(async () => {
      const { openPdf } = await import('../../kit/pdf.ts')
      return openPdf(file.slice(0, bytes), password)
    }, [file, bytes, password]),
  )
}

type Frame = Awaited<ReturnType<OpenPdf['frame']>>

function Side({ title, revision, page, boxes }: { title: string; revision: Revision; page: number; boxes: Boxes }) {
  const say = useWords()
  const sheet = useRef<HTMLDivElement>(null)
  const width = useWidth(sheet)
  const [frames, setFrames] = useState<readonly Frame[]>([])
  const [notes, setNotes] = useState<readonly string[]>([])
  const isOpen = typeof revision === 'object'
  const isMissing = isOpen && page > revision.pageCount
  const { canvas, state } = useDrawnPage(isMissing ? undefined : revision, page, width)
  useEffect(() => {
    if (state !== 'drawn') return
    let isLeft = false
    const opened = revision as OpenPdf
    const placed = Promise.all(boxes.map((box) => opened.frame(page, box)))
    void Promise.allSettled([placed, opened.notes(page, boxes)]).then(([framed, said]) => {
      if (isLeft) return
      if (framed.status === 'fulfilled') setFrames(framed.value)
      if (said.status === 'fulfilled') setNotes(said.value)
    })
    return () => {
      isLeft = true
    }
  }, [state, revision, page, boxes])
  const hasFailed = state === 'failed'
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {isMissing && <Notice tone="warning">{say(comparisonWords.noPage)}</Notice>}
      {hasFailed && <Notice tone="warning">{say(comparisonWords.notDrawn)}</Notice>}
      <div className="verify-sheet" ref={sheet} dir="ltr" hidden={isMissing || hasFailed}>
        <canvas ref={canvas} role="img" aria-label={title} />
        {state === 'drawing' && <Spinner />}
        {frames.map(({ left, top, width: wide, height }, i) => (
          <span key={i} className="verify-mark" style={{ '--x': left, '--y': top, '--w': wide, '--h': height } as CSSProperties} />
        ))}
      </div>
      {notes.length > 0 && <p className="small quiet">{say(comparisonWords.says)}</p>}
      {notes.map((note) => (
        <blockquote key={note} className="verify-note" dir="auto">
          {note}
        </blockquote>
      ))}
    </figure>
  )
}
