import { type ClosingObstacle, closingObstacleWords } from '#contract/erasure.ts'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../kit/useWords.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Why an account cannot be closed as things are, in a line; undefined where nothing stands against it. */
export function useObstacles(of: readonly ClosingObstacle[] = []): string | undefined {
  const words = useWords()
  return of.length === 0 ? undefined : of.map((one) => words(closingObstacleWords[one])).join(' ')
}

/** The same, one below the other; nothing where nothing stands against it. */
export function Obstacles({ of }: { of: readonly ClosingObstacle[] }) {
  const { t } = useTranslation('decisions')
  const words = useWords()
  if (of.length === 0) return null
  return (
    <Notice tone="warning">
      <p>{t('obstacles')}</p>
      <ul className="terms">
        {of.map((one) => (
          <li key={one}>{words(closingObstacleWords[one])}</li>
        ))}
      </ul>
    </Notice>
  )
}
