import * as calls from '#contract/profile.ts'
import { letterTopics } from '#contract/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, CallerMembership, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { preferenceColumns, preferencesOf } from '#server/platform/sessions/preferences.ts'

export const readMyProfile = route(calls.readMyProfile, async ({ db, caller }) => {
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
    preferences: preferencesOf(row),
  }
})

export const savePreferences = route(calls.savePreferences, async (ctx, input) => {
  const { language, messageLanguage, theme, digits, calendar, pageSize, lettersLeftOut } = input
  return ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('person')
      .select(['language', ...preferenceColumns])
      .where('id', '=', ctx.caller.personId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const screen = language ?? before.screen_language
    const letters = messageLanguage === undefined ? before.letter_language : messageLanguage
    const row = await tx
      .updateTable('person')
      .set({
        language: letters ?? screen ?? before.language,
        screen_language: screen,
        letter_language: letters,
        theme: theme ?? before.theme,
        digits: digits ?? before.digits,
        calendar: calendar ?? before.calendar,
        page_size: pageSize ?? before.page_size,
        letters_left_out: lettersLeftOut ? letterTopics.filter((topic) => lettersLeftOut.includes(topic)) : before.letters_left_out,
      })
      .where('id', '=', ctx.caller.personId)
      .returning(preferenceColumns)
      .executeTakeFirstOrThrow()
    const chosen = preferencesOf(row)
    const isAsked = Object.values(input).some((one) => one !== undefined)
    if (isAsked) await audit(tx, ctx, 'preferences.changed', { facts: { ...chosen } })
    return chosen
  })
})

const organisationOf = ({ organisationId, nameEn, nameAr }: CallerMembership) => ({
  organizationSlno: organisationId,
  organizationName: nameEn,
  organizationNameAr: nameAr,
})

/** A person has one set of contact data, confirmed by code; each organisation that they belong to knows the same. */
const contactOf = ({ db, caller }: Ctx<Caller>) =>
  db.selectFrom('person').select(['email', 'mobile']).where('id', '=', caller.personId).executeTakeFirstOrThrow()

export const listMyMobiles = route(calls.listMyMobiles, async (ctx) => {
  const { mobile } = await contactOf(ctx)
  const organisations = mobile === null ? [] : ctx.caller.memberships
  const dataList = organisations.map((one) => ({ ...organisationOf(one), mobileNo: mobile!, isVerified: true }))
  return { dataList, totalCount: dataList.length }
})

export const listMyEmails = route(calls.listMyEmails, async (ctx) => {
  const { email } = await contactOf(ctx)
  const organisations = email === null ? [] : ctx.caller.memberships
  const dataList = organisations.map((one) => ({ ...organisationOf(one), email: email!, isVerified: true }))
  return { dataList, totalCount: dataList.length }
})
