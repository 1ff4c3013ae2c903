import { idleMinutes } from '#contract/limits.ts'
import { to } from '#contract/screens.ts'
import { noteActivity } from '#contract/sessions.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { send } from '../../kit/client.ts'
import { isWarning, onWarning, recordActivity, secondsLeft, wasActiveSince } from '../../kit/idle.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays.tsx'

const tellEveryMs = 300_000

/** Says that the session is about to end for want of activity, and goes on with one press. Reading and typing keep the server's session, too. */
export function IdleWarning() {
  const { t } = useTranslation('ui')
  const navigate = useNavigate()
  const isShown = useSyncExternalStore(onWarning, isWarning)
  useEffect(tellServer, [])
  const goOn = () => {
    recordActivity()
    void say()
  }
  return (
    <Dialog
      role="alertdialog"
      title={t('idle.title')}
      isOpen={isShown}
      onOpenChange={(isOpen) => !isOpen && goOn()}
      footer={() => (
        <>
          <Button onPress={() => void navigate(to('logout'))}>{t('idle.signOut')}</Button>
          <Button kind="primary" autoFocus onPress={goOn}>
            {t('idle.goOn')}
          </Button>
        </>
      )}
    >
      <p>{t('idle.text', { minutes: idleMinutes })}</p>
      <TimeLeft />
    </Dialog>
  )
}

function TimeLeft() {
  const { t } = useTranslation('ui')
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <p role="timer">{t('idle.left', { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, '0') })}</p>
}

const say = () => send(noteActivity, {}).catch(() => undefined) // the next call tells what is wrong

/** The server hears of calls alone; whoever reads or writes for long makes none. */
function tellServer() {
  let told = Date.now()
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible' || !wasActiveSince(told)) return
    told = Date.now()
    void say()
  }, tellEveryMs)
  return () => clearInterval(timer)
}
