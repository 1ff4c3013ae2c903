import { to } from '#contract/screens.ts'
import type { Output } from '#contract/kit.ts'
import type { verifySigning } from '#contract/signing.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sizeText } from '../../ui/FileDrop.tsx'
import { CopyId, FileName } from '../../ui/values.tsx'
import { DocumentThumbnail } from '../transactions/DocumentThumbnail.tsx'
import { ReadSigned, SaveAllSigned, SaveDocument, SaveEvidence, SendLetter } from '../transactions/SaveDocuments.tsx'
import { ShareDocument } from '../transactions/ShareDocument.tsx'
import { Outcome } from './Outcome.tsx'

type State = Output<typeof verifySigning>

/** Signed: every document to download, one by one or together. */
export function SignedDocuments({ state }: { state: State }) {
  const { t } = useTranslation('signing')
  const { documents } = state
  const only = documents.length === 1 ? documents[0] : undefined // what everybody wants next stands first
  return (
    <div className="signing">
      <Outcome icon="success" tone="success" title={t('done.title', { count: documents.length })} text={t('done.text')}>
        <div className="sign-actions">
          {documents.length > 1 && <SaveAllSigned transactionID={state.transactionID} kind="primary" />}
          {only && <SaveDocument id={only.uniqueFileID} name={only.documentName} edition="signed" kind="primary" />}
          {only && <ShareDocument id={only.uniqueFileID} name={only.documentName} />}
          <Link className="btn btn-secondary" to={to('sign')}>
            {t('done.more')}
          </Link>
          <SaveEvidence transactionID={state.transactionID} />
          <SendLetter transactionID={state.transactionID} />
          <Link className="btn btn-secondary" to={to('verify', { code: state.transactionID })}>
            {t('done.verify')}
          </Link>
        </div>
      </Outcome>
      <section className="card signing-covered">
        <h2>{t('done.documents')}</h2>
        <ul className="done-documents">
          {documents.map(({ uniqueFileID, documentName, signedSize }, i) => (
            <li key={uniqueFileID}>
              <DocumentThumbnail transactionID={state.transactionID} position={i + 1} />
              <span className="sign-file-name">
                <FileName>{documentName}</FileName>
              </span>
              <span className="small quiet num">
                <bdi dir="ltr">{sizeText(signedSize!)}</bdi>
              </span>
              <ReadSigned id={uniqueFileID} name={documentName} />
              {!only && <SaveDocument id={uniqueFileID} name={documentName} edition="signed" />}
              {!only && <ShareDocument id={uniqueFileID} name={documentName} />}
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
