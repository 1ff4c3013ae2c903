import { Readable } from 'node:stream'
import * as calls from '#contract/profile.ts'
import { dataCopies } from '#contract/profile.ts'
import { audit } from '#server/platform/audit.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { everythingAbout } from './dataSections.ts'

export const exportMyData = route(calls.exportMyData, async (ctx) => {
  await countCall(ctx, dataCopies, ctx.caller.personId)
  await audit(ctx.db, ctx, 'data.exported')
  return {
    content: Readable.from(everythingAbout(ctx), { objectMode: false }),
    fileName: `tawqi-my-data-${ctx.now.toISOString().slice(0, 10)}.json`,
  }
})

/** The provider's staff is not named: it is the provider that looks. */
export const listDataLooks = listRoute(calls.listDataLooks, ({ db, caller }) =>
  db
    .selectFrom('data_look as l')
    .innerJoin('person as viewer', 'viewer.id', 'l.viewer_id')
    .leftJoin('organisation as o', 'o.id', 'l.organisation_id')
    .where('l.person_id', '=', caller.personId)
    .select(['l.id as lookSlno', 'l.at', 'l.what', 'l.reference'])
    .select((e) => [
      e.case().when('l.organisation_id', 'is', null).then('').else(e.ref('viewer.name_en')).end().as('viewerName'),
      e.case().when('l.organisation_id', 'is', null).then('').else(e.ref('viewer.name_ar')).end().as('viewerNameAr'),
      e.fn.coalesce('o.name_en', e.val('')).as('organization'),
      e.fn.coalesce('o.name_ar', e.val('')).as('organizationAr'),
    ])
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc'),
)
