import * as calls from '#contract/members.ts'
import { route } from '#server/platform/http/route.ts'
import { findLink, linkState } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'

/** What a link is for and whether it still serves; looking does not use it up. */
export const openLink = route(calls.openLink, async ({ db, now }, { hash }) => {
  const link = await findLink(db, hash)
  if (!link) throw new Problem('NOT_FOUND', { cause: 'no such link' })
  return {
    purpose: link.purpose,
    state: linkState(link, now),
    organizationName: null,
    organizationNameAr: null,
    expiresAt: link.expires_at,
  }
})
