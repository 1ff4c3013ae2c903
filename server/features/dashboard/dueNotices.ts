import { sql } from 'kysely'
import { agreementKinds } from '#contract/agreements.ts'
import type { App } from '#server/app.ts'
import { agreementsAmong, currentText, textsOf } from '#server/features/agreements/agreementTexts.ts'
import { addDays } from '#server/platform/clock.ts'
import type { NotificationFacts } from '#server/platform/notificationFacts.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'
import { tell } from '#server/platform/tell.ts'

/** What has come due for somebody and was not told yet. */
type Due = {
  [K in 'planLow' | 'planExpiring' | 'kycDue' | 'agreementDue']: {
    kind: K
    facts: NotificationFacts[K]
    key: string
    personId: number
    byMail: boolean
  }
}['planLow' | 'planExpiring' | 'kycDue' | 'agreementDue']

const atOnce = 200
const isUntold = (key: ReturnType<typeof sql<string>>) => sql<boolean>`not exists (select from notification where once_key = ${key})`
const isActive = sql<boolean>`person.status = 'active'`

/** Tells people, once each and ahead of time, that a plan is nearly used up or ends, that their identity is to be confirmed again, or a text agreed to. */
export async function tellWhatIsDue(app: App): Promise<void> {
  const due: Due[] = [...(await plansLow(app)), ...(await plansEnding(app)), ...(await identitiesDue(app)), ...(await agreementsDue(app))]
  for (const { personId: to, key: onceKey, byMail, ...one } of due)
    await app.db.transaction().execute(async (tx) => {
      await tell(tx, { app, now: app.clock.now() }, { to, onceKey, ...one, letter: byMail ? { subject: subjects[one.kind] } : null })
    })
}

const subjects: Record<Due['kind'], { ar: string; en: string }> = {
  planLow: { ar: 'أوشك رصيد باقتك على النفاد', en: 'Your plan is nearly used up' },
  planExpiring: { ar: 'تنتهي صلاحية باقتك قريبًا', en: 'Your plan expires soon' },
  kycDue: { ar: 'جدّد توثيق هويتك', en: 'Renew your identity check' },
  agreementDue: { ar: 'إصدار جديد من اتفاقية', en: 'A new version of an agreement' },
}

/** A fifth or less is left, and again when nothing is. By mail only when no other plan can be signed with. */
async function plansLow({ db, clock }: App): Promise<Due[]> {
  const now = clock.now()
  const key = sql<string>`'planLow:' || plan.id || case when plan.available = 0 then ':none' else '' end`
  const rows = await db
    .selectFrom('plan')
    .innerJoin('account', 'account.id', 'plan.account_id')
    .innerJoin('person', 'person.id', 'account.person_id')
    .innerJoin('product_pricing as p', 'p.id', 'plan.pricing_id')
    .where('plan.valid_to', '>', now)
    .where(sql<boolean>`plan.available * 5 <= plan.credited`)
    .where(isActive)
    .where(isUntold(key))
    .select([
      'person.id as personId',
      'p.plan_name_ar as nameAr',
      'p.plan_name_en as nameEn',
      'plan.available as left',
      key.as('key'),
      sql<boolean>`not exists (select from plan other where other.account_id = plan.account_id and other.id <> plan.id
        and other.available > 0 and other.valid_to > ${now})`.as('isLast'),
    ])
    .orderBy('plan.id')
    .limit(atOnce)
    .execute()
  return rows.map(({ personId, key: told, isLast, ...facts }) => ({ kind: 'planLow', facts, key: told, personId, byMail: isLast }))
}

/** Ahead by 30 and 7 days; of a plan that lives no longer than that, nothing. */
async function plansEnding({ db, clock }: App): Promise<Due[]> {
  const now = clock.now()
  const ahead = sql<number>`case when plan.valid_to <= ${addDays(now, 7)} then 7 else 30 end`
  const key = sql<string>`'planExpiring:' || plan.id || ':' || ${ahead}`
  const rows = await db
    .selectFrom('plan')
    .innerJoin('account', 'account.id', 'plan.account_id')
    .innerJoin('person', 'person.id', 'account.person_id')
    .innerJoin('product_pricing as p', 'p.id', 'plan.pricing_id')
    .where('plan.available', '>', 0)
    .where('plan.valid_to', '>', now)
    .where('plan.valid_to', '<=', addDays(now, 30))
    .where(sql<boolean>`plan.valid_to - plan.valid_from > interval '1 day' * ${ahead}`)
    .where(isActive)
    .where(isUntold(key))
    .select((e) => [
      'person.id as personId',
      'p.plan_name_ar as nameAr',
      'p.plan_name_en as nameEn',
      'plan.available as left',
      e.ref('plan.valid_to').$notNull().as('valid_to'),
      key.as('key'),
    ])
    .orderBy('plan.id')
    .limit(atOnce)
    .execute()
  return rows.map(({ personId, key: told, valid_to, ...facts }) => ({
    kind: 'planExpiring',
    facts: { ...facts, validTo: valid_to.toISOString() },
    key: told,
    personId,
    byMail: true,
  }))
}

/** Ahead by 30 and 7 days; each renewal begins anew. */
async function identitiesDue({ db, clock }: App): Promise<Due[]> {
  const now = clock.now()
  const ahead = sql<number>`case when person.kyc_until <= ${addDays(now, 7)} then 7 else 30 end`
  const key = sql<string>`'kycDue:' || person.id || ':' || extract(epoch from person.kyc_until)::bigint || ':' || ${ahead}`
  const rows = await db
    .selectFrom('person')
    .where('person.kyc_until', '>', now)
    .where('person.kyc_until', '<=', addDays(now, 30))
    .where('person.is_subscriber', '=', true)
    .where(isActive)
    .where(isUntold(key))
    .select(['person.id as personId', 'person.kyc_until', key.as('key')])
    .orderBy('person.id')
    .limit(atOnce)
    .execute()
  return rows.map(({ personId, kyc_until, key: told }) => ({
    kind: 'kycDue',
    facts: { until: kyc_until.toISOString() },
    key: told,
    personId,
    byMail: true,
  }))
}

/** A new version is in force of what they agreed to, for themselves or in a role; told once a version. */
async function agreementsDue({ db, clock }: App): Promise<Due[]> {
  const texts = agreementsAmong(await textsOf(db))
  const today = riyadhDay(clock.now())
  const due: Due[] = []
  for (const kind of agreementKinds) {
    const [ar, en] = [currentText(texts, kind, 'ar', today), currentText(texts, kind, 'en', today)]
    const { version } = ar
    if (version === 1) continue
    const key = sql<string>`'agreementDue:' || ${kind}::text || ':' || ${version}::int || ':' || person.id`
    const rows = await db
      .selectFrom('person')
      .where(isActive)
      .where(isUntold(key))
      .where(
        sql<boolean>`exists (select from agreement_acceptance a where a.person_id = person.id and a.kind = ${kind} and a.version < ${version}
          and not exists (select from agreement_acceptance newer where newer.person_id = a.person_id and newer.kind = a.kind
            and newer.user_type = a.user_type and newer.organisation_id is not distinct from a.organisation_id and newer.version >= ${version}))`,
      )
      .select(['person.id as personId', 'person.is_subscriber', key.as('key')])
      .orderBy('person.id')
      .limit(atOnce)
      .execute()
    for (const { personId, is_subscriber, key: told } of rows) {
      const facts = { titleAr: ar.title, titleEn: en.title, area: is_subscriber ? ('my' as const) : ('org' as const) }
      due.push({ kind: 'agreementDue', facts, key: told, personId, byMail: true })
    }
  }
  return due
}
