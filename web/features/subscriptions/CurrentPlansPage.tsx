import { to } from '#contract/screens.ts'
import { listPurchasedPlans, planStatusWords } from '#contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sendList } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { EmptyState, Stat, Stats } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, NumberText } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { type PlanRow, Usage } from './planRows.tsx'
import { shortId } from '../../ui/shortIds.ts'

/** What can be signed with today: welcome pack and purchases together, the one that ends first before the others. */
export default function CurrentPlansPage() {
  const { t } = useTranslation('subscriptions')
  const { data, error, refetch } = useQuery({
    queryKey: [listPurchasedPlans.path, 'current'],
    queryFn: ({ signal }) => fetchAll(signal),
  })
  if (!data && error) return <FetchFailed of={{ error, refetch }} />
  if (!data) return <Waiting>{t('waiting')}</Waiting>
  const plans = data.toSorted((a, b) => a.validTo.getTime() - b.validTo.getTime())
  if (plans.length === 0) {
    return (
      <EmptyState
        title={t('noCurrent')}
        actions={
          <Link className="btn btn-primary" to={to('buyPlans')}>
            {t('buy')}
          </Link>
        }
      >
        {t('noCurrentText')}
      </EmptyState>
    )
  }
  return (
    <>
      <Stats>
        <Stat label={t('balance')} note={t('balanceNote')}>
          <NumberText value={plans.reduce((sum, plan) => sum + plan.balance, 0)} />
        </Stat>
        <Stat label={t('activePlans')}>
          <NumberText value={plans.length} />
        </Stat>
        <Stat label={t('endsFirst')} note={<PlanName plan={plans[0]!} />}>
          <DateText at={plans[0]!.validTo} hijri={false} />
        </Stat>
      </Stats>
      <ul className="current-plans">
        {plans.map((plan) => (
          <CurrentPlan key={plan.planUniqueID} plan={plan} />
        ))}
      </ul>
    </>
  )
}

const atOnce = 100

async function fetchAll(signal: AbortSignal): Promise<PlanRow[]> {
  const purchased: PlanRow[] = []
  for (let page = 0; ; page++) {
    const { dataList, totalCount, welcomePackList } = await sendList(listPurchasedPlans, {}, page, atOnce, { signal })
    purchased.push(...dataList)
    if (dataList.length < atOnce || purchased.length >= totalCount) return [...(welcomePackList as PlanRow[]), ...purchased]
  }
}

function PlanName({ plan }: { plan: PlanRow }) {
  return <>{usePlanNames().planName(plan)}</>
}

function CurrentPlan({ plan }: { plan: PlanRow }) {
  const { t } = useTranslation('subscriptions')
  const names = usePlanNames()
  return (
    <li className="card current-plan">
      <header>
        <div>
          <h2>{names.planName(plan)}</h2>
          <p className="small quiet">{plan.encodedOrderSlno ? names.productName(plan) : t('gift')}</p>
        </div>
        <Status of={plan.statusLabel} names={planStatusWords} />
      </header>
      <Usage plan={plan} />
      <dl className="current-facts">
        <div>
          <dt>{t('validFrom')}</dt>
          <dd>
            <DateText at={plan.validFrom} />
          </dd>
        </div>
        <div>
          <dt>{t('validTo')}</dt>
          <dd>
            <DateText at={plan.validTo} />
          </dd>
        </div>
        <div>
          <dt>{t('planId')}</dt>
          <dd>
            <CopyId value={plan.planUniqueID} shown={shortId(plan.planUniqueID, 'start')} />
          </dd>
        </div>
      </dl>
    </li>
  )
}
