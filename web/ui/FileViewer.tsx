import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileKind, openToDraw } from '../kit/drawFile.ts'
import { numberText } from '../kit/shown.ts'
import { type DrawnFile, useOpened } from '../kit/useDrawnFile.ts'
import { Button, IconButton } from './Button.tsx'
import { StatusChip } from './display.tsx'
import { FileSheet } from './FileSheet.tsx'
import './fileViewer.css'
import { FindBar } from './FindBar.tsx'
import { Notice } from './Notice.tsx'
import { PickedPage } from './PickedPage.tsx'
import { Spinner } from './Progress.tsx'
import { useFind } from './useFind.ts'
import { type Size, useStage } from './useStage.ts'
import { FileName } from './values.tsx'

type Props = {
  file: Blob
  kind: FileKind
  name: string
  password?: string | undefined
  /** What asks for the password, where the file is not opened without one. */
  locked?: ReactNode
  /** Every page was drawn and seen to its foot. */
  onReadToEnd?: (() => void) | undefined
  /** Further buttons at the end of the bar. */
  actions?: ReactNode
}

/**
 * A file of somebody's, to read: page below page, larger, turned, searched, over the whole screen. It has the keys + − 0 R F and Control with F;
 * the place that scrolls has those of every place that does.
 */
export function FileViewer({ file, kind, name, password, locked, onReadToEnd, actions }: Props) {
  const { t } = useTranslation('ui')
  const opened = useOpened(useCallback(() => openWhole(file, kind, password), [file, kind, password]))
  const bar = (
    <figcaption className="viewer-bar">
      <FileName>{name}</FileName>
      <span className="viewer-actions">{actions}</span>
    </figcaption>
  )
  if (typeof opened === 'object') return <Reader file={opened} name={name} onReadToEnd={onReadToEnd} actions={actions} />
  return (
    <figure className="viewer">
      {bar}
      <div className="viewer-stage">
        {opened === 'opening' && <Spinner />}
        {opened === 'locked' && (locked ?? <Notice tone="warning">{t('viewer.failed')}</Notice>)}
        {opened === 'failed' && <Notice tone="warning">{t('viewer.failed')}</Notice>}
      </div>
    </figure>
  )
}

type WholeFile = DrawnFile & { readonly pages: readonly Size[] }

async function openWhole(file: Blob, kind: FileKind, password: string | undefined): Promise<WholeFile> {
  const drawn = await openToDraw(file, kind, password)
  return { ...drawn, pages: await drawn.sizes() }
}

type ReaderProps = { file: WholeFile } & Pick<Props, 'name' | 'onReadToEnd' | 'actions'>

function Reader({ file, name, onReadToEnd, actions }: ReaderProps) {
  const { t } = useTranslation('ui')
  const figure = useRef<HTMLElement>(null)
  const shown = useStage(file.pages, () => onReadToEnd?.())
  const find = useFind(file, shown)
  const [isFinding, setFinding] = useState(false)
  const closeFind = () => {
    find.setWords('')
    setFinding(false)
    shown.stage.current!.focus()
  }
  const { stage, layout, first, last, quarters } = shown
  const near = file.pages.slice(first, last + 1).map((size, i) => ({ size, page: first + i + 1, ...layout.places[first + i]! }))
  const onKeyDown = useKeys({ shown, figure, openFind: () => file.text && setFinding(true) })
  return (
    <figure className="viewer" ref={figure} onKeyDown={onKeyDown}>
      <figcaption className="viewer-bar">
        <FileName>{name}</FileName>
        {onReadToEnd && <Seen shown={shown} pages={file.pages.length} />}
        <Tools shown={shown} figure={figure} find={file.text && (() => (isFinding ? closeFind() : setFinding(true)))} isFinding={isFinding}>
          {file.pages.length > 1 && <PickedPage page={shown.page} pages={file.pages.length} onPick={shown.goTo} />}
        </Tools>
        <span className="viewer-actions">{actions}</span>
      </figcaption>
      {isFinding && <FindBar find={find} onClose={closeFind} />}
      {/* the keyboard moves what is larger than its place */}
      <div
        className="viewer-stage"
        ref={stage}
        role="group"
        aria-label={t('viewer.stage', { name })}
        tabIndex={0}
        dir="ltr"
        onScroll={shown.look}
      >
        <div className="viewer-pages" style={{ blockSize: layout.total, minInlineSize: layout.across }}>
          {near.map(({ page, size, top }) => (
            <FileSheet
              key={page}
              file={file}
              page={page}
              size={size}
              across={layout.across}
              top={top}
              quarters={quarters}
              label={t('viewer.sheet', { name, page })}
              failed={t('viewer.pageFailed')}
              marks={find.marks.get(page)}
              onDrawn={shown.onDrawn}
            />
          ))}
        </div>
      </div>
    </figure>
  )
}

type Shown = ReturnType<typeof useStage>
type Figure = React.RefObject<HTMLElement | null>

const toggleFull = (figure: Figure) => void (document.fullscreenElement ? document.exitFullscreen() : figure.current!.requestFullscreen())

/** How far the file was looked through; a press leads to the foot of the first page that was not. */
function Seen({ shown: { seen, goToFoot, stage }, pages }: { shown: Shown; pages: number }) {
  const { t } = useTranslation('ui')
  const isDone = seen.size === pages
  useEffect(() => {
    // The button went away under the press: the keys of whatever holds the viewer still have to be heard.
    if (isDone && document.activeElement === document.body) stage.current!.focus()
  }, [isDone, stage])
  if (isDone) return <StatusChip tone="success">{t('viewer.seenAll')}</StatusChip>
  const next = Array.from({ length: pages }, (_, i) => i + 1).find((page) => !seen.has(page))!
  return (
    <Button kind="quiet" onPress={() => goToFoot(next)}>
      {t('viewer.seen', { seen: numberText(seen.size), pages: numberText(pages) })}
    </Button>
  )
}

type ToolsProps = { shown: Shown; figure: Figure; find: (() => void) | null; isFinding: boolean; children: ReactNode }

function Tools({ shown, figure, find, isFinding, children }: ToolsProps) {
  const { t } = useTranslation('ui')
  return (
    <span className="viewer-tools">
      {children}
      <IconButton icon="minus" label={t('viewer.smaller')} isDisabled={shown.isSmallest} onPress={shown.smaller} />
      <span className="small num viewer-zoom" role="status">
        {numberText(Math.round(shown.zoom * 100))}%
      </span>
      <IconButton icon="plus" label={t('viewer.larger')} isDisabled={shown.isLargest} onPress={shown.larger} />
      <IconButton icon="refresh" label={t('viewer.turn')} onPress={shown.turn} />
      {find && <IconButton icon="search" label={t('viewer.find')} aria-expanded={isFinding} onPress={find} />}
      {document.fullscreenEnabled && <IconButton icon="expand" label={t('viewer.full')} onPress={() => toggleFull(figure)} />}
    </span>
  )
}

function useKeys({ shown, figure, openFind }: { shown: Shown; figure: Figure; openFind: () => void }) {
  const keys: Record<string, () => void> = {
    '+': shown.larger,
    '=': shown.larger,
    '-': shown.smaller,
    '0': shown.fit,
    r: shown.turn,
    R: shown.turn,
    f: () => document.fullscreenEnabled && toggleFull(figure),
    F: () => document.fullscreenEnabled && toggleFull(figure),
  }
  return (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const act = isCommand ? (event.key.toLowerCase() === 'f' ? openFind : undefined) : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
}
