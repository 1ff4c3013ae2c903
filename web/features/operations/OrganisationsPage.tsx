import { organisationEdges } from '#contract/applications.ts'
import type { RowOf } from '#contract/kit.ts'
import { listOrganisations, reactivateOrganisation, suspendOrganisation } from '#contract/operations.ts'
import { to } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'
import { useMayDecide } from './mayDecide.ts'

type Organisation = RowOf<typeof listOrganisations>

/** The registered organisations; whoever decides suspends one, or lets it act again. */
export default function OrganisationsPage() {
  const { t } = useTranslation('operations')
  const named = useNamed()
  const list = useList(listOrganisations)
  const [asked, setAsked] = useState<Organisation>()
  const mayDecide = useMayDecide()
  const nameOf = (row: Organisation) => named(row, 'organizationName')
  const action = (step: 'suspend' | 'reactivate', next: Organisation['state']) => ({
    label: t(`organisations.${step}`),
    name: (row: Organisation) => t(`organisations.${step}One`, { name: nameOf(row) }),
    may: (row: Organisation) => mayDecide && organisationEdges[row.state].includes(next),
    run: setAsked,
  })
  return (
    <Page text={t('organisations.lead')}>
      <ListTable
        list={list}
        keyOf={({ organizationSlno }) => organizationSlno}
        opens={({ organizationSlno }) => to('organisationOfStaff', { organizationSlno })}
        actions={[action('suspend', 'suspended'), action('reactivate', 'active')]}
      >
        <ListFilters list={list} search={t('organisations.search')} />
      </ListTable>
      {asked && <Change organisation={asked} name={nameOf(asked)} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function Change({ organisation, name, onClose }: { organisation: Organisation; name: string; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'ui'])
  const isActive = organisation.state === 'active'
  const step = isActive ? 'suspend' : 'reactivate'
  const change = useSend(isActive ? suspendOrganisation : reactivateOrganisation, [listOrganisations])
  const confirm = async (remarks: string) => {
    try {
      await change.mutateAsync({ organizationSlno: organisation.organizationSlno, remarks })
      toast('success', t(`operations:organisations.${step}Done`))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <RemarksQuestion
      title={t(`operations:organisations.${step}One`, { name })}
      no={t('ui:cancel')}
      yes={t(`operations:organisations.${step}`)}
      kind={isActive ? 'danger' : 'primary'}
      remarks={{ label: t('operations:organisations.remarks'), needed: t('operations:organisations.remarksNeeded'), most: 1000 }}
      onYes={(remarks) => void confirm(remarks)}
      onClose={onClose}
    >
      {() => <p>{t(`operations:organisations.${step}Text`)}</p>}
    </RemarksQuestion>
  )
}
