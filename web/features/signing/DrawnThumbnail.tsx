import { useCallback } from 'react'
import { openToDraw } from '../../kit/drawFile.ts'
import { useDrawnPage, useOpened } from '../../kit/useDrawnFile.ts'
import { Icon } from '../../ui/Icon.tsx'

/** CSS pixels across. */
const width = 44

type Props = { file: Blob; password: string | undefined }

/** The first page of a document, small; the sign of a file where it cannot be shown. */
export default function DrawnThumbnail({ file, password }: Props) {
  const opened = useOpened(useCallback(() => openToDraw(file, 'pdf', password), [file, password]))
  const { canvas, state } = useDrawnPage(opened, 1, width)
  return state === 'failed' ? <Icon name="file" /> : <canvas ref={canvas} aria-hidden="true" />
}
