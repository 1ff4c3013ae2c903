import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { numberText } from '../../kit/shown.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { useQueue } from './queue.ts'
import './operations.css'

/** Where a request stands in what waits, and the ways to the ones beside it. */
export function QueueSteps({ requestID }: { requestID: string }) {
  const { t } = useTranslation('operations')
  const { at, total, previous, next } = useQueue(requestID)
  if (at < 0 || total < 2) return null
  return (
    <nav className="queue-steps" aria-label={t('waiting.steps')}>
      <Step to={previous} icon="chevronStart" label={t('waiting.previous')} />
      <span className="small quiet num">{t('waiting.place', { place: numberText(at + 1), total: numberText(total) })}</span>
      <Step to={next} icon="chevronEnd" label={t('waiting.next')} />
    </nav>
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
