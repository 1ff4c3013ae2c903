import { to } from '#contract/screens.ts'
import type { Output } from '#contract/kit.ts'
import { listMyDocuments, transactionStatuses } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { Refusal } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useCall } from '../../kit/useCall.ts'
import { EmptyState, Facts } from '../../ui/display.tsx'
import { sizeText } from '../../ui/FileDrop.tsx'
import { DetailPanel } from '../../ui/overlays.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, FileName, Ltr } from '../../ui/values.tsx'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import { ShareDocument } from './ShareDocument.tsx'
import { TransactionName } from './TransactionName.tsx'
import { ReadSigned, SaveAllSigned, SaveDocument, SaveEvidence, SendLetter } from './SaveDocuments.tsx'
import { shortHash } from '../../ui/shortIds.ts'

type Document = Output<typeof listMyDocuments>['dataList'][number]

/** The documents of one signing, beside the list. */
export default function DocumentsPanel() {
  const { t } = useTranslation('transactions')
  const { transactionID = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const documents = useCall(listMyDocuments, { transactionID }, { enabled: /^[\w-]{22}$/.test(transactionID) })
  const isUnknown = !/^[\w-]{22}$/.test(transactionID) || (documents.error instanceof Refusal && documents.error.problem.status === 404)
  return (
    <DetailPanel title={<Title rows={documents.data?.dataList} />} onClose={() => void navigate(`${to('myTransactions')}${search}`)}>
      {isUnknown ? (
        <EmptyState title={t('unknown')}>{t('unknownText')}</EmptyState>
      ) : (
        <>
          <Facts
            facts={[
              [t('id'), <CopyId key="id" value={transactionID} />],
              [
                t('progress'),
                <span key="status" className="documents-state">
                  {documents.data && <Status of={documents.data.statusLabel} names={transactionStatuses} />}
                  <Link to={to('transactionStatus', { transactionID })}>{t('openStatus')}</Link>
                </span>,
              ],
            ]}
          />
          {documents.isPending && <Waiting />}
          {documents.error && <FetchFailed of={documents} />}
          {documents.data?.dataList.every(({ signedAt }) => signedAt) && (
            <div className="documents-actions">
              {documents.data.totalCount > 1 && <SaveAllSigned transactionID={transactionID} />}
              <SaveEvidence transactionID={transactionID} />
              <SendLetter transactionID={transactionID} />
            </div>
          )}
          <ul className="documents">
            {documents.data?.dataList.map((document) => (
              <DocumentItem key={document.uniqueFileID} document={document} transactionID={transactionID} />
            ))}
          </ul>
        </>
      )}
    </DetailPanel>
  )
}

/** The signing by its first document, as its row in the list says it. */
function Title({ rows }: { rows: Document[] | undefined }) {
  const { t } = useTranslation('transactions')
  return rows?.[0] ? <TransactionName documentName={rows[0].documentName} numberOfDocuments={rows.length} /> : t('panel')
}

function DocumentItem({ document, transactionID }: { document: Document; transactionID: string }) {
  const { t } = useTranslation('transactions')
  const { rowCount, documentName, uniqueFileID, sha256, signedSize, signedAt, isKept } = document
  return (
    <li>
      <div className="documents-head">
        <DocumentThumbnail transactionID={transactionID} position={rowCount} />
        <h3>
          <FileName>{documentName}</FileName>
        </h3>
      </div>
      <Facts
        facts={[
          ['SHA-256', <CopyId key="hash" value={sha256} shown={shortHash(sha256)} />],
          [t('fileId'), <CopyId key="id" value={uniqueFileID} />],
          ...(signedAt ? [[t('signedAt'), <DateText key="at" at={signedAt} time />] as [string, React.ReactNode]] : []),
          ...(signedSize === null ? [] : [[t('size'), <Ltr key="size">{sizeText(signedSize)}</Ltr>] as [string, React.ReactNode]]),
        ]}
      />
      <div className="documents-actions">
        {signedSize !== null && <ReadSigned id={uniqueFileID} name={documentName} />}
        {signedSize !== null && <SaveDocument id={uniqueFileID} name={documentName} edition="signed" />}
        {signedSize !== null && <ShareDocument id={uniqueFileID} name={documentName} />}
        {isKept && <SaveDocument id={uniqueFileID} name={documentName} edition="original" />}
      </div>
    </li>
  )
}
