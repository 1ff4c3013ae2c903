import { localMobile } from '#contract/addresses.ts'
import type { NewUserDetail } from '#contract/approvals.ts'
import { orgRoleWords } from '#contract/members.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Facts } from '../../ui/display.tsx'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'

export type Joining = z.output<typeof NewUserDetail>
type Fact = [name: string, value: ReactNode]

/** Who asks to join, as what, and who has approved it so far. */
export function JoiningFacts({ request }: { request: Joining }) {
  const { t, i18n } = useTranslation('approvals')
  const words = useWords()
  const named = useNamed()
  const { city, region, country } = usePlaceWords({ country: request.country, region: request.state, city: request.city })
  const address = [city, region, request.postalCode, country]
  return (
    <Facts
      facts={[
        [t('status'), request.statusLabel],
        [t('role'), words(orgRoleWords[request.userType])],
        [t('nationalId'), <Ltr key="id">{request.nationalID}</Ltr>],
        [t('identity'), request.kycStatusLabel],
        ...(request.employeeId ? [[t('employeeId'), <Ltr key="employee">{request.employeeId}</Ltr>] satisfies Fact] : []),
        ...(request.unitName ? [[t('unit'), <Name key="unit">{named(request, 'unitName')}</Name>] satisfies Fact] : []),
        ...(request.designation ? [[t('designation'), <Name key="designation">{request.designation}</Name>] satisfies Fact] : []),
        [t('email'), <Ltr key="email">{request.email}</Ltr>],
        [t('mobile'), <Ltr key="mobile">{localMobile(`${request.ISDCode}${request.phone}`)}</Ltr>],
        [t('address'), <Name key="address">{address.join(i18n.language === 'ar' ? '، ' : ', ')}</Name>],
        [t('invitedBy'), <Name key="by">{request.invitedBy}</Name>],
        [t('sent'), <DateText key="at" at={request.createdDate} time />],
        ...(request.approvedBy ? [[t('approvedBy'), <Name key="approved">{request.approvedBy}</Name>] satisfies Fact] : []),
        ...(request.remarks ? [[t('why'), <Name key="why">{request.remarks}</Name>] satisfies Fact] : []),
      ]}
    />
  )
}
