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

type File = z.output<typeof EvidenceFile>
type Purpose = Exclude<(typeof evidencePurposes)[number], 'erasure'>

const accepted = { organisation: ['application/pdf', 'image/png', 'image/jpeg'], organisationSeal: ['image/png', 'image/jpeg'] }

/** Files that were uploaded for a purpose and not sent yet. */
export const useUnsent = (purpose: Purpose): File[] => useCall(listMyEvidence, { purpose }).data?.dataList ?? []

/** Uploads as soon as a file is chosen, so that a reload loses none. */
export function FilesField({ purpose, unsent, sent }: { purpose: Purpose; unsent: File[]; sent: File[] }) {
  const { t } = useTranslation(['applications', 'ui'])
  const upload = useSend(uploadEvidence, [listMyEvidence])
  const remove = useSend(removeEvidence, [listMyEvidence])
  const { isPending, run } = usePending()
  const isSeal = purpose === 'organisationSeal'
  const take = async (files: globalThis.File[]) => {
    // Without its type: what a file is, its content tells.
    for (const file of files) await upload.mutateAsync({ name: file.name, purpose, with: { file: new Blob([file]) } })
    for (const { uniqueFileID } of isSeal ? unsent : []) await remove.mutateAsync({ uniqueFileID })
  }
  const held = isSeal && unsent.length > 0 ? [] : sent
  return (
    <div className="application-files">
      <h3>{t(isSeal ? 'applications:field.seal' : 'applications:field.evidence')}</h3>
      <FileDrop
        label={t(isSeal ? 'applications:chooseSeal' : 'applications:chooseFiles')}
        hint={t(isSeal ? 'applications:hint.seal' : 'applications:hint.evidence')}
        accept={accepted[purpose]}
        maxBytes={evidenceLimits.bytes}
        multiple={!isSeal}
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
                label={t('ui:removeFile', { name: file.fileName })}
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
