import { useTranslation } from 'react-i18next'
import { Head } from '../../kit/Head.tsx'
import { useTitle } from '../../kit/useTitle.ts'
import { SoonArt } from '../../ui/emptyArt.tsx'
import { State } from '../../ui/State.tsx'

/** Stands at the addresses whose screens are not open yet. */
export default function NotYetPage() {
  const { t } = useTranslation()
  const title = useTitle()
  return (
    <>
      <Head title={title} />
      <State level="h1" art={<SoonArt />} title={title}>
        {t('notYet.text')}
      </State>
    </>
  )
}
