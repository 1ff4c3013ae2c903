import { changeTypeWords, type readChangeRequest } from '#contract/changes.ts'
import { localMobile } from '#contract/addresses.ts'
import type { Output } from '#contract/kit.ts'
import { orgRoleWords } from '#contract/members.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../kit/useWords.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'

export type Change = Output<typeof readChangeRequest>
type Fact = [name: string, value: ReactNode]

/** What would change, as it is and as it would be, and who asks for it. */
export function ChangeFacts({ change }: { change: Change }) {
  const { t } = useTranslation('approvals')
  const words = useWords()
  const { changeType, oldValue, newValue, reason, approvedBy, remarks } = change
  const shown = (value: string) => {
    if (value === '') return <span className="quiet">{t('changes.nothing')}</span>
    if (changeType === 'email') return <Ltr>{value}</Ltr>
    return changeType === 'mobile' ? <Ltr>{localMobile(value)}</Ltr> : <Name>{value}</Name>
  }
  const text = (name: string, value: string | null): Fact[] => (value ? [[name, <Name key={name}>{value}</Name>]] : [])
  return (
    <>
      <Card title={words(changeTypeWords[changeType])}>
        <Facts
          facts={[
            [t('changes.old'), shown(oldValue)],
            [t('changes.new'), <strong key="new">{shown(newValue)}</strong>],
          ]}
        />
      </Card>
      <Card title={t('changes.request')}>
        <Facts
          facts={[
            [t('status'), change.statusLabel],
            [t('role'), words(orgRoleWords[change.orgUserType])],
            ...text(t('changes.by'), change.requestedBy),
            [t('sent'), <DateText key="at" at={change.requestDate} time />],
            ...text(t('changes.reason'), reason),
            ...text(t('approvedBy'), approvedBy),
            ...text(t('changes.remarks'), remarks),
          ]}
        />
      </Card>
    </>
  )
}
