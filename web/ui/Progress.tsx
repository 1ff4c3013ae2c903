import { Label } from 'react-aria-components/Label'
import { ProgressBar as Behaviour } from 'react-aria-components/ProgressBar'
import { useTranslation } from 'react-i18next'
import { numberText, useShown } from '../kit/shown.ts'

/** Fades in after a moment (in CSS), so that quick answers do not flicker. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />

/** A whole area that waits: one fixed message, spoken once. */
export function Waiting({ children }: { children?: string }) {
  const { t } = useTranslation('ui')
  return (
    <div className="waiting" role="status">
      <Spinner />
      {children ?? t('loading')}
    </div>
  )
}

/** @param share from 0 to 1; left out while nobody can tell */
export function ProgressBar({ label, share }: { label: string; share?: number }) {
  useShown()
  const text = share === undefined ? undefined : numberText(share, { percent: true })
  return (
    <Behaviour
      className="progress"
      value={share === undefined ? undefined : share * 100}
      valueLabel={text}
      isIndeterminate={share === undefined}
    >
      {({ percentage }) => (
        <>
          <span className="progress-label">
            <Label>{label}</Label>
            {text && <span className="num">{text}</span>}
          </span>
          <svg className="progress-track" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect className="mirror" width={percentage ?? 30} height="6" />
          </svg>
        </>
      )}
    </Behaviour>
  )
}

/** Rows of the list's own height, so that nothing jumps when they are replaced. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="skeleton" aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <span />
        </td>
      ))}
    </tr>
  ))
}
