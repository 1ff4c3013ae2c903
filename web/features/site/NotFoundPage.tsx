import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { LostArt } from '../../ui/lostArt.tsx'
import { State } from '../../ui/State.tsx'

export default function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <>
      <Head title={t('notFound.title')} />
      <State
        level="h1"
        art={<LostArt />}
        title={t('notFound.title')}
        actions={
          <Link className="btn btn-primary" to={to('home')}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t('notFound.text')}
      </State>
    </>
  )
}
