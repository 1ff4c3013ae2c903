import { to } from '#contract/screens.ts'
import { countWaitingRequests } from '#contract/waitingRequests.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { numberText } from '../../kit/shown.ts'
import { useCall } from '../../kit/useCall.ts'
import { Card, StatusChip } from '../../ui/display.tsx'
import './operations.css'

const lookEveryMs = 30_000

/** How much waits, by kind, each the way to its part of the queue. */
export function QueueCounts() {
  const { t } = useTranslation('operations')
  const { data } = useCall(countWaitingRequests, {}, { refetchInterval: lookEveryMs })
  if (!data) return null
  return (
    <Card title={t('waiting.counts')} actions={<Link to={to('waitingRequests')}>{t('waiting.all')}</Link>}>
      {data.dataList.length === 0 ? (
        <p className="quiet">{t('waiting.noneText')}</p>
      ) : (
        <ul className="counts">
          {data.dataList.map(({ kind, count, soon, late }) => (
            <li key={kind}>
              <Link className="queue-count" to={to('waitingRequests', { kind })}>
                <span>{t(`waiting.kinds.${kind}`)}</span>
                <span className="num">{numberText(count)}</span>
              </Link>
              {late > 0 && <StatusChip tone="error">{t('waiting.late', { number: numberText(late) })}</StatusChip>}
              {soon > 0 && <StatusChip tone="warning">{t('waiting.soon', { number: numberText(soon) })}</StatusChip>}
              {late + soon === 0 && <StatusChip tone="success">{t('waiting.inTime')}</StatusChip>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
