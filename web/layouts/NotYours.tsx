import type { Opens } from '#contract/publicScreens.ts'
import { operatorRoles } from '#contract/operatorAccess.ts'
import { mayOpen } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'
import { Head } from '../kit/Head.tsx'
import { useSession } from '../kit/session.ts'
import { LostArt } from '../ui/lostArt.tsx'
import { State } from '../ui/State.tsx'
import type { Handle } from '../kit/useTitle.ts'
import { startOf } from './navigation.ts'

/** Whom the screen of the address is for, where that is not the signed-in person. */
export function useForOthers(): Opens | undefined {
  const session = useSession()
  const asked = useMatches().map(({ handle }) => (handle as Handle | undefined)?.opens)
  return asked.find((opens) => opens !== undefined && !mayOpen(opens, session))
}

const isForStaff = (opens: Opens) => typeof opens !== 'string' && opens.some((role) => operatorRoles.some((staff) => staff === role))

/** Stands in the place of a screen that is for others; nothing of that screen is asked of the server. */
export function NotYours({ opens }: { opens: Opens }) {
  const { t } = useTranslation('ui')
  const session = useSession()
  const isMember = session.organizationList.length > 0
  const isStaff = session.operatorRoles.length > 0
  const why = opens === 'person' ? 'person' : isForStaff(opens) ? (isStaff ? 'staffRole' : 'staff') : isMember ? 'role' : 'organisation'
  return (
    <>
      <Head title={t('notYours.title')} />
      <State
        level="h1"
        art={<LostArt />}
        title={t('notYours.title')}
        actions={
          <Link className="btn btn-primary" to={startOf(session)}>
            {t('notYours.home')}
          </Link>
        }
      >
        {t(`notYours.${why}`)}
      </State>
    </>
  )
}
