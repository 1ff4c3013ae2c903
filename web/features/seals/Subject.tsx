import { useTranslation } from 'react-i18next'
import { Name } from '../../ui/values.tsx'
import './seals.css'

const known = ['C', 'O', 'organizationIdentifier', 'CN'] as const
type Known = (typeof known)[number]
const isKnown = (name: string): name is Known => known.some((one) => one === name)

/** What a certificate states of its subject, attribute by attribute, exactly. */
export function Subject({ of }: { of: { name: string; value: string }[] }) {
  const { t } = useTranslation('seals')
  return (
    <dl className="seal-subject">
      {of.map(({ name, value }) => (
        <div key={name}>
          <dt className="small">
            {isKnown(name) ? t(`attributes.${name}`) : name} <bdi dir="ltr">({name})</bdi>
          </dt>
          <dd>
            <Name>{value}</Name>
          </dd>
        </div>
      ))}
    </dl>
  )
}
