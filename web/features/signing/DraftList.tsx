import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../ui/display.tsx'
import { sizeText } from '../../ui/FileDrop.tsx'
import { CopyId, FileName } from '../../ui/values.tsx'
import type { Draft } from './drafts.ts'
import { ReadDraft } from './ReadDraft.tsx'
import { DraftThumbnail } from './DraftThumbnail.tsx'
import { shortHash } from '../../ui/shortIds.ts'
import { Whereabouts } from './Whereabouts.tsx'

type Props = { drafts: readonly Draft[]; chosen: string; onChoose: (key: string) => void }

/** Exactly what will be signed, and whether it was looked through. Of several, a press on the name shows its pages. */
export function DraftList({ drafts, chosen, onChoose }: Props) {
  const { t } = useTranslation('signing')
  return (
    <section className="card place-documents" aria-label={t('approve.documents', { count: drafts.length })}>
      <ul className="place-files">
        {drafts.map((draft) => (
          <li key={draft.key} data-chosen={(drafts.length > 1 && draft.key === chosen) || undefined}>
            <div className="place-head">
              <DraftThumbnail draft={draft} />
              {drafts.length > 1 ? (
                <button type="button" aria-pressed={draft.key === chosen} onClick={() => onChoose(draft.key)}>
                  <FileName>{draft.file.name}</FileName>
                </button>
              ) : (
                <strong className="sign-file-name">
                  <FileName>{draft.file.name}</FileName>
                </strong>
              )}
            </div>
            <DraftFacts draft={draft} />
          </li>
        ))}
      </ul>
      <p className="small quiet">{t('approve.hashes')}</p>
    </section>
  )
}

function DraftFacts({ draft }: { draft: Draft }) {
  const { t } = useTranslation('signing')
  const { file, upload, placement, field, isRead } = draft
  return (
    <>
      <span className="small quiet num">
        <bdi dir="ltr">{sizeText(file.size)}</bdi> · <Whereabouts placement={placement} field={field} />
      </span>
      <span className="hash small">
        <span className="quiet">SHA-256</span> <CopyId value={upload!.sha256} shown={shortHash(upload!.sha256)} />
      </span>
      <span className="approve-read">
        <StatusChip tone={isRead ? 'success' : 'neutral'}>{t(isRead ? 'approve.read' : 'approve.unread')}</StatusChip>
        <ReadDraft draft={draft} />
      </span>
    </>
  )
}
