import type { BuyablePlan } from '#contract/catalogue.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/values.tsx'
import './catalogue.css'
import { usePlanNames } from './planNames.ts'

export type Plan = z.output<typeof BuyablePlan>

/** One plan on sale. @param children what can be done with it */
export function PlanCard({ plan, vat, children }: { plan: Plan; vat: string; children: (name: string) => ReactNode }) {
  const { t } = useTranslation('catalogue')
  const names = usePlanNames()
  const id = useId()
  const name = names.planName(plan)
  return (
    <li className="card plan" aria-labelledby={id}>
      <div>
        <h2 id={id}>{name}</h2>
        <p className="small quiet">{names.productName(plan)}</p>
      </div>
      <div>
        <p className="plan-price">
          <Money halalas={plan.totalPrice} />
        </p>
        <p className="small quiet">{t('vatIncluded')}</p>
      </div>
      <ul className="plan-points">
        <li>
          <Icon name="pen" size={18} />
          {t('transactions', { count: plan.transactionLimit })}
        </li>
        <li>
          <Icon name="clock" size={18} />
          {t('validity', { count: plan.validity })}
        </li>
      </ul>
      <Lines
        lines={[
          [t('price'), plan.price],
          [t('vatShort', { rate: Number(vat) }), plan.tax],
          [t('perTransaction'), Math.round(plan.totalPrice / plan.transactionLimit)],
        ]}
      />
      {children(name)}
    </li>
  )
}

/** What a plan holds, in one line. */
export function PlanContents({ plan }: { plan: Plan }) {
  const { t } = useTranslation('catalogue')
  return (
    <p className="small quiet">
      {t('transactions', { count: plan.transactionLimit })} · {t('validity', { count: plan.validity })}
    </p>
  )
}

/** Price, VAT and total, as the server counted them. */
export function PriceLines({ plan, vat }: { plan: Pick<Plan, 'price' | 'tax' | 'totalPrice'>; vat: string }) {
  const { t } = useTranslation('catalogue')
  return (
    <div className="with-total">
      <Lines
        lines={[
          [t('price'), plan.price],
          [t('vat', { rate: Number(vat) }), plan.tax],
          [t('total'), plan.totalPrice],
        ]}
      />
    </div>
  )
}

const Lines = ({ lines }: { lines: [name: string, halalas: number][] }) => (
  <dl className="price-lines">
    {lines.map(([name, halalas]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Money halalas={halalas} />
        </dd>
      </div>
    ))}
  </dl>
)

/** Stands where the cards will be, at their height. */
export function PlanCardsWaiting({ label }: { label: string }) {
  return (
    <div className="plans" role="status" aria-label={label}>
      {[0, 1, 2, 3].map((place) => (
        <div key={place} className="card plan plan-waiting" aria-hidden="true">
          {['bar wide', 'bar price', 'bar', 'bar', 'bar wide', 'bar wide'].map((look, line) => (
            <span key={line} className={look} />
          ))}
        </div>
      ))}
    </div>
  )
}
