import { to } from '#contract/screens.ts'
import { exportMyData, listDataLooks } from '#contract/profile.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { download } from '../../kit/client.ts'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { usePending } from '../../kit/usePending.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { toast } from '../../ui/toast.ts'
import { Erasure } from './Erasure.tsx'

export default function MyDataPage() {
  const { t } = useTranslation('profile')
  return (
    <div className="account account-wide">
      <Copy />
      <Card title={t('data.correct')}>
        <p className="account-note">{t('data.correctText')}</p>
        <span className="account-buttons">
          <Link className="btn btn-secondary" to={to('kycRenewal')}>
            {t('data.correctIdentity')}
          </Link>
          <Link className="btn btn-secondary" to="../contact">
            {t('data.correctContact')}
          </Link>
        </span>
      </Card>
      <Erasure />
      <Looks />
    </div>
  )
}

function Copy() {
  const { t } = useTranslation('profile')
  const { isPending, run } = usePending()
  const fetchCopy = async () => {
    await download(exportMyData, {})
    toast('success', t('data.exported'))
  }
  return (
    <Card title={t('data.export')}>
      <p className="account-note">{t('data.exportText')}</p>
      <Button kind="primary" icon="download" isPending={isPending} onPress={() => void run(fetchCopy)}>
        {t('data.exportAction')}
      </Button>
    </Card>
  )
}

function Looks() {
  const { t } = useTranslation('profile')
  const { language } = useWords()
  const list = useList(listDataLooks)
  return (
    <section>
      <h2 className="account-heading">{t('data.looks')}</h2>
      <p className="quiet account-note">{t('data.looksText')}</p>
      <ListTable
        list={list}
        label={t('data.looks')}
        cells={{ viewerName: (row) => row[language === 'ar' ? 'viewerNameAr' : 'viewerName'] || t('data.lookProvider') }}
        keyOf={({ lookSlno }) => lookSlno}
        empty={{ title: t('data.noLooks'), text: t('data.noLooksText') }}
      />
    </section>
  )
}
