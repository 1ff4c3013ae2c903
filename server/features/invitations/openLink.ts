import * as calls from '#contract/links.ts'
import { route } from '#server/platform/http/route.ts'
import { findLink, linkState } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'

/** What a link is for and whether it still serves; looking does not use it up. */
export const openLink = route(calls.openLink, async ({ db, now }, { hash }) => {
  const link = await findLink(db, hash)
  if (!link) throw new Problem('NOT_FOUND', { cause: 'no such link' })
  const state = linkState(link, now)
  const inviting =
    link.purpose === 'accountInvitation' && state === 'open'
      ? await db
          .selectFrom('membership as m')
          .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
          .select(['o.name_en', 'o.name_ar'])
          .where('m.public_id', '=', link.subject)
          .executeTakeFirst()
      : undefined
  return {
    purpose: link.purpose,
    state,
    organizationName: inviting?.name_en ?? null,
    organizationNameAr: inviting?.name_ar ?? null,
    expiresAt: link.expires_at,
  }
})
