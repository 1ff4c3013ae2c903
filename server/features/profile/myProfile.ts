import { listMyEmails, listMyMobiles, readMyProfile, savePreferences } from '#contract/profile.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, CallerMembership, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'

export const myProfile = route(readMyProfile, async ({ db, caller }) => {
  const row = await db.selectFrom('person').selectAll().where('id', '=', caller.personId).executeTakeFirstOrThrow()
  return {
    slno: row.id,
    fullName: row.name_en,
    fullNameAr: row.name_ar,
    nationalID: row.national_id_masked,
    gender: row.gender,
    nationality: row.nationality,
    dateOfBirth: row.born_on,
    email: row.email,
    mobileNo: row.mobile,
    isSubscriber: row.is_subscriber,
    createdDate: row.created_at,
    identityExpiresOn: row.identity_expires_on,
    kycValidTo: row.kyc_until,
    hasPassword: row.password_hash !== null,
    passwordChangedDate: row.password_changed_at,
    messageLanguage: row.language,
    preferences: { language: row.screen_language, theme: row.theme, digits: row.digits, calendar: row.calendar },
  }
})

export const preferences = route(savePreferences, async (ctx, { language, theme, digits, calendar }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('person')
      // Whoever chooses a language for the screen reads their mails in it too.
      .set((e) => ({
        language: language ?? e.ref('language'),
        screen_language: language ?? e.ref('screen_language'),
        theme: theme ?? e.ref('theme'),
        digits: digits ?? e.ref('digits'),
        calendar: calendar ?? e.ref('calendar'),
      }))
      .where('id', '=', ctx.caller.personId)
      .returning(['screen_language as language', 'theme', 'digits', 'calendar'])
      .executeTakeFirstOrThrow()
    if (language ?? theme ?? digits ?? calendar) await audit(tx, ctx, 'preferences.changed', { facts: { ...row } })
    return row
  }),
)

const organisationOf = ({ organisationId, nameEn, nameAr }: CallerMembership) => ({
  organizationSlno: organisationId,
  organizationName: nameEn,
  organizationNameAr: nameAr,
})

/** A person has one set of contact data, confirmed by code; each organisation that they belong to knows the same. */
const contactOf = ({ db, caller }: Ctx<Caller>) =>
  db.selectFrom('person').select(['email', 'mobile']).where('id', '=', caller.personId).executeTakeFirstOrThrow()

export const myMobiles = route(listMyMobiles, async (ctx) => {
  const { mobile } = await contactOf(ctx)
  const organisations = mobile === null ? [] : ctx.caller.memberships
  const dataList = organisations.map((one) => ({ ...organisationOf(one), mobileNo: mobile!, isVerified: true }))
  return { dataList, totalCount: dataList.length }
})

export const myEmails = route(listMyEmails, async (ctx) => {
  const { email } = await contactOf(ctx)
  const organisations = email === null ? [] : ctx.caller.memberships
  const dataList = organisations.map((one) => ({ ...organisationOf(one), email: email!, isVerified: true }))
  return { dataList, totalCount: dataList.length }
})
