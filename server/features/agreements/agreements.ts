import * as calls from '#contract/agreements.ts'
import type { UserType } from '#contract/agreements.ts'
import { audit, type Actor } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem, type Language } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { renderAgreement } from './agreementPdf.ts'
import {
  type AgreementText,
  agreementsAmong,
  currentText,
  currentTexts,
  type PublishedText,
  type Texts,
  textsOf,
} from './agreementTexts.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'

type How = 'enrolment' | 'invitation' | 'account'
type Acceptance = { personId: number; userType: UserType; organisationId: number | null; how: How }
type Accepting = Actor & { language: Language }

/**
 * Records that a person accepted everything that a user of this type accepts now, in the language in which they read it; what they accepted
 * before stays as it is. For enrolment and invitations, in the transaction that opens the account or the membership.
 */
export async function recordAcceptance(tx: Queryable, ctx: Accepting, acceptance: Acceptance): Promise<void> {
  const texts = await textsOf(tx)
  for (const text of currentTexts(texts, acceptance.userType, ctx.language, riyadhDay(ctx.now))) await recordOne(tx, ctx, acceptance, text)
}

async function recordOne(tx: Queryable, ctx: Accepting, acceptance: Acceptance, text: AgreementText): Promise<void> {
  const { personId, userType, organisationId, how } = acceptance
  const { kind, version, language, sha256 } = text
  const publicId = newPublicId()
  const added = await tx
    .insertInto('agreement_acceptance')
    .values({
      public_id: publicId,
      person_id: personId,
      organisation_id: organisationId,
      user_type: userType,
      kind,
      version,
      language,
      sha256,
      how,
      accepted_at: ctx.now,
      device_public_id: ctx.deviceId,
      address: ctx.address,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  const facts = { kind, version, language, userType, how, sha256: sha256.toString('hex') }
  await audit(tx, ctx, 'agreement.accepted', { personId, subject: publicId, facts })
}

export const listCurrentAgreements = route(calls.listCurrentAgreements, async (ctx, { userType }) => {
  const dataList = currentTexts(await textsOf(ctx.db), userType, ctx.language, riyadhDay(ctx.now)).map((text) => ({
    ...described(text),
    uniqueFileID: text.fileId,
    sha256: text.sha256.toString('hex'),
    introduction: text.introduction,
    sections: text.sections,
  }))
  return { dataList, totalCount: dataList.length }
})

const described = ({ kind, title, version, effectiveOn }: AgreementText) => ({ kind, title, version, effectiveDate: effectiveOn })

export const downloadAgreementText = route(calls.downloadAgreementText, async (ctx, { uniqueFileID }) => {
  const text = await publishedText(ctx, uniqueFileID)
  return { content: renderAgreement(text), fileName: fileName(text), cacheSeconds: 3600 }
})

export const downloadAgreementSource = route(calls.downloadAgreementSource, async (ctx, { uniqueFileID }) => {
  const text = await publishedText(ctx, uniqueFileID)
  return { content: text.source, fileName: fileName(text, 'md'), cacheSeconds: 3600 }
})

/** @throws Problem NOT_FOUND */
async function publishedText({ db }: Ctx, uniqueFileID: string): Promise<PublishedText> {
  const text = (await textsOf(db)).find(({ fileId }) => fileId === uniqueFileID)
  if (!text) throw new Problem('NOT_FOUND')
  return text
}

const fileName = ({ kind, version, language }: Pick<PublishedText, 'kind' | 'version' | 'language'>, ending = 'pdf') =>
  `${kind}-${version}-${language}.${ending}`

const acceptances = ({ db, caller }: Ctx<Caller>) =>
  db
    .selectFrom('agreement_acceptance as a')
    .leftJoin('organisation as o', 'o.id', 'a.organisation_id')
    .selectAll('a')
    .select(['o.name_ar', 'o.name_en'])
    .where('a.person_id', '=', caller.personId)
    .orderBy('a.accepted_at', 'desc')
    .orderBy('a.id', 'desc')

export const listMyAgreements = route(calls.listMyAgreements, async (ctx) => {
  const rows = await acceptances(ctx).execute()
  const today = riyadhDay(ctx.now)
  const texts = await textsOf(ctx.db)
  const dataList = rows.map((row) => ({
    ...described(textOf(texts, row, ctx.language)),
    userType: row.user_type,
    organization: row.name_en ?? '',
    organizationAr: row.name_ar ?? '',
    uniqueFileID: row.public_id,
    acceptedDate: row.accepted_at,
    acceptedHow: row.how,
    acceptedLanguage: row.language,
    isCurrent: row.version >= currentText(texts, row.kind, ctx.language, today).version,
  }))
  return { dataList, totalCount: dataList.length }
})

/** The text that was accepted, to show in a language. */
function textOf(texts: Texts, { kind, version }: Pick<AgreementText, 'kind' | 'version'>, language: Language): AgreementText {
  const text = agreementsAmong(texts).find((one) => one.kind === kind && one.version === version && one.language === language)
  if (!text) throw new Error(`the text of ${kind} ${version} is gone`)
  return text
}

const words = {
  subscriber: { ar: 'مشترك فرد', en: 'Individual subscriber' },
  enrolmentAdmin: { ar: 'مسؤول التسجيل', en: 'Enrolment Admin' },
  authorizedSignatory: { ar: 'مفوّض بالتوقيع', en: 'Authorized Signatory' },
  organizationUser: { ar: 'مستخدم المنشأة', en: 'Organization User' },
  enrolment: { ar: 'عند فتح الحساب', en: 'When the account was opened' },
  invitation: { ar: 'عند الانضمام إلى المنشأة', en: 'When joining the organisation' },
  account: { ar: 'من صفحة الحساب', en: 'In the account' },
}

export const downloadMyAgreement = route(calls.downloadMyAgreement, async (ctx, { uniqueFileID }) => {
  const row = await acceptances(ctx).where('a.public_id', '=', uniqueFileID).executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  const text = textOf(await textsOf(ctx.db), row, row.language)
  // The evidence is worth nothing unless it is of the very bytes that were accepted.
  if (!text.sha256.equals(row.sha256)) throw new Error(`the text of ${row.kind} ${row.version} was altered`)
  const person = await ctx.db
    .selectFrom('person')
    .select(['name_ar', 'name_en', 'national_id_masked'])
    .where('id', '=', ctx.caller.personId)
    .executeTakeFirstOrThrow()
  const inArabic = row.language === 'ar'
  const content = renderAgreement(text, {
    personName: inArabic ? person.name_ar : person.name_en,
    nationalIdMasked: person.national_id_masked,
    userType: words[row.user_type][row.language],
    organisation: (inArabic ? row.name_ar : row.name_en) ?? '',
    acceptedAt: row.accepted_at,
    how: words[row.how][row.language],
    address: row.address,
    device: row.device_public_id ?? '',
  })
  return { content, fileName: fileName(row) }
})

/** As whom the caller may accept: for themselves, and in each role. */
const rolesOf = ({ caller: { isSubscriber, memberships } }: Ctx<Caller>) => [
  ...(isSubscriber ? [{ userType: 'subscriber' as const, organisationId: null, nameAr: '', nameEn: '' }] : []),
  ...memberships.map(({ role, organisationId, nameAr, nameEn }) => ({ userType: role, organisationId, nameAr, nameEn })),
]

/** What is in force for the caller and not accepted yet. */
async function dueOf(ctx: Ctx<Caller>) {
  const accepted = await acceptances(ctx).execute()
  const texts = await textsOf(ctx.db)
  return rolesOf(ctx).flatMap((role) =>
    currentTexts(texts, role.userType, ctx.language, riyadhDay(ctx.now)).flatMap((text) => {
      const isEarlier = (row: (typeof accepted)[number]) =>
        row.kind === text.kind && row.user_type === role.userType && row.organisation_id === role.organisationId
      const earlier = accepted.filter(isEarlier)
      return earlier.some(({ version }) => version >= text.version) ? [] : [{ ...role, text, isNewVersion: earlier.length > 0 }]
    }),
  )
}

export const listAgreementsToAccept = route(calls.listAgreementsToAccept, async (ctx) => {
  const dataList = (await dueOf(ctx)).map(({ text, userType, organisationId, nameAr, nameEn, isNewVersion }) => ({
    ...described(text),
    userType,
    organizationSlno: organisationId,
    organization: nameEn,
    organizationAr: nameAr,
    uniqueFileID: text.fileId,
    isNewVersion,
  }))
  return { dataList, totalCount: dataList.length }
})

export const acceptAgreement = route(calls.acceptAgreement, async (ctx, { uniqueFileID }) => {
  // The language is the text's own: what was read is what was accepted, whatever the page is switched to meanwhile.
  const texts = await textsOf(ctx.db)
  const text = agreementsAmong(texts).find(({ fileId }) => fileId === uniqueFileID)
  const organisationId = ctx.organisation?.id ?? null
  const role = rolesOf(ctx).find((one) => one.organisationId === organisationId)
  if (!text || !role) throw new Problem('NOT_FOUND')
  if (!currentTexts(texts, role.userType, text.language, riyadhDay(ctx.now)).includes(text))
    throw new Problem('WRONG_STATE', { cause: 'not in force' })
  const acceptance = { personId: ctx.caller.personId, userType: role.userType, organisationId, how: 'account' as const }
  await ctx.db.transaction().execute((tx) => recordOne(tx, ctx, acceptance, text))
  return { status: '1' as const }
})
