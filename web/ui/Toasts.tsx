import { type PointerEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'
import { dismiss, onToasts, readToasts, type ToastMessage } from './toast.ts'

const lifeMs = 4000
const swipePx = 20
const leaveMs = 200

/** The corner where toasts appear: at the end of the line, bottom right in English and bottom left in Arabic. */
export function Toasts() {
  const { t } = useTranslation('ui')
  const messages = useSyncExternalStore(onToasts, readToasts, readToasts)
  const [paused, setPaused] = useState(false)
  const hold = { onPointerEnter: () => setPaused(true), onFocus: () => setPaused(true) }
  const release = { onPointerLeave: () => setPaused(false), onBlur: () => setPaused(false) }
  useEffect(() => {
    if (!messages.length) setPaused(false) // the last one may leave from under the pointer
  }, [messages.length])
  return (
    <section className="toasts" aria-label={t('notifications')} aria-live="polite" {...hold} {...release}>
      {messages.map((message) => (
        <Toast key={message.id} message={message} paused={paused} />
      ))}
    </section>
  )
}

function Toast({ message, paused }: { message: ToastMessage; paused: boolean }) {
  const { t } = useTranslation('ui')
  const [leaving, setLeaving] = useState(false)
  useTimer(lifeMs, paused || leaving, () => setLeaving(true))
  useEffect(() => {
    if (!leaving) return
    const gone = setTimeout(() => dismiss(message.id), leaveMs)
    return () => clearTimeout(gone)
  }, [leaving, message.id])
  const swipe = useSwipe(() => setLeaving(true))
  return (
    <div
      className={`toast tone-${message.tone}`}
      data-leaving={leaving || undefined}
      role={message.tone === 'error' ? 'alert' : 'status'}
      {...swipe}
    >
      <Icon name={message.tone} />
      <div>
        <strong>{message.title}</strong>
        {message.text && <p>{message.text}</p>}
      </div>
      <button type="button" className="toast-close" aria-label={t('close')} onClick={() => setLeaving(true)}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}

/** Counts down while it is not paused, and goes on from where it stopped. */
function useTimer(ms: number, paused: boolean, onEnd: () => void) {
  const left = useRef(ms)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (paused) return
    const began = Date.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - began
    }
  }, [paused])
}

/** Follows the finger sideways; past the threshold the toast goes, before it the toast springs back. */
function useSwipe(onSwiped: () => void) {
  const from = useRef<number>(undefined)
  const move = (event: PointerEvent<HTMLElement>, by: number) => event.currentTarget.style.setProperty('--swipe', `${by}px`)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as Element).closest('button')) return
      from.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== undefined) move(event, event.clientX - from.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (from.current === undefined) return
      const by = event.clientX - from.current
      from.current = undefined
      if (Math.abs(by) >= swipePx) onSwiped()
      else move(event, 0)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      from.current = undefined
      move(event, 0)
    },
  }
}
