import { type ExpressionBuilder, sql } from 'kysely'
import { activityNames } from '#contract/activities.ts'
import * as calls from '#contract/activity.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute } from '#server/platform/http/route.ts'

type Filters = { outcome?: 'done' | 'refused'; fromDate?: string; toDate?: string }

/** The trail of the caller's own account, newest first. Device and address are told of the caller's own devices alone, not of staff's. */
const activityRows = ({ db, caller, deviceId }: Ctx<Caller>, { outcome, ...period }: Filters) =>
  db
    .selectFrom('audit_event as e')
    .leftJoin('device', (join) => join.onRef('device.public_id', '=', 'e.device_public_id').on('device.person_id', '=', caller.personId))
    .leftJoin('organisation as o', 'o.id', 'e.organisation_id')
    .where((e) => e.and([e('e.person_id', '=', caller.personId), e('e.action', 'in', activityNames), within(e, 'e.at', period)]))
    .$if(!!outcome, (q) => q.where('e.outcome', '=', outcome!))
    .select((e) => ['e.at', 'e.outcome', orEmpty(e, 'device.model').as('deviceModel'), orEmpty(e, 'e.reference').as('reference')])
    .select((e) => [orEmpty(e, 'o.name_en').as('organization'), orEmpty(e, 'o.name_ar').as('organizationAr')])
    .select((e) => [nameOf(e, caller.accountId).as('documentName'), sql<(typeof activityNames)[number]>`e.action`.as('activity')])
    .select(sql<string>`case when device.id is null then '' else coalesce(e.address, '') end`.as('address'))
    .select(sql<boolean>`coalesce(e.device_public_id = ${deviceId}, false)`.as('isThisDevice'))
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')

/** The first document's name of the signing that a record is about, or of the document itself, where it is still known. */
const nameOf = (e: ExpressionBuilder<DB & { e: DB['audit_event'] }, 'e'>, accountId: number) =>
  e.fn.coalesce(
    e.selectFrom('document as d').select('d.name').whereRef('d.public_id', '=', 'e.subject').where('d.account_id', '=', accountId),
    e
      .selectFrom('document as d')
      .innerJoin('esign_transaction as t', 't.id', 'd.transaction_id')
      .select('d.name')
      .whereRef('t.public_id', '=', 'e.subject')
      .where('t.account_id', '=', accountId)
      .orderBy('d.position')
      .orderBy('d.id')
      .limit(1),
    e.val(''),
  )

export const listMyActivity = listRoute(calls.listMyActivity, activityRows)

export const exportMyActivity = exportRoute(calls.exportMyActivity, activityRows)
