import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Ltr, Money } from '../../ui/values.tsx'
import { type Class, useCertificateNames } from './certificateNames.ts'
import type { Order } from './order.ts'

/** The classes on sale: what each is for, how much it assures, who keeps the key, how long it lasts and what that costs. */
export function ClassStep({ classes, order }: { classes: Class[]; order: Order }) {
  const ordinary = classes.find(({ usage }) => usage === 'signing') // what nearly everybody comes for
  return (
    <ul className="classes">
      {classes.map((one) => (
        <ClassCard
          key={`${one.classCode}${order.renewed ? 'renewed' : ''}`}
          offered={one}
          isOrdinary={!order.renewed && one === ordinary}
          order={order}
        />
      ))}
    </ul>
  )
}

function ClassCard({ offered, isOrdinary, order }: { offered: Class; isOrdinary: boolean; order: Order }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  const id = useId()
  const isRenewed = order.renewed?.classCode === offered.classCode
  const { prices } = offered
  const before = prices.find((one) => one === order.price) ?? (isRenewed && prices.find(({ years }) => years === order.renewed?.years))
  const [years, setYears] = useState((before || prices[0]!).years)
  const price = prices.find((one) => one.years === years)!
  const name = names.className(offered)
  const points: [IconName, string][] = [
    ['shield', t(`class.assurance.${offered.assurance}`)],
    ['pen', t(`class.usage.${offered.usage}`)],
    ...offered.keySources.map((source): [IconName, string] => ['check', t(`class.keys.${source}`)]),
  ]
  return (
    <li className="card class" aria-labelledby={id} data-chosen={isRenewed || offered === order.chosen || undefined}>
      <div>
        <h2 id={id}>{name}</h2>
        <p className="small quiet">{names.description(offered)}</p>
      </div>
      <ul className="class-points">
        {points.map(([icon, text]) => (
          <li key={text}>
            <Icon name={icon} size={18} />
            {text}
          </li>
        ))}
      </ul>
      <p className="small quiet">
        {t('class.policy')} <Ltr>{offered.policyOid}</Ltr>
      </p>
      <div className="class-end">
        {prices.length > 1 ? (
          <SegmentedControl
            label={t('class.validityOf', { name })}
            choices={prices.map((one) => ({ id: String(one.years), label: t('class.years', { count: one.years }) }))}
            value={String(years)}
            onChange={(chosen) => setYears(Number(chosen))}
          />
        ) : (
          <p className="class-only">{t('class.years', { count: years })}</p>
        )}
        <div aria-live="polite">
          <p className="class-price">
            <Money halalas={price.totalPrice} />
          </p>
          <p className="small quiet">
            {t('class.vatIncluded')} <Money halalas={price.tax} />
          </p>
        </div>
        <Button
          kind={isRenewed || isOrdinary ? 'primary' : 'secondary'}
          aria-label={t('class.chooseNamed', { name })}
          onPress={() => order.choosePrice(price.productPricingDetailsSlno)}
        >
          {t('class.choose')}
        </Button>
      </div>
    </li>
  )
}
