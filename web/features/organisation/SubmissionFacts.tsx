import type { readContact } from '#contract/contacts.ts'
import type { Output } from '#contract/kit.ts'
import { inUseWords, submissionStatusWords } from '#contract/submissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '../../kit/columns.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { Facts } from '../../ui/display.tsx'
import { DateText, Name } from '../../ui/values.tsx'

type Contact = Output<typeof readContact>
export type Submitted = Pick<Contact, 'status' | 'isActive' | 'createdDate' | 'madeBy' | 'decidedBy' | 'decidedDate' | 'remarks'>
type Fact = [name: string, value: ReactNode]

/** How something that the organisation submitted stands: since when, by whom, and what was decided. */
export function SubmissionFacts({ submitted }: { submitted: Submitted }) {
  const { t } = useTranslation('organisation')
  const { status, isActive, createdDate, madeBy, decidedBy, decidedDate, remarks } = submitted
  return (
    <Facts
      facts={[
        [t('submission.status'), <Status key="status" of={status} names={submissionStatusWords} />],
        ...(status === 'approved'
          ? [[t('submission.use'), <Status key="use" of={`${isActive}`} names={inUseWords} />] satisfies Fact]
          : []),
        [t('submission.madeBy'), <PersonName key="by" of={madeBy} />],
        [t('submission.submitted'), <DateText key="at" at={createdDate} time />],
        ...(decidedBy ? [[t('submission.decidedBy'), <PersonName key="by" of={decidedBy} />] satisfies Fact] : []),
        ...(decidedDate ? [[t('submission.decided'), <DateText key="on" at={decidedDate} time />] satisfies Fact] : []),
        ...(remarks ? [[t('submission.why'), <Name key="why">{remarks}</Name>] satisfies Fact] : []),
      ]}
    />
  )
}
