import { letGivenUpGo, listGivenUp, tryGivenUpAgain } from '#contract/givenUp.ts'
import type { RowOf } from '#contract/kit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { Ltr, Name, nothing, TwoLines } from '../../ui/values.tsx'

type Row = RowOf<typeof listGivenUp>

/** What the product gave up after its tries: tried once more, or let go. */
export default function GivenUpPage() {
  const { t } = useTranslation('operations')
  const list = useList(listGivenUp)
  const [leaving, setLeaving] = useState<Row>()
  const again = useSend(tryGivenUpAgain, [listGivenUp])
  const letGo = useSend(letGivenUpGo, [listGivenUp])
  const one = ({ kind, givenUpSlno }: Row) => ({ kind, givenUpSlno })
  const causeOf = ({ kind, cause }: Row) =>
    kind === 'message' ? t(`givenUp.channel.${cause as 'mail' | 'sms'}`) : t(`givenUp.cause.${cause as 'trouble'}`)
  return (
    <Page text={t('givenUp.lead')}>
      <ListTable
        list={list}
        keyOf={({ kind, givenUpSlno }) => `${kind} ${givenUpSlno}`}
        cells={{
          subject: (row) => <TwoLines below={causeOf(row)}>{row.subject ? <Name>{row.subject}</Name> : nothing}</TwoLines>,
          recipient: ({ recipient }) => <Ltr>{recipient || '—'}</Ltr>,
        }}
        actions={[
          {
            label: t('givenUp.again'),
            name: ({ subject }) => t('givenUp.againOne', { subject }),
            icon: 'refresh',
            may: ({ mayTryAgain }) => mayTryAgain,
            run: (row) => again.mutateAsync(one(row)).then(() => toast('success', t('givenUp.tried')), tell),
          },
          { label: t('givenUp.letGo'), name: ({ subject }) => t('givenUp.letGoOne', { subject }), run: setLeaving },
        ]}
        empty={{ title: t('givenUp.none'), text: t('givenUp.noneText') }}
      >
        <ListFilters list={list} />
      </ListTable>
      {leaving && (
        <RemarksQuestion
          title={t('givenUp.letGoTitle')}
          no={t('givenUp.keep')}
          yes={t('givenUp.letGo')}
          remarks={{ label: t('givenUp.remarks'), needed: t('givenUp.remarksNeeded'), most: 500 }}
          onYes={(remarks) => void letGo.mutateAsync({ ...one(leaving), remarks }).then(() => toast('success', t('givenUp.gone')), tell)}
          onClose={() => setLeaving(undefined)}
        >
          {() => <p>{t('givenUp.letGoText')}</p>}
        </RemarksQuestion>
      )}
    </Page>
  )
}
