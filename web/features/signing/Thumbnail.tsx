import { useCallback } from 'react'
import './thumbnail.css'
import { openToDraw } from '../../kit/drawFile.ts'
import { useDrawnPage, useOpened } from '../../kit/useDrawnFile.ts'
import { Icon } from '../../ui/Icon.tsx'

/** CSS pixels across. */
const width = 44
/** A larger file is opened by whoever wants to read it. */
const mostBytes = 5_000_000

type Props = { file: Blob; password?: string | undefined }

/** The first page of a document, small; the sign of a file where it cannot be shown. */
export default function Thumbnail({ file, password }: Props) {
  return <span className="thumbnail">{file.size > mostBytes ? <Icon name="file" /> : <Drawn file={file} password={password} />}</span>
}

function Drawn({ file, password }: { file: Blob; password: string | undefined }) {
  const opened = useOpened(useCallback(() => openToDraw(file, 'pdf', password), [file, password]))
  const { canvas, state } = useDrawnPage(opened, 1, width)
  return state === 'failed' ? <Icon name="file" /> : <canvas ref={canvas} aria-hidden="true" />
}
