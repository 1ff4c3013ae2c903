import { sql } from 'kysely'
import * as calls from '#contract/subscriptions.ts'
import type { PlanStatus } from '#contract/subscriptions.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { matches } from '#server/platform/search.ts'
import { listRoute } from '#server/platform/http/route.ts'

/** A plan is active while something of it can be used or is set aside; otherwise it ended by use, because the money of all that was left went back, or in time. */
const statusAt = (now: Date) => sql<PlanStatus>`case
  when plan.valid_to > ${now} and plan.available + plan.reserved > 0 then 'active'
  when plan.spent = plan.credited then 'used'
  when plan.reversed > 0 and plan.available + plan.expired = 0 then 'refunded'
  else 'expired' end`

/** The caller's plans under the wire's names, without an order. */
function planRows({ db, caller, now }: Ctx<Caller>, search?: string) {
  return db
    .selectFrom('plan')
    .innerJoin('product_pricing as p', 'p.id', 'plan.pricing_id')
    .innerJoin('product', 'product.id', 'p.product_id')
    .leftJoin('sales_order as o', 'o.id', 'plan.order_id')
    .leftJoin('order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'plan.order_id').onRef('line.position', '=', 'plan.order_position'),
    )
    .where('plan.account_id', '=', caller.accountId)
    .where('plan.unit', '=', 'transaction')
    .where((e) => matches(e, search, ['p.plan_name_en', 'p.plan_name_ar', 'product.name_en', 'product.name_ar']))
    .select((e) => [
      'p.plan_name_en as planName',
      'p.plan_name_ar as planNameAr',
      'product.name_en as productName',
      'product.name_ar as productNameAr',
      'plan.public_id as planUniqueID',
      'plan.credited as transactions',
      'plan.spent as utilized',
      'plan.available as balance',
      'plan.valid_from as validFrom',
      e.ref('plan.valid_to').$notNull().as('validTo'),
      'o.public_id as encodedOrderSlno',
      e.fn.coalesce('line.price_halalas', sql.lit(0)).as('price'),
      e.fn.coalesce('line.vat_halalas', sql.lit(0)).as('tax'),
      sql<number>`coalesce(line.price_halalas + line.vat_halalas, 0)`.as('totalPrice'),
      statusAt(now).as('statusLabel'),
    ])
}

const plans = (ctx: Ctx<Caller>, search: string | undefined) =>
  planRows(ctx, search).orderBy('plan.valid_from', 'desc').orderBy('plan.id', 'desc')

/** The plans that can be used now, whatever their kind; what ends first comes first. */
export const soonestPlans = (ctx: Ctx<Caller>) =>
  planRows(ctx).where(statusAt(ctx.now), '=', 'active').orderBy('plan.valid_to').orderBy('plan.id')

const active = (ctx: Ctx<Caller>, kind: 'esignPlan' | 'welcomePack', search: string | undefined) =>
  plans(ctx, search).where('plan.kind', '=', kind).where(statusAt(ctx.now), '=', 'active')

export const listPurchasedPlans = listRoute(
  calls.listPurchasedPlans,
  (ctx, { search }) => active(ctx, 'esignPlan', search),
  async (ctx, { search }) => ({ welcomePackList: await active(ctx, 'welcomePack', search).execute() }),
)

export const listPlanHistory = listRoute(calls.listPlanHistory, (ctx, { search }) =>
  plans(ctx, search).where(statusAt(ctx.now), '<>', 'active'),
)
