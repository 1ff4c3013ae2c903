import type { App } from '#server/app.ts'
import type { Asked, Parts } from '#server/platform/http/publicPages.ts'
import { kept } from '#server/platform/readiness.ts'
import { onSale } from './offers.ts'
import { vatOf, vatRate } from './vat.ts'

const keptSeconds = 60
const prices = new WeakMap<App, () => Promise<string>>()

/** What the cheapest plan on sale costs with VAT, "57.50"; empty where nothing is, or nobody can tell. */
async function cheapest({ db, clock }: App): Promise<string> {
  const { price } = await db
    .selectFrom('product_pricing')
    .innerJoin('product', 'product.id', 'product_pricing.product_id')
    .select((e) => e.fn.min('price_halalas').as('price'))
    .where('product.kind', '=', 'esignPlan')
    .where(onSale(clock.now()))
    .executeTakeFirstOrThrow()
  return price === null ? '' : ((price + vatOf(price, await vatRate(db, clock.now()))) / 100).toFixed(2)
}

/** Stands on the home page as it is sent. */
export async function fromPrice(app: App, _asked: Asked): Promise<Parts> {
  const read = prices.getOrInsertComputed(app, () => kept(() => cheapest(app).catch(() => ''), '', keptSeconds))
  return { FROM_PRICE: await read() }
}
