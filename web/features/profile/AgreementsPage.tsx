import type { Output } from '#contract/kit.ts'
import {
  acceptAgreement,
  downloadAgreementText,
  downloadMyAgreement,
  listAgreementsToAccept,
  listMyAgreements,
} from '#contract/agreements.ts'
import { useTranslation } from 'react-i18next'
import { download } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, EmptyState, StatusChip } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, NumberText } from '../../ui/values.tsx'

type Due = Output<typeof listAgreementsToAccept>['dataList'][number]
type Accepted = Output<typeof listMyAgreements>['dataList'][number]

export default function AgreementsPage() {
  const { t, i18n } = useTranslation('profile')
  // Titles are in the language that is shown, so another language asks anew.
  const inLanguage = (path: string) => ({ queryHash: `${path} ${i18n.language}` })
  const due = useCall(listAgreementsToAccept, {}, inLanguage(listAgreementsToAccept.path))
  const accepted = useCall(listMyAgreements, {}, inLanguage(listMyAgreements.path))
  if (accepted.error && !accepted.data) return <FetchFailed of={accepted} />
  if (!accepted.data) return <Waiting />
  return (
    <div className="account account-wide">
      {due.data && due.data.totalCount > 0 && <ToAccept due={due.data.dataList} />}
      <Card title={t('agreements.accepted')}>
        {accepted.data.totalCount > 0 ? <History rows={accepted.data.dataList} /> : <EmptyState>{t('agreements.none')}</EmptyState>}
      </Card>
    </div>
  )
}

function ToAccept({ due }: { due: Due[] }) {
  const { t } = useTranslation('profile')
  const named = useNamed()
  const accept = useSend(acceptAgreement, [listAgreementsToAccept, listMyAgreements])
  const confirm = async ({ uniqueFileID, organizationSlno }: Due) => {
    try {
      await accept.mutateAsync({ uniqueFileID, ...(organizationSlno !== null && { organizationSlno }) })
      toast('success', t('agreements.done'))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <Card title={t('agreements.due')}>
      <Notice tone="warning">{t('agreements.dueText')}</Notice>
      <ul className="agreements-due">
        {due.map((one) => (
          <li key={`${one.uniqueFileID} ${one.organizationSlno}`}>
            <div>
              <strong>{one.title}</strong>
              <span className="small quiet">
                {[t('agreements.versionOf', { version: one.version }), t(`userTypes.${one.userType}`), named(one, 'organization')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {one.isNewVersion && <StatusChip tone="info">{t('agreements.newVersion')}</StatusChip>}
            </div>
            <span className="account-buttons">
              <Button
                icon="download"
                aria-label={t('agreements.readOne', { title: one.title })}
                onPress={() => void download(downloadAgreementText, { uniqueFileID: one.uniqueFileID }).catch(tell)}
              >
                {t('agreements.read')}
              </Button>
              <Button kind="primary" aria-label={t('agreements.acceptOne', { title: one.title })} onPress={() => void confirm(one)}>
                {t('agreements.accept')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function History({ rows }: { rows: Accepted[] }) {
  const { t } = useTranslation('profile')
  const named = useNamed()
  return (
    <PlainTable
      label={t('agreements.accepted')}
      rows={rows}
      keyOf={({ uniqueFileID }) => uniqueFileID}
      columns={[
        { title: t('agreements.agreement'), cell: ({ title }) => title },
        {
          title: t('agreements.version'),
          cell: ({ version, isCurrent }) => (
            <span className="two-in-row">
              <NumberText value={version} />
              <StatusChip tone={isCurrent ? 'success' : 'neutral'}>
                {t(isCurrent ? 'agreements.inForce' : 'agreements.replaced')}
              </StatusChip>
            </span>
          ),
        },
        {
          title: t('agreements.as'),
          cell: (row) => (
            <span className="two-lines">
              <span>{t(`userTypes.${row.userType}`)}</span>
              <bdi className="small quiet">{named(row, 'organization')}</bdi>
            </span>
          ),
        },
        { title: t('agreements.when'), cell: ({ acceptedDate }) => <DateText at={acceptedDate} time /> },
        { title: t('agreements.how'), cell: ({ acceptedHow }) => t(`agreements.hows.${acceptedHow}`) },
        {
          title: t('agreements.copy'),
          cell: ({ uniqueFileID, title }) => (
            <Button
              icon="download"
              aria-label={t('agreements.downloadOne', { title })}
              onPress={() => void download(downloadMyAgreement, { uniqueFileID }).catch(tell)}
            >
              PDF
            </Button>
          ),
        },
      ]}
    />
  )
}
