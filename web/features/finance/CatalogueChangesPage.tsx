import { changeKindWords, changeStatusWords, listCatalogueChanges } from '#contract/catalogueChanges.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Filters, StatusFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'

/** What was proposed of the catalogue, and what became of it. */
export default function CatalogueChangesPage() {
  const { t } = useTranslation('finance')
  const { language } = useWords()
  const list = useList(listCatalogueChanges)
  return (
    <Page text={t('changes.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        keyOf={({ requestID }) => requestID}
        actions={[
          {
            label: t('changes.open'),
            name: ({ offerName, offerNameAr }) => t('changes.openOne', { name: language === 'ar' ? offerNameAr : offerName }),
            to: ({ requestID }) => to('catalogueChange', { requestID }),
          },
        ]}
        empty={{ title: t('changes.none'), text: t('changes.noneText') }}
      >
        <Filters list={list}>
          <StatusFilter list={list} name="status" names={changeStatusWords} />
          <StatusFilter list={list} name="kind" label={t('changes.kind')} all={t('changes.allKinds')} names={changeKindWords} />
        </Filters>
      </ListTable>
    </Page>
  )
}
