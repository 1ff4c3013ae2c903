import { listCatalogueChanges } from '#contract/catalogueChanges.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'

/** What was proposed of the catalogue, and what became of it. */
export default function CatalogueChangesPage() {
  const { t } = useTranslation('finance')
  const list = useList(listCatalogueChanges)
  return (
    <Page text={t('changes.lead')}>
      <ListTable
        list={list}
        keyOf={({ requestID }) => requestID}
        opens={({ requestID }) => to('catalogueChange', { requestID })}
        empty={{ title: t('changes.none'), text: t('changes.noneText') }}
      >
        <ListFilters list={list} />
      </ListTable>
    </Page>
  )
}
