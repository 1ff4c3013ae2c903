import { mostBars, usageSteps, type UsageBar, type UsageStep } from '#contract/dashboard.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { labelOfState } from '#server/features/transactions/myTransactions.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { dayEnds, dayStarts, riyadhDay } from '#server/platform/riyadh.ts'

/** Days are `2026-11-21`, in Riyadh; here they are reckoned with as days of UTC, which has no summer time either. */
const dayMs = 86_400_000
const [firstDay, lastDay] = ['0000-01-01', '9999-12-31'] // others are not written with four digits of the year
const asDay = (ms: number) => new Date(Math.min(Math.max(ms, Date.parse(firstDay)), Date.parse(lastDay))).toISOString().slice(0, 10)
const plus = (day: string, days: number) => asDay(Date.parse(day) + days * dayMs)

type Wanted = { fromDate?: string; toDate?: string; per?: UsageStep }
type Span = { fromDate: string; toDate: string }

/** The last day of the step that `day` lies in. */
const lastOf: Record<UsageStep, (day: string) => string> = {
  day: (day) => day,
  week: (day) => plus(day, 6 - new Date(day).getUTCDay()),
  month: (day) => asDay(new Date(day).setUTCMonth(Number(day.slice(5, 7)), 0)), // Date.UTC takes the year 26 for 1926
}

/** The days from one to the other, cut at the ends of weeks or months; no more than one beyond what is drawn. */
function spans({ fromDate, toDate }: Span, per: UsageStep): Span[] {
  const found: Span[] = []
  for (let from = fromDate; from <= toDate && found.length <= mostBars;) {
    const end = lastOf[per](from)
    found.push({ fromDate: from, toDate: end < toDate ? end : toDate })
    if (end >= toDate) break // the last day of all has none after it
    from = plus(end, 1)
  }
  return found
}

/** Few enough to be told apart at a glance. */
const wellSeen = 31

function chooseSpans(ctx: Ctx<Caller>, { fromDate, toDate, per }: Wanted): Span & { per: UsageStep; spans: Span[] } {
  const end = toDate ?? (fromDate ? plus(fromDate, 29) : riyadhDay(ctx.now))
  const whole = { fromDate: fromDate ?? plus(end, -29), toDate: end }
  const step = per ?? usageSteps.find((one) => spans(whole, one).length <= wellSeen) ?? 'month'
  const cut = spans(whole, step)
  if (cut.length > mostBars) refuse(ctx, per ? 'per' : 'fromDate', tooMany)
  return { ...whole, per: step, spans: cut }
}

type Text = { ar: string; en: string }
const tooMany = {
  ar: 'الفترة أطول من أن تُعرض بهذا التقسيم. قصّرها أو قسّمها بالأشهر.',
  en: 'The period is too long for these steps. Shorten it, or choose months.',
}
function refuse({ language }: Ctx, field: string, text: Text): never {
  throw new Problem('INVALID', { errors: [{ field, message: text[language] }] })
}

/** How many signings of an account were begun in each step of a period, and what came of them. @throws Problem INVALID for too long a period */
export async function usageOf(ctx: Ctx<Caller>, accountId: number, wanted: Wanted) {
  const { fromDate, toDate, per, spans: cut } = chooseSpans(ctx, wanted)
  const counted = await ctx.db
    .selectFrom('esign_transaction')
    .where('account_id', '=', accountId)
    .where('plan_id', 'is not', null)
    .where('created_at', '>=', dayStarts(fromDate))
    .where('created_at', '<', dayEnds(toDate))
    .select((e) => [
      sql<string>`(created_at at time zone 'Asia/Riyadh')::date::text`.as('on'),
      labelOfState.as('label'),
      e.fn.countAll<number>().as('count'),
    ])
    .groupBy(['on', 'label'])
    .execute()
  const bars = cut.map((span): z.output<typeof UsageBar> => ({ ...span, success: 0, failed: 0, pending: 0 }))
  for (const { on, label, count } of counted) bars.find((bar) => bar.fromDate <= on && on <= bar.toDate)![label] += count
  return { fromDate, toDate, per, bars }
}
