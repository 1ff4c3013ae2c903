import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { Decide } from '../decisions/Decide.tsx'
import { useMayDecide } from './mayDecide.ts'
import { useGoOn } from './queue.ts'

type Props = Pick<ComponentProps<typeof Decide>, 'notApproved' | 'initiate' | 'verify'> & {
  requestID: string
  /** Why nobody decides it here now; null where somebody may. */
  ended: string | null
  /** The path of the call that read the request. */
  stale: string
  /** Whether the person decides requests of its kind; left out, those of people and organisations. */
  mayDecide?: boolean
  /** What else may be done with it. */
  children?: ReactNode
}

/** The decision for the provider, and on to what waits next. */
export function Decision({ requestID, ended, stale, mayDecide: may, children, ...decide }: Props) {
  const { t } = useTranslation('decisions')
  const usual = useMayDecide()
  const mayDecide = may ?? usual
  const goOn = useGoOn(requestID, stale)
  if (ended !== null) return <Notice tone="info">{ended}</Notice>
  if (!mayDecide)
    return (
      <div className="stack">
        <Notice tone="info">{t('readOnly')}</Notice>
        {decide.notApproved && <Notice tone="warning">{decide.notApproved}</Notice>}
      </div>
    )
  return (
    <div className="stack">
      <Decide key={requestID} {...decide} onDecided={() => void goOn(t('done'))} />
      {children}
    </div>
  )
}
