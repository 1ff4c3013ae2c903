import type { Output } from '#contract/kit.ts'
import { type readSealRequest, sealWaitWords } from '#contract/seals.ts'
import { dscStateWords } from '#contract/certificateStates.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../kit/columns.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useNamed } from '../../kit/useNamed.ts'
import { Facts } from '../../ui/display.tsx'
import { CopyId, DateText, Ltr, Money, Name } from '../../ui/values.tsx'
import { isKnownReason } from './reasons.ts'
import { Subject } from './Subject.tsx'

export type Seal = Output<typeof readSealRequest>
type Fact = [name: string, value: ReactNode]

/** How a seal stands, and what it waits for and since when. */
export function SealState({ of }: { of: Seal }) {
  const { t } = useTranslation('seals')
  return (
    <p className="seal-state">
      {of.waitsFor ? <Status of={of.waitsFor} names={sealWaitWords} /> : <Status of={of.state} names={dscStateWords} />}
      {of.waitingSince && (
        <span className="small quiet">
          {t('since')} <DateText at={of.waitingSince} time />
        </span>
      )}
    </p>
  )
}

/** What was ordered: the certificate with its subject, and by whom. */
export function OrderFacts({ of }: { of: Seal }) {
  const { t } = useTranslation('seals')
  const named = useNamed()
  return (
    <>
      <Facts
        facts={[
          [t('class'), <Name key="class">{named(of, 'classofCertificate')}</Name>],
          [t('years'), t('yearsCount', { count: of.years })],
          [t('key'), <Ltr key="key">{of.keyAlgorithm}</Ltr>],
          [t('price'), <Money key="price" halalas={of.totalPrice} />],
          ...(of.replaces ? [[t('replaces'), <CopyId key="replaces" value={of.replaces} />] satisfies Fact] : []),
          [t('orderedBy'), <PersonName key="by" of={of.madeBy} />],
          [t('ordered'), <DateText key="ordered" at={of.appliedAt} time />],
          ...(of.signatory ? [[t('approvedBy'), <PersonName key="by" of={of.signatory} />] satisfies Fact] : []),
          ...(of.decidedDate ? [[t('decided'), <DateText key="decided" at={of.decidedDate} time />] satisfies Fact] : []),
          ...(of.remarks ? [[t('remarks'), <Name key="remarks">{of.remarks}</Name>] satisfies Fact] : []),
        ]}
      />
      <div>
        <h3>{t('subject')}</h3>
        <Subject of={of.subject} />
      </div>
    </>
  )
}

/** The certificate that came of it. */
export function CertificateFacts({ of }: { of: Seal }) {
  const { t } = useTranslation('seals')
  const reason = of.revocationReason
  return (
    <Facts
      facts={[
        [t('validFrom'), <DateText key="from" at={of.validFrom} time />],
        [t('validTo'), <DateText key="to" at={of.validTo} time />],
        [t('serial'), of.serialNumberHex && <CopyId key="serial" value={of.serialNumberHex} />],
        [t('issuedBy'), <Name key="by">{of.issuedBy}</Name>],
        ...(reason
          ? [[t('reason'), isKnownReason(reason) ? t(`reasons.${reason}`) : <Ltr key="reason">{reason}</Ltr>] satisfies Fact]
          : []),
      ]}
    />
  )
}
