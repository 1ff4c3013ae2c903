import { maxUploadMegabytes } from '#contract/limits.ts'
import { maxDocuments } from '#contract/signing.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeOut } from '../../kit/takeOut.ts'
import { Attachments } from '../../ui/Attachments.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FileDrop, sizeText } from '../../ui/FileDrop.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/Progress.tsx'
import { FileName } from '../../ui/values.tsx'
import { addFiles, type Draft, openWith, remove, removeAll, retry, type Upload, useDrafts } from './drafts.ts'
import { DraftThumbnail } from './DraftThumbnail.tsx'
import { ReadDraft } from './ReadDraft.tsx'

const DocumentPassword = lazy(() => import('./DocumentPassword.tsx'))

export function ChooseStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('signing')
  const drafts = useDrafts()
  const isReady = drafts.length > 0 && drafts.every(({ state }) => state === 'ready')
  const [isTooMany, setTooMany] = useState(false)
  const take = (files: File[]) => setTooMany(addFiles(files) > 0)
  return (
    <>
      {drafts.length < maxDocuments && (
        <FileDrop
          label={t('choose.drop')}
          hint={t('choose.hint')}
          accept={['application/pdf']}
          maxBytes={maxUploadMegabytes * 1_000_000}
          multiple
          files={[]}
          onFiles={take}
        />
      )}
      {isTooMany && <Notice tone="warning">{t('choose.tooMany', { count: maxDocuments })}</Notice>}
      {drafts.some(({ isFromBefore }) => isFromBefore) && (
        <Notice tone="info">
          {t('choose.before')}{' '}
          <Button kind="quiet" onPress={removeAll}>
            {t('choose.startOver')}
          </Button>
        </Notice>
      )}
      {drafts.length > 0 && (
        <ul className="sign-files" aria-label={t('choose.files')}>
          {drafts.map((draft) => (
            <FileRow key={draft.key} draft={draft} />
          ))}
        </ul>
      )}
      <div className="sign-actions">
        <Button kind="primary" isDisabled={!isReady} onPress={onNext}>
          {t('choose.next')}
        </Button>
        <span className="small quiet" role="status">
          {drafts.length > 0 && t('choose.count', { count: drafts.length })}
        </span>
      </div>
    </>
  )
}

function FileRow({ draft }: { draft: Draft }) {
  const { key, file, state, share, message, needsPassword, password, upload } = draft
  const { t } = useTranslation(['signing', 'ui'])
  return (
    <li data-state={state}>
      <DraftThumbnail draft={draft} />
      <div className="sign-file">
        <span className="sign-file-name">
          <FileName>{file.name}</FileName>
        </span>
        {state === 'sending' && (
          <ProgressBar
            label={share < 1 ? t('signing:choose.sending') : t('signing:choose.checking')}
            share={share < 1 ? share : undefined}
          />
        )}
        {state === 'refused' && (
          <span className="sign-refusal" role="alert">
            {message || t(password === undefined ? 'signing:choose.locked' : 'signing:choose.notOpened')}
          </span>
        )}
        {state === 'refused' && needsPassword && (
          <Suspense fallback={null}>
            <DocumentPassword name={file.name} isAgain={password !== undefined} onGiven={(typed) => void openWith(key, typed)} />
          </Suspense>
        )}
        {state === 'ready' && (
          <span className="small quiet num">
            <bdi dir="ltr">{sizeText(file.size)}</bdi>
            {upload && upload.signatures > 0 && <> · {t('signing:choose.signedBefore', { count: upload.signatures })}</>}
          </span>
        )}
        {upload && upload.leadingBytes > 0 && <span className="small quiet">{t('signing:choose.leadingBytes')}</span>}
        {upload && upload.attachments.length > 0 && <Inside file={file} all={upload.attachments} />}
      </div>
      {state === 'ready' && <ReadDraft draft={draft} />}
      {state === 'refused' && !needsPassword && (
        <IconButton icon="refresh" label={t('signing:choose.retry', { name: file.name })} onPress={() => retry(key)} />
      )}
      <IconButton icon="close" label={t('ui:removeFile', { name: file.name })} onPress={() => remove(key)} />
    </li>
  )
}

/** Files inside the file are signed with it: the person sees which. */
function Inside({ file, all }: { file: File; all: Upload['attachments'] }) {
  const { t } = useTranslation(['signing', 'ui'])
  return (
    <details className="sign-attachments">
      <summary>{t('signing:choose.attachments', { count: all.length })}</summary>
      <Attachments all={all} onTake={(one) => takeOut(file, one, t('ui:attachment.noName'))} />
    </details>
  )
}
