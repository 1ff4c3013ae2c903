import { lazy, Suspense, useEffect, useState } from 'react'
import { meetDemand } from '../../kit/demands.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'))

/** Stands in the frame of the application: any call that the server answers with STEP_UP opens its dialog and is then repeated. */
export function StepUp() {
  const [end, setEnd] = useState<(confirmed: boolean) => void>()
  useEffect(() => {
    let running: Promise<boolean> | undefined // calls that meet the demand at the same time share one confirmation
    const ask = () =>
      new Promise<boolean>((resolve) => setEnd(() => resolve)).finally(() => {
        running = undefined
        setEnd(undefined)
      })
    return meetDemand('STEP_UP', async () => ((await (running ??= ask())) ? {} : undefined))
  }, [])
  return (
    end && (
      <Suspense fallback={null}>
        <StepUpDialog onEnd={end} />
      </Suspense>
    )
  )
}
