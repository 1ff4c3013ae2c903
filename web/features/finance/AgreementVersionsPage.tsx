import { downloadAgreementText, type TextKind, textKinds } from '#contract/agreements.ts'
import { listAgreementVersions } from '#contract/catalogueChanges.ts'
import type { Output } from '#contract/kit.ts'
import { mayChangeCatalogue } from '#contract/operatorAccess.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { download } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'
import { Card, StatusChip } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type Column, PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { RowActions } from '../../kit/RowActions.tsx'
import { CopyId, DateText, NumberText } from '../../ui/values.tsx'
import { useMay } from './may.ts'

type Version = Output<typeof listAgreementVersions>['dataList'][number]

/** The ways to the next version of each text. */
function NewVersions({ of }: { of: readonly Version[] }) {
  const { t } = useTranslation('finance')
  const { language } = useWords()
  const newest = (kind: TextKind) =>
    of.filter((one) => one.kind === kind && one.language === language).toSorted((a, b) => b.version - a.version)[0]
  return (
    <Card title={t('agreements.newTitle')}>
      <ul className="stack">
        {textKinds.map((kind) => (
          <li key={kind}>
            <Link className="link" to={to('newCatalogueChange', { kind: 'agreement', text: kind })}>
              {newest(kind)?.title ?? kind}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Every text that people accept or may hold us to, in every version, to read. */
export default function AgreementVersionsPage() {
  const { t } = useTranslation('finance')
  const { data, error, refetch } = useCall(listAgreementVersions, {})
  const title = useTitle()
  const mayChange = useMay(mayChangeCatalogue)
  const columns: Column<Version>[] = [
    { title: t('agreements.title'), part: 'title', cell: (one) => <bdi>{one.title}</bdi> },
    { title: t('agreements.version'), end: true, cell: (one) => <NumberText value={one.version} /> },
    { title: t('agreements.language'), cell: (one) => t(`agreements.languages.${one.language}`) },
    { title: t('agreements.effective'), cell: (one) => <DateText at={one.effectiveDate} /> },
    {
      title: t('agreements.state'),
      part: 'state',
      cell: (one) => (
        <StatusChip tone={one.isCurrent ? 'success' : one.isComing ? 'info' : 'neutral'}>
          {t(one.isCurrent ? 'agreements.current' : one.isComing ? 'agreements.coming' : 'agreements.other')}
        </StatusChip>
      ),
    },
    { title: t('agreements.accepted'), end: true, cell: (one) => <NumberText value={one.accepted} /> },
    { title: 'SHA-256', cell: (one) => <CopyId value={one.sha256} shown={`${one.sha256.slice(0, 12)}…`} /> },
    {
      title: t('catalogue.actions'),
      end: true,
      cell: (one) => (
        <RowActions
          row={one}
          actions={[
            {
              label: t('agreements.open'),
              name: ({ title: of, version }) => t('agreements.openOne', { title: of, version }),
              run: ({ uniqueFileID }) => download(downloadAgreementText, { uniqueFileID }),
            },
          ]}
        />
      ),
    },
  ]
  return (
    <Page text={t('agreements.lead')}>
      {data ? (
        <div className="stack">
          <Notice tone="info">{t('agreements.fixed')}</Notice>
          {mayChange && <NewVersions of={data.dataList} />}
          <Card>
            <PlainTable label={title} columns={columns} rows={data.dataList} keyOf={({ uniqueFileID }) => uniqueFileID} />
          </Card>
        </div>
      ) : error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}
