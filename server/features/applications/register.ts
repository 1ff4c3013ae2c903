/** The commercial register is asked about an organisation that somebody applies for: by the applicant, and by whoever judges the application. */
import type { z } from 'zod'
import * as calls from '#contract/applications.ts'
import { applicationFieldNames } from '#contract/applications.ts'
import { type RegisterEntry, registerFields, type RegisterField } from '#contract/commercialRegister.ts'
import type { Registration } from '#server/adapters/commercial-register/commercial-register.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { placeOfCity } from '#server/features/referenceData/places.ts'
import { audit } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { takeTurn, turnsLeft } from '#server/platform/throttle.ts'
import { type Application, type Details, detailsOf, openForWriting } from './applications.ts'

type Entry = z.output<typeof RegisterEntry>

/** Each answer costs, and nobody is to read the register through us. Whoever judges applications has many before them. */
const limitsOf = {
  applicant: {
    limits: [
      { seconds: 3_600, most: 6 },
      { seconds: 86_400, most: 15 },
    ],
    title: {
      ar: 'سألت السجل التجاري مرات كثيرة. أكمل البيانات بنفسك، أو حاول لاحقًا.',
      en: 'You asked the commercial register many times. Fill in the details yourself, or try again later.',
    },
  },
  officer: {
    limits: [
      { seconds: 3_600, most: 60 },
      { seconds: 86_400, most: 300 },
    ],
    title: {
      ar: 'سألت السجل التجاري مرات كثيرة. حاول لاحقًا.',
      en: 'You asked the commercial register many times. Try again later.',
    },
  },
}

export const askRegister = route(calls.askRegister, async (ctx, { unifiedOrgNo }) => {
  const application = await ctx.db.transaction().execute(async (tx) => {
    const nothing = Object.fromEntries(applicationFieldNames.map((name) => [name, ''])) as Details
    return openForWriting(tx, ctx, { ...nothing, unifiedOrgNo })
  })
  const { registerOutcome, askedDate, entry } = await ask(ctx, application, unifiedOrgNo)
  return { registerOutcome, askedDate, entry }
})

/** Asks, keeps the answer with the application, and tells it. @throws Problem TOO_MANY */
export async function ask(ctx: Ctx<Caller>, application: Pick<Application, 'id' | 'public_id' | 'person_id'>, unifiedNumber: string) {
  await takeTurnOf(ctx, application.person_id === ctx.caller.personId ? 'applicant' : 'officer')
  const { outcome, registration } = await answerOf(ctx, unifiedNumber)
  const entry = registration && entryOf(registration)
  const capacity = registration && (await capacityOf(ctx, application.person_id, registration))
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('register_look_up')
      .values({
        application_id: application.id,
        asked_by: ctx.caller.personId,
        unified_number: unifiedNumber,
        outcome,
        entry: entry && JSON.stringify(entry),
        applicant_capacity: capacity,
        asked_at: ctx.now,
      })
      .execute()
    await audit(tx, ctx, 'application.registerAsked', { subject: application.public_id, facts: { unifiedNumber, outcome } })
  })
  return { registerOutcome: outcome, askedDate: ctx.now, entry }
}

async function takeTurnOf({ db, caller, now }: Ctx<Caller>, as: keyof typeof limitsOf): Promise<void> {
  const key = `commercialRegister|${as}|${caller.personId}`
  await db.transaction().execute(async (tx) => {
    await lockKey(tx, key)
    await turnsLeft(tx, { key, ...limitsOf[as], now })
    await takeTurn(tx, key, now)
  })
}

type Answer = { outcome: 'found'; registration: Registration } | { outcome: 'notFound' | 'unavailable'; registration: null }

async function answerOf({ app, log }: Ctx, unifiedNumber: string): Promise<Answer> {
  if (!app.commercialRegister) return { outcome: 'unavailable', registration: null }
  try {
    const registration = await app.commercialRegister.lookUp(unifiedNumber)
    return registration ? { outcome: 'found', registration } : { outcome: 'notFound', registration: null }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ cause: error }, 'the commercial register could not be asked')
    return { outcome: 'unavailable', registration: null }
  }
}

/** What the register says, in the words of an application: its city as one of ours, where it is one. */
function entryOf({ crNumber, nameAr, nameEn, city, address, legalForm, status, statusWords, registeredOn }: Registration): Entry {
  const place = placeOfCity(city)
  return {
    organizationNameAr: nameAr,
    organizationName: nameEn,
    crNumber,
    country: 'SA',
    stateProvinceRegion: place?.region ?? '',
    city: place?.city ?? '',
    address: address.street,
    postalCodeZIPCode: /^\d{5}$/.test(address.postalCode) ? address.postalCode : '',
    legalForm,
    registerStatus: status,
    statusWords,
    registeredOn: /^\d{4}-\d{2}-\d{2}$/.test(registeredOn) ? registeredOn : null,
  }
}

/** What the applicant is in the register; the numbers of others are not looked at further. */
async function capacityOf({ app, db }: Ctx, personId: number, { people }: Registration) {
  const { national_id_hash } = await db.selectFrom('person').select('national_id_hash').where('id', '=', personId).executeTakeFirstOrThrow()
  const own = people.filter(({ identityNumber }) => app.secrets.lookUp(identityNumber).equals(national_id_hash))
  return own.find(({ capacity }) => capacity === 'manager')?.capacity ?? own[0]?.capacity ?? 'none'
}

/** What the register said last of the number that an application names, for whoever judges it. */
export async function registerReport(db: Queryable, row: Application) {
  const details = detailsOf(row)
  const last = await db
    .selectFrom('register_look_up as l')
    .innerJoin('person as p', 'p.id', 'l.asked_by')
    .select(['l.outcome', 'l.entry', 'l.applicant_capacity', 'l.asked_at', 'p.name_en as fullName', 'p.name_ar as fullNameAr'])
    .where('l.application_id', '=', row.id)
    .where('l.unified_number', '=', details.unifiedOrgNo)
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  const entry = last.entry as Entry | null
  return {
    registerOutcome: last.outcome,
    askedDate: last.asked_at,
    entry,
    applicantCapacity: last.applicant_capacity,
    askedBy: { fullName: last.fullName, fullNameAr: last.fullNameAr },
    differences: entry ? registerFields.filter((name) => differs(entry, details, name)) : [],
  }
}

const differs = (entry: Entry, details: Details, name: RegisterField) => entry[name] !== '' && plain(entry[name]) !== plain(details[name])

/** Case, spaces, and the marks and stretches of Arabic letters make no other name. */
const plain = (text: string) =>
  text
    .replace(/[\u064B-\u0652\u0640]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
