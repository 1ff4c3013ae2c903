import { serviceLevelWords } from '#contract/waitingRequests.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { DateText } from '../../ui/values.tsx'
import { useQueue } from './queue.ts'
import { KeysHelp, useQueueKeys } from './queueKeys.tsx'
import './operations.css'

/** Where a request stands in what waits, how pressing it is, and the ways to the ones beside it. */
export function QueueSteps({ requestID }: { requestID: string }) {
  const { t } = useTranslation('operations')
  const navigate = useNavigate()
  const { at, row, total, previous, next, list, isKnown } = useQueue(requestID)
  const beside = { next, previous }
  /** Whoever knows the keys is quicker than the queue: what they pressed waits for it. */
  const [wanted, want] = useState<keyof typeof beside>()
  const goTo = (step: keyof typeof beside) => () => (isKnown ? void (beside[step] && navigate(beside[step])) : want(step))
  useQueueKeys({ next: goTo('next'), previous: goTo('previous'), back: () => void navigate(list) })
  const goOn = useEffectEvent(() => {
    if (!wanted || !isKnown) return
    want(undefined)
    if (beside[wanted]) void navigate(beside[wanted])
  })
  useEffect(() => goOn(), [isKnown, wanted])
  return (
    <div className="queue-place">
      {row && (
        <>
          <Status of={row.serviceLevel} names={serviceLevelWords} />
          <span className="small quiet">
            {t('waiting.due')} <DateText at={row.answerDueDate} hijri={false} />
          </span>
        </>
      )}
      <nav className="queue-steps" aria-label={t('waiting.steps')}>
        <Link className="btn btn-quiet" to={list}>
          {t('waiting.back')}
        </Link>
        {at >= 0 && total > 1 && (
          <>
            <Step to={previous} icon="chevronStart" label={t('waiting.previous')} />
            <span className="small quiet num">{t('waiting.place', { place: at + 1, total })}</span>
            <Step to={next} icon="chevronEnd" label={t('waiting.next')} />
          </>
        )}
      </nav>
      <KeysHelp place="request" hasOthers={at >= 0 && total > 1} />
    </div>
  )
}

function Step({ to, icon, label }: { to: string | undefined; icon: IconName; label: string }) {
  if (!to)
    return (
      <span className="btn btn-secondary" aria-hidden="true" data-off>
        <Icon name={icon} />
      </span>
    )
  return (
    <Link className="btn btn-secondary" to={to} aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}
