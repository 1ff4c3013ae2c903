import type { Output } from '#contract/kit.ts'
import type { verifySigning } from '#contract/signing.ts'
import { downloadDocument } from '#contract/transactions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { download } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { Button } from '../../ui/Button.tsx'
import { sizeText } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CopyId, FileName } from '../../ui/values.tsx'
import { Outcome } from './Outcome.tsx'

type State = Output<typeof verifySigning>

/** Signed: every document to download, one by one or all. */
export function SignedDocuments({ state }: { state: State }) {
  const { t } = useTranslation('signing')
  const { documents } = state
  const [saving, setSaving] = useState<string>()
  const save = async (ids: string[]) => {
    try {
      // One after the other: browsers drop downloads that begin together.
      for (const uniqueFileID of ids) {
        setSaving(uniqueFileID)
        await download(downloadDocument, { uniqueFileID, edition: 'signed' })
      }
    } catch (error) {
      tell(error)
    } finally {
      setSaving(undefined)
    }
  }
  return (
    <div className="signing">
      <Outcome icon="success" tone="success" title={t('done.title', { count: documents.length })} text={t('done.text')}>
        <div className="sign-actions">
          {documents.length > 1 && (
            <Button
              kind="primary"
              icon="download"
              isDisabled={saving !== undefined}
              onPress={() => void save(documents.map(({ uniqueFileID }) => uniqueFileID))}
            >
              {t('done.all')}
            </Button>
          )}
          <Link className="btn btn-secondary" to="/app/my/esign/sign">
            {t('done.more')}
          </Link>
          <Link className="btn btn-secondary" to="/verify">
            {t('done.verify')}
          </Link>
        </div>
      </Outcome>
      <section className="card signing-covered">
        <h2>{t('done.documents')}</h2>
        <ul className="done-documents">
          {documents.map(({ uniqueFileID, documentName, signedSize }) => (
            <li key={uniqueFileID}>
              <Icon name="file" />
              <span className="sign-file-name">
                <FileName>{documentName}</FileName>
              </span>
              <span className="small quiet num">
                <bdi dir="ltr">{sizeText(signedSize!)}</bdi>
              </span>
              <Button
                kind={documents.length === 1 ? 'primary' : 'secondary'}
                icon="download"
                isPending={saving === uniqueFileID}
                isDisabled={saving !== undefined}
                aria-label={t('done.downloadOf', { name: documentName })}
                onPress={() => void save([uniqueFileID])}
              >
                {t('done.download')}
              </Button>
            </li>
          ))}
        </ul>
        <p className="small quiet">
          {t('status.transaction')} <CopyId value={state.transactionID} />
        </p>
      </section>
    </div>
  )
}
