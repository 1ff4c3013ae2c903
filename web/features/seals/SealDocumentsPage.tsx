import { passwordHeaders } from '#contract/documentPassword.ts'
import type { RowOf } from '#contract/kit.ts'
import { maxUploadMegabytes } from '#contract/limits.ts'
import { to } from '#contract/screens.ts'
import * as calls from '#contract/sealedDocuments.ts'
import { readSeal } from '#contract/seals.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { download, Refusal, send } from '../../kit/client.ts'
import { type Cells } from '../../kit/columns.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { messageOf } from '../../kit/tell.ts'
import { queries, useCall } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { usePending } from '../../kit/usePending.ts'
import { Card } from '../../ui/display.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { FileName } from '../../ui/values.tsx'

const DocumentPassword = lazy(() => import('../signing/DocumentPassword.tsx'))
const SealDialog = lazy(() => import('./SealDialog.tsx').then((loaded) => ({ default: loaded.SealDialog })))

type Row = RowOf<typeof calls.listSealedDocuments>
const reloadDocuments = () => queries.invalidateQueries({ queryKey: [calls.listSealedDocuments.path] })

/** PDF files that are sealed in the name of the organisation. */
export default function SealDocumentsPage() {
  const orgSlNo = useSession().selectedOrganization?.organizationSlno
  return orgSlNo && <Documents orgSlNo={orgSlNo} /> // who left their last organisation is on the way to elsewhere
}

function Documents({ orgSlNo }: { orgSlNo: number }) {
  const { t } = useTranslation('seals')
  const list = useList(calls.listSealedDocuments)
  const { data } = useCall(readSeal, { orgSlNo })
  const seal = data?.inForce?.state === 'active' ? data.inForce : null
  const [chosen, setChosen] = useState<Row>()
  const cells: Cells<Row> = { fileName: ({ fileName }) => <FileName>{fileName}</FileName> }
  const discard = async ({ slNo }: Row) => {
    await send(calls.discardDocumentToSeal, { slNo })
    toast('success', t('documents.discarded'))
    await reloadDocuments()
  }
  return (
    <Page text={t('documents.lead')}>
      {data && !seal ? (
        <Notice tone="warning">
          {t('documents.noSeal')} <Link to={to('orgProfileCertificate')}>{t('documents.toSeal')}</Link>
        </Notice>
      ) : (
        <Upload onUploaded={setChosen} />
      )}
      <ListTable
        list={list}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        actions={[
          {
            label: t('documents.seal'),
            name: ({ fileName }) => t('documents.sealOne', { name: fileName }),
            may: ({ state }) => state === 'uploaded' && seal !== null,
            run: (row) => setChosen(row),
          },
          {
            label: t('documents.download'),
            name: ({ fileName }) => t('documents.downloadOne', { name: fileName }),
            icon: 'download',
            may: ({ state }) => state === 'sealed',
            run: ({ slNo }) => download(calls.downloadSealedDocument, { slNo }),
          },
          {
            label: t('documents.discard'),
            name: ({ fileName }) => t('documents.discardOne', { name: fileName }),
            may: ({ state }) => state === 'uploaded',
            run: discard,
          },
        ]}
        empty={{ title: t('documents.none'), text: t('documents.noneText') }}
      >
        <ListFilters list={list} search={t('documents.search')} />
      </ListTable>
      {chosen && seal && (
        <Suspense>
          <SealDialog
            document={chosen}
            seal={seal}
            onClose={() => {
              setChosen(undefined)
              void reloadDocuments()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Uploads as soon as a file is chosen, and goes on to sealing it; one behind a password is asked for what opens it. */
function Upload({ onUploaded }: { onUploaded: (row: Row) => void }) {
  const { t } = useTranslation('seals')
  const { isPending, run } = usePending()
  const [closed, setClosed] = useState<{ file: File; message: string; isAgain: boolean }>()
  const take = async (file: File, password?: string) => {
    const options = { file, headers: passwordHeaders(password) }
    try {
      const row = await send(calls.uploadDocumentToSeal, { name: file.name }, options)
      setClosed(undefined)
      toast('success', t('documents.uploaded'))
      await reloadDocuments()
      onUploaded(row)
    } catch (error) {
      if (!asksForPassword(error)) throw error
      setClosed({ file, message: messageOf(error), isAgain: password !== undefined })
    }
  }
  return (
    <Card title={t('documents.upload')}>
      <FileDrop
        label={t('documents.choose')}
        hint={t('documents.hint')}
        accept={['application/pdf']}
        maxBytes={maxUploadMegabytes * 1_000_000}
        files={[]}
        onFiles={([file]) => {
          setClosed(undefined)
          void run(() => take(file!))
        }}
      />
      {closed && (
        <>
          <Notice tone="warning">
            <FileName>{closed.file.name}</FileName>
            <p>{closed.message}</p>
          </Notice>
          <Suspense>
            <DocumentPassword
              name={closed.file.name}
              isAgain={closed.isAgain}
              onGiven={(password) => void run(() => take(closed.file, password))}
            />
          </Suspense>
        </>
      )}
      {isPending && <Spinner />}
    </Card>
  )
}

const asksForPassword = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.problem.errors ?? []).some(({ field }) => field === 'password')
