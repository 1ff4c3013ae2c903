import { lazy, Suspense, useEffect, useState } from 'react'
import type { Widget } from './widgets.ts'

const WidgetDialog = lazy(() => import('./WidgetDialog.tsx'))

type Asked = { widget: Widget; onToken: (token: string) => void; onGivenUp: () => void }

let show: ((asked: Asked | undefined) => void) | undefined
let before: Promise<unknown> = Promise.resolve()

/** Shows the vendor's widget over the screen; calls that need an answer at the same time are served one after the other. @returns null when the person closed it */
export function askPerson(widget: Widget): Promise<string | null> {
  const ask = () =>
    new Promise<string | null>((resolve) => show?.({ widget, onToken: resolve, onGivenUp: () => resolve(null) })).finally(() =>
      show?.(undefined),
    )
  const asked = before.then(ask)
  before = asked
  return asked
}

/** Stands around every screen that talks to the server. */
export function WidgetCheck() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => {
    show = setAsked
    return () => {
      show = undefined
    }
  }, [])
  return (
    asked && (
      <Suspense fallback={null}>
        <WidgetDialog {...asked} />
      </Suspense>
    )
  )
}
