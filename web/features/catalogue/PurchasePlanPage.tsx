import { to } from '#contract/publicScreens.ts'
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import '../../ui/app.css'
import { Head } from '../../kit/Head.tsx'

/** A visitor chooses, then enrols and pays. Readable without scripts; the plans come when they run. */
export default function PurchasePlanPage() {
  const { t } = useTranslation(['catalogue', 'ui']) // those of the parts that come later, too
  return (
    <section className="band">
      <Head title={t('purchase.title')} description={t('purchase.description')} />
      <div className="wrap purchase">
        <header>
          <h1>{t('purchase.headline')}</h1>
          <p className="sub">{t('purchase.lead')}</p>
        </header>
        <noscript>
          <p className="notice">
            {t('pricing.noScript')} <Link to={to('contactUs')}>{t('purchase.contact')}</Link>
          </p>
        </noscript>
        <PlansWhenReady />
      </div>
    </section>
  )
}

/** As on the page of prices: the calls' machinery is not waited for. */
function PlansWhenReady() {
  const [Plans, setPlans] = useState<ComponentType>()
  useEffect(() => {
    const loading = setTimeout(() => {
      void import('./PlanChoice.tsx').then(({ default: loaded }) => startTransition(() => setPlans(() => loaded)))
    })
    return () => clearTimeout(loading)
  }, [])
  return <div className="offers">{Plans && <Plans />}</div>
}
