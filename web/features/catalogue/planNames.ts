import { useTranslation } from 'react-i18next'

type Named = { planName: string; planNameAr: string }
type OfProduct = { productName: string; productNameAr: string }

/** Names of plans and products in the language that is shown. */
export function usePlanNames() {
  const { i18n } = useTranslation()
  const arabic = i18n.language === 'ar'
  return {
    planName: (plan: Named) => (arabic ? plan.planNameAr : plan.planName),
    productName: (row: OfProduct) => (arabic ? row.productNameAr : row.productName),
  }
}
