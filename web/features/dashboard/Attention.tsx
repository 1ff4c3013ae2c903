import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../../ui/display.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'

export type Item = { id: string; tone: 'warning' | 'info' | 'error'; icon: IconName; text: string; to: string; action: string }

/** What somebody should do something about, each with the way to it. */
export function Attention({ items }: { items: Item[] }) {
  const { t } = useTranslation('dashboard')
  if (items.length === 0) return null
  return (
    <Card title={t('attention')}>
      <ul className="attention">
        {items.map(({ id, tone, icon, text, to, action }) => (
          <li key={id} className={`tone-${tone}`}>
            <Icon name={icon} />
            <span>{text}</span>
            <Link to={to}>{action}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
