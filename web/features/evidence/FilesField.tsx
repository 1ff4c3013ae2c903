import { type EvidenceFile, type evidencePurposes, listMyEvidence, removeEvidence, uploadEvidence } from '#contract/evidence.ts'
import { evidenceLimits } from '#contract/limits.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { usePending } from '../../kit/usePending.ts'
import { IconButton } from '../../ui/Button.tsx'
import { FileDrop, sizeText } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { FileName } from '../../ui/values.tsx'
import './filesField.css'

type File = z.output<typeof EvidenceFile>
type Purpose = (typeof evidencePurposes)[number]

const pictures = ['image/png', 'image/jpeg']

/** Files that were uploaded for a purpose and not sent yet. */
export const useUnsent = (purpose: Purpose): File[] => useCall(listMyEvidence, { purpose }).data?.dataList ?? []

type Props = {
  purpose: Purpose
  /** Left out where a title above says it. */
  title?: string
  /** On the button that chooses. */
  choose: string
  hint: string
  /** One file, which takes the place of the one before. */
  isSingle?: boolean
  /** A picture, and no PDF. */
  isPicture?: boolean
  unsent: File[]
  /** What went with the request before. */
  sent?: File[]
}

/** Uploads as soon as a file is chosen, so that a reload loses none. */
export function FilesField({ purpose, title, choose, hint, isSingle = false, isPicture = false, unsent, sent = [] }: Props) {
  const { t } = useTranslation('ui')
  const upload = useSend(uploadEvidence, [listMyEvidence])
  const remove = useSend(removeEvidence, [listMyEvidence])
  const { isPending, run } = usePending()
  const take = async (files: globalThis.File[]) => {
    // Without its type: what a file is, its content tells.
    for (const file of files) await upload.mutateAsync({ name: file.name, purpose, with: { file: new Blob([file]) } })
    for (const { uniqueFileID } of isSingle ? unsent : []) await remove.mutateAsync({ uniqueFileID })
  }
  const held = isSingle && unsent.length > 0 ? [] : sent
  return (
    <div className="files-field">
      {title && <h3>{title}</h3>}
      <FileDrop
        label={choose}
        hint={hint}
        accept={isPicture ? pictures : ['application/pdf', ...pictures]}
        maxBytes={evidenceLimits.bytes}
        multiple={!isSingle}
        files={[]}
        onFiles={(files) => void run(() => take(files))}
      />
      <ul className="files" aria-busy={isPending}>
        {[...held, ...unsent].map((file) => (
          <li key={file.uniqueFileID}>
            <Icon name="file" />
            <FileName>{file.fileName}</FileName>
            <span className="small quiet num">
              <bdi dir="ltr">{sizeText(file.size)}</bdi>
            </span>
            {unsent.includes(file) && (
              <IconButton
                icon="close"
                label={t('removeFile', { name: file.fileName })}
                onPress={() => void remove.mutateAsync({ uniqueFileID: file.uniqueFileID }).catch(tell)}
              />
            )}
          </li>
        ))}
      </ul>
      {isPending && <Spinner />}
    </div>
  )
}
