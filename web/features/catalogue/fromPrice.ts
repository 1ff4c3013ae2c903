import { listEsignPlans } from '#contract/catalogue.ts'
import { send } from '../../kit/client.ts'

/** What the cheapest plan on sale costs with VAT, as "57.50"; empty where nothing is on sale. */
export async function readFromPrice(): Promise<string> {
  const { planDetailsDTOList } = await send(listEsignPlans, {})
  const prices = planDetailsDTOList.map(({ totalPrice }) => totalPrice)
  return prices.length > 0 ? (Math.min(...prices) / 100).toFixed(2) : ''
}
