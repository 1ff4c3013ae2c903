import { to } from '#contract/screens.ts'
import type { Output } from '#contract/kit.ts'
import { listMySessions, revokeOtherSessions, revokeSession } from '#contract/profile.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr } from '../../ui/values.tsx'
import { DeviceName } from '../devices/DeviceName.tsx'

type OwnSession = Output<typeof listMySessions>['dataList'][number]

/** Where the person is signed in now. A device that is revoked is left for good; a session that is ended may begin again. */
export default function SessionsPage() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useCall(listMySessions, {})
  const [asked, setAsked] = useState<OwnSession | 'others'>()
  if (error && !data) return <FetchFailed of={{ error, refetch }} />
  if (!data) return <Waiting />
  return (
    <div className="account account-wide">
      <Card
        title={t('sessions.title')}
        actions={
          data.totalCount > 1 && (
            <Button icon="signOut" onPress={() => setAsked('others')}>
              {t('sessions.endOthers')}
            </Button>
          )
        }
      >
        <p className="quiet account-note">
          {t('sessions.text')} <Link to={to('devices')}>{t('sessions.devices')}</Link>.
        </p>
        <PlainTable
          label={t('sessions.title')}
          rows={data.dataList}
          keyOf={({ sessionID }) => sessionID}
          columns={[
            { title: t('sessions.device'), cell: ({ deviceModel, isCurrent }) => <DeviceName model={deviceModel} isThis={isCurrent} /> },
            { title: t('sessions.started'), cell: ({ startedDate }) => <DateText at={startedDate} time /> },
            { title: t('sessions.lastSeen'), cell: ({ lastSeen }) => <DateText at={lastSeen} time /> },
            { title: t('sessions.method'), cell: ({ method }) => (method ? t(`sessions.methods.${method}`) : '—') },
            { title: t('sessions.address'), cell: ({ address }) => (address ? <Ltr>{address}</Ltr> : '—') },
            {
              title: t('sessions.action'),
              cell: (session) =>
                !session.isCurrent && (
                  <Button aria-label={t('sessions.endOne', { device: session.deviceModel })} onPress={() => setAsked(session)}>
                    {t('sessions.end')}
                  </Button>
                ),
            },
          ]}
        />
      </Card>
      {asked && <End asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

function End({ asked, onClose }: { asked: OwnSession | 'others'; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const one = useSend(revokeSession, [listMySessions])
  const others = useSend(revokeOtherSessions, [listMySessions])
  const confirm = async () => {
    try {
      await (asked === 'others' ? others.mutateAsync({}) : one.mutateAsync({ sessionID: asked.sessionID }))
      toast('success', t(asked === 'others' ? 'sessions.othersEnded' : 'sessions.ended'))
    } catch (error) {
      tell(error)
    }
    onClose()
  }
  return (
    <Question
      title={t(asked === 'others' ? 'sessions.askOthers' : 'sessions.askOne')}
      no={t('sessions.keep')}
      yes={t('sessions.confirm')}
      isPending={one.isPending || others.isPending}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      {asked === 'others' ? t('sessions.askOthersText') : t('sessions.askOneText', { device: asked.deviceModel })}
    </Question>
  )
}
