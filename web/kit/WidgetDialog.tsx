import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Dialog } from '../ui/overlays.tsx'
import { Waiting } from '../ui/Progress.tsx'
import { drawWidget, type Widget } from './widgets.ts'

const names = { recaptcha: 'Google reCAPTCHA', hcaptcha: 'hCaptcha', turnstile: 'Cloudflare Turnstile' }

type Props = { widget: Widget; onToken: (token: string) => void; onGivenUp: () => void }

/** Shows the vendor's widget until it gives a token; closing it gives the call up. */
export default function WidgetDialog({ widget, onToken, onGivenUp }: Props) {
  const { t } = useTranslation('ui')
  const [attempt, setAttempt] = useState(0)
  return (
    <Dialog
      title={t('humanCheck.title')}
      role="alertdialog"
      isOpen
      onOpenChange={(open) => open || onGivenUp()}
      footer={() => <Button onPress={onGivenUp}>{t('cancel')}</Button>}
    >
      <p>{t('humanCheck.text', { vendor: names[widget.kind] })}</p>
      <Drawn key={attempt} widget={widget} onToken={onToken} onAgain={() => setAttempt(attempt + 1)} />
    </Dialog>
  )
}

function Drawn({ widget, onToken, onAgain }: { widget: Widget; onToken: (token: string) => void; onAgain: () => void }) {
  const { t, i18n } = useTranslation('ui')
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading')
  const answered = useEffectEvent(onToken)
  useEffect(() => {
    const language = i18n.language === 'en' ? 'en' : 'ar'
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
    const leaving = new AbortController()
    const stopWatching = keepReachable()
    const fail = () => leaving.signal.aborted || setState('failed')
    const told = { onToken: (token: string) => leaving.signal.aborted || answered(token), onFailed: fail }
    void drawWidget(widget, place.current!, { language, theme }, told).then((takeAway) => {
      if (leaving.signal.aborted) return takeAway()
      leaving.signal.addEventListener('abort', takeAway)
      setState((now) => (now === 'failed' ? now : 'drawn'))
    }, fail)
    return () => {
      leaving.abort()
      stopWatching()
    }
  }, [widget, i18n.language])
  return (
    <>
      {state === 'loading' && <Waiting>{t('humanCheck.loading')}</Waiting>}
      <div ref={place} className="widget" hidden={state === 'failed'} />
      {state === 'failed' && (
        <>
          <Notice tone="error">{t('humanCheck.unreachable')}</Notice>
          <Button kind="primary" onPress={onAgain}>
            {t('retry')}
          </Button>
        </>
      )}
    </>
  )
}

/**
 * The vendors put their question beside everything else in the page. What appears there while our dialog is open would be hidden from
 * people who do not see, and could not take the focus: it is marked as standing above the dialog. @returns how to stop
 */
function keepReachable(): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement) || node.querySelector('iframe') === null) continue
        node.dataset.reactAriaTopLayer = 'true'
        node.inert = false // where the dialog's own watch came first
      }
    }
  })
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}
