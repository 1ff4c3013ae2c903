import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './sessions.css'
import { onThisClock } from '../../kit/proof.ts'
import { Button } from '../../ui/Button.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { PickedNumber } from '../../ui/PickedNumber.tsx'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { Countdown } from '../../ui/values.tsx'
import type { ChallengeState, Ending } from './useChallenge.ts'

type Props = {
  state: Exclude<ChallengeState, { step: 'idle' }>
  /** Starts the same challenge anew; only offered once it has ended. */
  onAgain: () => void
  isStarting: boolean
  onCancel: () => void
  /** Back to what came before, after it has ended. */
  onLeave: () => void
  /** What to do besides, where there is no account. */
  noAccount?: ReactNode
  /** What to do instead, where the identity app is busy or did not bring it to an end. */
  otherWay?: ReactNode
}

/** The wait for an approval in the identity app, and every way in which it can end without one. */
export function Challenge({ state, onAgain, isStarting, onCancel, onLeave, noAccount, otherWay }: Props) {
  if (state.step === 'held') return <Held answer={state.answer} onCancel={onCancel} otherWay={otherWay} />
  if (state.step === 'waiting') return <Waiting started={state.started} onCancel={onCancel} />
  const { ending, text } = state
  return <Ended {...{ ending, text, onAgain, isStarting, onLeave, noAccount, otherWay }} />
}

type HeldProps = Pick<Props, 'onCancel' | 'otherWay'> & { answer: Extract<ChallengeState, { step: 'held' }>['answer'] }

function Held({ answer, onCancel, otherWay }: HeldProps) {
  const { t } = useTranslation('sessions')
  return (
    <section className="challenge" aria-labelledby="challenge-title">
      <StatusPicture icon="clock" tone="warning" />
      <Title>{t('held.title')}</Title>
      <p className="challenge-text">{answer.errorMessage}</p>
      {answer.heldUntil && (
        <p className="quiet small">
          {t('held.left')} <Countdown until={onThisClock(answer.heldUntil)} />
        </p>
      )}
      <div className="challenge-actions">
        <a className="btn btn-primary only-touch" href="nafath://home">
          {t('waiting.open')}
        </a>
        {otherWay}
        <Button onPress={onCancel}>{t('ended.back')}</Button>
      </div>
    </section>
  )
}

function Waiting({ started, onCancel }: { started: Extract<ChallengeState, { step: 'waiting' }>['started']; onCancel: () => void }) {
  const { t } = useTranslation('sessions')
  return (
    <section className="challenge" aria-labelledby="challenge-title">
      <Title>{t('waiting.title')}</Title>
      <PickedNumber number={started.random} label={t('waiting.number', { number: started.random })} />
      <p className="challenge-text">{t('waiting.text')}</p>
      {started.expiresAt && (
        <p className="quiet small">
          {t('waiting.left')} <Countdown until={onThisClock(started.expiresAt)} />
        </p>
      )}
      <div className="challenge-actions">
        <a className="btn btn-primary only-touch" href="nafath://home">
          {t('waiting.open')}
        </a>
        <Button onPress={onCancel}>{t('waiting.cancel')}</Button>
      </div>
    </section>
  )
}

const pictures: Record<Ending, { icon: IconName; tone: 'error' | 'warning' | 'info' }> = {
  rejected: { icon: 'error', tone: 'error' },
  failed: { icon: 'error', tone: 'error' },
  expired: { icon: 'clock', tone: 'warning' },
  cancelled: { icon: 'info', tone: 'info' },
  noAccount: { icon: 'user', tone: 'info' },
}

type EndedProps = Omit<Props, 'state' | 'onCancel'> & { ending: Ending; text?: string }

function Ended({ ending, text, onAgain, isStarting, onLeave, noAccount, otherWay }: EndedProps) {
  const { t } = useTranslation('sessions')
  const { icon, tone } = pictures[ending]
  const offersAccount = ending === 'noAccount' && noAccount
  return (
    <section className="challenge" aria-labelledby="challenge-title">
      <StatusPicture icon={icon} tone={tone} />
      <Title>{t(`ended.${ending}.title`)}</Title>
      <p className="challenge-text">{text || t(`ended.${ending}.text`)}</p>
      <div className="challenge-actions">
        {offersAccount ? (
          noAccount
        ) : (
          <Button kind="primary" onPress={onAgain} isPending={isStarting}>
            {t('ended.again')}
          </Button>
        )}
        {!offersAccount && ending !== 'cancelled' && otherWay}
        <Button onPress={onLeave}>{t('ended.back')}</Button>
      </div>
    </section>
  )
}

/** What has happened is read aloud: the title takes the focus. */
function Title({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [children])
  return (
    <h2 id="challenge-title" tabIndex={-1} ref={ref}>
      {children}
    </h2>
  )
}
