import type { EvidenceFile } from '#contract/evidence.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import './decisions.css'

const FileViewer = lazy(async () => ({ default: (await import('../../ui/FileViewer.tsx')).FileViewer }))

type File = z.output<typeof EvidenceFile>
type Props = { files: readonly File[]; open: (uniqueFileID: string) => Promise<{ blob: Blob }> }

/** The files of a request, one of them opened at a time; each look is recorded, so none opens by itself. */
export function EvidenceFiles({ files, open }: Props) {
  const { t } = useTranslation('decisions')
  const [shown, setShown] = useState<{ file: File; blob: Blob }>()
  const { isPending, run } = usePending()
  const show = (file: File) => run(async () => setShown({ file, blob: (await open(file.uniqueFileID)).blob }))
  if (files.length === 0) return <p className="quiet">{t('noFiles')}</p>
  return (
    <div className="evidence">
      <div className="evidence-files">
        {files.map((file) => (
          <Button
            key={file.uniqueFileID}
            icon="file"
            aria-pressed={shown?.file === file}
            isDisabled={isPending}
            onPress={() => void show(file)}
          >
            <bdi dir="auto">{file.fileName}</bdi>
          </Button>
        ))}
      </div>
      {shown && (
        <Suspense fallback={<Waiting />}>
          <FileViewer key={shown.file.uniqueFileID} file={shown.blob} kind={shown.file.kind} name={shown.file.fileName} />
        </Suspense>
      )}
    </div>
  )
}
