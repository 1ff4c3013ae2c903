import { localMobile } from '#contract/addresses.ts'
import { type Member, memberActivityWords, memberStatusWords, orgRoleWords } from '#contract/members.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../kit/columns.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { numberText } from '../../kit/shown.ts'
import { useWords } from '../../kit/useWords.ts'
import { countryName } from '../../ui/countryName.ts'
import { Facts, StatusChip } from '../../ui/display.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'

type Fact = [name: string, value: ReactNode]

/** What an organisation knows of one of its users; `isBrief` leaves out who they are. */
export function MemberFacts({ member, isBrief = false }: { member: Member; isBrief?: boolean }) {
  const { t, i18n } = useTranslation('members')
  const words = useWords()
  const isArabic = i18n.language === 'ar'
  const { organizationCounters: counters, state, postalCode } = member
  const { city, region, country } = usePlaceWords({ country: member.country, region: state, city: member.city })
  const address = [city, region, postalCode, country].filter(Boolean)
  const unit = isArabic ? member.organizationUnitAr : member.organizationUnit
  const given = (text: ReactNode) => text || <span className="quiet">{t('notGiven')}</span>
  const identity: Fact[] = [
    [t('nationalId'), <Ltr key="id">{member.nationalID}</Ltr>],
    [t('nationality'), given(member.nationality && countryName(i18n.language, member.nationality))],
  ]
  return (
    <Facts
      facts={[
        ...(isBrief ? [] : [[t('name'), <PersonName key="name" of={member} />] satisfies Fact]),
        [t('role'), words(orgRoleWords[member.userType])],
        ...(unit ? [[t('unit'), <Name key="unit">{unit}</Name>] satisfies Fact] : []),
        [t('employeeId'), given(member.employeeId && <Ltr key="employee">{member.employeeId}</Ltr>)],
        [t('email'), given(member.email && <Ltr key="email">{member.email}</Ltr>)],
        [t('mobile'), given(member.mobileNo && <Ltr key="mobile">{localMobile(member.mobileNo)}</Ltr>)],
        ...(isBrief ? [] : identity),
        ...(address.length > 0 ? [[t('address'), <Name key="address">{address.join(isArabic ? '، ' : ', ')}</Name>] satisfies Fact] : []),
        [t('since'), <DateText key="since" at={member.createdDate} />],
        ...(counters.totalCounters > 0
          ? [
              [
                t('counters'),
                t('countersText', { left: numberText(counters.remainingCounters), total: numberText(counters.totalCounters) }),
              ] satisfies Fact,
            ]
          : []),
      ]}
    />
  )
}

/** How a user stands in their organisation, and why. */
export function MemberState({ member: { status, active, remarks } }: { member: Member }) {
  const { t } = useTranslation('members')
  const words = useWords()
  return (
    <Facts
      facts={[
        [t('state'), <Status key="state" of={status} names={memberStatusWords} />],
        ...(status === 'approved'
          ? [
              [
                t('activeState'),
                <StatusChip key="active" tone={active ? 'success' : 'warning'}>
                  {words(memberActivityWords[active ? 'active' : 'inActive'])}
                </StatusChip>,
              ] satisfies Fact,
            ]
          : []),
        ...(remarks ? [[t('why'), <Name key="why">{remarks}</Name>] satisfies Fact] : []),
      ]}
    />
  )
}
