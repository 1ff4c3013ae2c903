/** The catalogue and its changes, as the provider's staff reads them. */
import { type Selectable, sql } from 'kysely'
import * as calls from '#contract/catalogueChanges.ts'
import type { KeySource, MadeKeyKind } from '#contract/certificateStates.ts'
import { currentText, textsOf } from '#server/features/agreements/agreementTexts.ts'
import { changesAhead } from '#server/features/catalogue/offers.ts'
import { vatRate } from '#server/features/catalogue/vat.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'
import { changeOf, priced, sidesOf } from './catalogueChanges.ts'
import type { Change } from './changeSentences.ts'
import { textSidesOf } from './textSides.ts'

type Row = Pick<
  Selectable<DB['product_pricing']>,
  'code' | 'plan_name_ar' | 'plan_name_en' | 'transactions' | 'validity_days' | 'price_halalas' | 'sold_from' | 'sold_until'
>

/** Every offer once, with the terms that hold, those that come where none do, or the last ones. */
const offersOf = (db: Queryable, now: Date, kind: 'esignPlan' | 'certificate') =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('product_pricing as p')
        .innerJoin('product', 'product.id', 'p.product_id')
        .distinctOn('p.code')
        .select(['p.id', 'p.code', 'p.product_id', 'p.plan_name_ar', 'p.plan_name_en', 'p.transactions', 'p.validity_days'])
        .select(['p.price_halalas', 'p.sold_from', 'p.sold_until', 'p.position'])
        .where('product.kind', '=', kind)
        .orderBy('p.code')
        .orderBy(sql`p.sold_from <= ${now} and (p.sold_until is null or p.sold_until > ${now})`, 'desc')
        .orderBy(sql`p.sold_from > ${now}`, 'desc')
        .orderBy('p.sold_from', 'desc')
        .orderBy('p.id', 'desc')
        .as('offer'),
    )
    .selectAll()
    .orderBy('position')
    .orderBy('code')

const stateOf = ({ sold_from, sold_until }: Row, now: Date) =>
  sold_from > now ? ('coming' as const) : sold_until === null || sold_until > now ? ('onSale' as const) : ('offSale' as const)

const aheadOf = ({ public_id: requestID, status, holds_from, price_halalas: price }: Change) => ({
  requestID,
  status: status as 'proposed' | 'approved',
  fromDate: riyadhDay(holds_from),
  price,
})

const textsAheadOf = (change: Change | undefined) => {
  if (!change) return null
  const { requestID, status, fromDate } = aheadOf(change)
  return { requestID, status, fromDate }
}

export const readCatalogue = route(calls.readCatalogue, async ({ app, db, now }) => {
  const rate = await vatRate(db, now)
  const ahead = await changesAhead(db, now).execute()
  const shown = (row: Row) => {
    const change = ahead.find(({ code }) => code === row.code)
    const fromDate = riyadhDay(row.sold_from)
    return { ...priced(row, rate), offerCode: row.code, state: stateOf(row, now), fromDate, ahead: change ? aheadOf(change) : null }
  }
  const ofVat = ahead.find(({ kind }) => kind === 'vat')
  const since = await db
    .selectFrom('vat_rate')
    .select('valid_from')
    .where('valid_from', '<=', now)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const classes = await db
    .selectFrom('certificate_class as c')
    .innerJoin('product', 'product.id', 'c.product_id')
    .select(['c.code as classCode', 'product.name_en as className', 'product.name_ar as classNameAr', 'c.usage', 'c.assurance'])
    .select(['c.description_en as description', 'c.description_ar as descriptionAr'])
    .select((e) => [
      e.ref('c.key_sources').$castTo<KeySource[]>().as('keySources'),
      e.ref('c.key_kinds').$castTo<MadeKeyKind[]>().as('keyKinds'),
    ])
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  const prices = await offersOf(db, now, 'certificate').execute()
  return {
    vat: {
      rate,
      fromDate: riyadhDay(since.valid_from),
      ahead: ofVat ? { ...aheadOf(ofVat), rate: ofVat.vat_basis_points! } : null,
    },
    plans: (await offersOf(db, now, 'esignPlan').execute()).map(shown),
    certificates: classes.map((one) => ({
      ...one,
      textsAhead: textsAheadOf(ahead.find(({ code }) => code === `class:${one.classCode}`)),
      policyOid: app.authority[one.usage === 'sealing' ? 'seals' : 'personal'].policyOf(one.classCode),
      offers: prices
        .filter(({ code }) => code.startsWith(`certificate:${one.classCode}:`))
        .map((row) => ({ ...shown(row), years: Number(row.code.split(':')[2]) })),
    })),
  }
})

/** What a change is about, by name: the terms that it brings, or those of its offer. */
const nameIn = (language: 'ar' | 'en') =>
  sql<string>`coalesce(${sql.ref(`c.plan_name_${language}`)}, c.texts ->> ${language === 'ar' ? 'titleAr' : 'titleEn'}, (select ${sql.ref(`p.plan_name_${language}`)} from product_pricing p
    where p.code = c.code order by p.sold_from desc, p.id desc limit 1), ${language === 'ar' ? 'ضريبة القيمة المضافة' : 'VAT'})`
const names = [nameIn('en').as('offerName'), nameIn('ar').as('offerNameAr')] as const

export const listCatalogueChanges = listRoute(calls.listCatalogueChanges, ({ db }, { status, kind }) =>
  db
    .selectFrom('catalogue_change as c')
    .select(['c.public_id as requestID', 'c.kind', 'c.status', 'c.price_halalas as price', 'c.created_at as createdDate'])
    .select(sql<string>`to_char(c.holds_from at time zone 'Asia/Riyadh', 'YYYY-MM-DD')`.as('fromDate'))
    .select(names)
    .$if(status !== undefined, (q) => q.where('c.status', '=', status!))
    .$if(kind !== undefined, (q) => q.where('c.kind', '=', kind!))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc'),
)

export const readCatalogueChange = route(calls.readCatalogueChange, async ({ db, now, caller }, { requestID }) => {
  const change = await changeOf(db, requestID)
  const named = await db.selectFrom('catalogue_change as c').select(names).where('c.id', '=', change.id).executeTakeFirstOrThrow()
  const people = await db
    .selectFrom('person')
    .select(['id', 'name_en as fullName', 'name_ar as fullNameAr'])
    .where('id', 'in', [change.made_by, change.decided_by ?? 0, change.withdrawn_by ?? 0])
    .execute()
  const who = (id: number | null) => {
    const found = people.find((one) => one.id === id)
    return found ? { fullName: found.fullName, fullNameAr: found.fullNameAr } : null
  }
  return {
    requestID,
    kind: change.kind,
    status: change.status,
    ...named,
    offerCode: change.kind === 'vat' ? '' : change.code,
    fromDate: riyadhDay(change.holds_from),
    ...(await sidesOf(db, change)),
    ...(await textSidesOf(db, change)),
    reason: change.reason,
    madeBy: who(change.made_by)!,
    createdDate: change.created_at,
    decidedBy: who(change.decided_by),
    decidedDate: change.decided_at,
    remarks: change.remarks,
    withdrawnBy: who(change.withdrawn_by),
    withdrawnDate: change.withdrawn_at,
    hasBegun: change.holds_from <= now,
    isOwn: change.made_by === caller.personId,
  }
})

export const listAgreementVersions = route(calls.listAgreementVersions, async ({ db, now }) => {
  const counts = await db
    .selectFrom('agreement_acceptance')
    .select((e) => ['kind', 'version', 'language', e.fn.countAll<number>().as('accepted')])
    .groupBy(['kind', 'version', 'language'])
    .execute()
  const texts = await textsOf(db)
  const today = riyadhDay(now)
  const dataList = texts.map((text) => {
    const { kind, title, version, language, effectiveOn: effectiveDate, sha256, fileId: uniqueFileID } = text
    const accepted = counts.find((one) => one.kind === kind && one.version === version && one.language === language)?.accepted ?? 0
    const isCurrent = currentText(texts, kind, language, today) === text
    return {
      kind,
      title,
      version,
      language,
      effectiveDate,
      sha256: sha256.toString('hex'),
      uniqueFileID,
      isCurrent,
      isComing: effectiveDate > today,
      accepted,
    }
  })
  return { dataList, totalCount: dataList.length }
})
