import { sql } from 'kysely'
import * as calls from '#contract/profile.ts'
import { letterTopics } from '#contract/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
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

/** What each organisation of the caller has as their address, and whether they confirmed it there by a code. */
const workContacts = ({ db, caller }: Ctx<Caller>, contact: 'email' | 'mobile') => {
  const address = sql<string>`${sql.ref(contact === 'email' ? 'm.work_email' : 'm.work_mobile')}`
  return db
    .selectFrom('membership as m')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .select(['o.id as organizationSlno', 'o.name_en as organizationName', 'o.name_ar as organizationNameAr', address.as('address')])
    .select(
      sql<boolean>`exists (select from membership_change c where c.membership_id = m.id and c.kind = ${contact}
        and c.status = 'approved' and c.new_value = ${address})`.as('isVerified'),
    )
    .where('m.id', '=', (e) => e.fn.any(e.val(caller.memberships.map(({ id }) => id))))
    .where(address, 'is not', null)
    .orderBy('m.id')
    .execute()
}

export const listMyMobiles = route(calls.listMyMobiles, async (ctx) => {
  const dataList = (await workContacts(ctx, 'mobile')).map(({ address, ...row }) => ({ ...row, mobileNo: address }))
  return { dataList, totalCount: dataList.length }
})

export const listMyEmails = route(calls.listMyEmails, async (ctx) => {
  const dataList = (await workContacts(ctx, 'email')).map(({ address, ...row }) => ({ ...row, email: address }))
  return { dataList, totalCount: dataList.length }
})
