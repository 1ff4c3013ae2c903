/** The requests to join an organisation, as its admins and signatories and the provider's registration officers read them. */
import { sql } from 'kysely'
import * as calls from '#contract/approvals.ts'
import { flagsOn } from '#contract/lists.ts'
import { evidenceWith, openForDecider } from '#server/features/evidence/files.ts'
import { deciderOf, whomItWaitsFor } from '#server/features/members/states.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { matches, within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem, type Language } from '#server/platform/problems.ts'
import { hasFreeSeat } from '#server/platform/seats.ts'
import { labelOf } from './statusLabel.ts'

type Acting = Ctx<Caller, ActingOrganisation>

/** A request is one of the life of a membership: whoever joined stays approved here. */
const status = sql<calls.NewUserStatus>`(case m.status when 'deactivated' then 'approved' else m.status end)`

/** What was sent: an invitation that is cancelled is no request any more. */
const sentRequests = (db: Queryable, language: Language) =>
  db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .where('m.submitted_at', 'is not', null)
    .where('m.status', '<>', 'cancelled')
    .select(['m.id as slNo', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'm.role as userType', status.as('status')])
    .select((e) => [
      orEmpty(e, 'm.employee_number').as('employeeId'),
      e.ref('m.submitted_at').$notNull().as('createdDate'),
      labelOf(status, calls.newUserStatusWords, whomItWaitsFor, language).as('statusLabel'),
    ])

type Filters = { [Name in calls.NewUserStatus]?: boolean } & {
  type: '1' | '2' | '3'
  language: Language
  fromDate?: string
  toDate?: string
  search?: string
}

const newUserRows = ({ db, organisation }: Acting, filters: Filters) => {
  const { type, language, fromDate, toDate, search } = filters
  const asked = flagsOn(calls.newUserStatuses, filters)
  return sentRequests(db, language)
    .where('m.organisation_id', '=', organisation.id)
    .where(status, 'in', asked.length > 0 ? asked : ['approved'])
    .$if(type !== '3', (q) => q.where('m.role', type === '2' ? '=' : '<>', 'organizationUser'))
    .where((e) => within(e, 'm.submitted_at', { fromDate, toDate }))
    .where((e) => matches(e, search, ['p.name_ar', 'p.name_en', 'm.employee_number']))
    .orderBy('m.submitted_at', 'desc')
    .orderBy('m.id', 'desc')
}

export const listNewUserRequests = listRoute(calls.listNewUserRequests, newUserRows)
export const exportNewUserRequests = exportRoute(calls.exportNewUserRequests, newUserRows)

const kycWords = {
  valid: { ar: 'موثّقة عبر نفاذ', en: 'Confirmed with Nafath' },
  due: { ar: 'انتهى سريان توثيقها', en: 'Confirmation has expired' },
}

/** A request by its public id, in the named organisation or, where none is named, in any. @throws Problem NOT_FOUND */
export async function readSent(db: Queryable, ctx: Pick<Ctx, 'now' | 'language'>, publicId: string, organisationId: number | null) {
  const { language } = ctx
  const found = await sentRequests(db, language)
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .innerJoin('account as a', 'a.organisation_id', 'o.id')
    .innerJoin('person as inviter', 'inviter.id', 'm.invited_by')
    .leftJoin('organisation_unit as u', 'u.id', 'm.unit_id')
    .where('m.public_id', '=', publicId)
    .$if(organisationId !== null, (q) => q.where('m.organisation_id', '=', organisationId!))
    .select(['m.person_id', 'm.organisation_id', 'm.invited_by', 'a.id as accountId', 'p.kyc_until', 'p.national_id_masked as nationalID'])
    .select(['o.name_en as organizationName', 'o.name_ar as organizationNameAr', 'o.unified_number as unifiedOrgNo'])
    .select([`inviter.${language === 'ar' ? 'name_ar' : 'name_en'} as invitedBy`, 'm.signatory_approved_at as approvedDate'])
    .select([whomItWaitsFor.as('waitsFor'), deciderOf(language === 'ar' ? 'name_ar' : 'name_en').as('decider'), 'm.remarks'])
    .select((e) => ['m.designation', orEmpty(e, 'u.name_en').as('unitName'), orEmpty(e, 'u.name_ar').as('unitNameAr')])
    .select((e) => [
      e.ref('m.city').$notNull().as('city'),
      e.ref('m.region').$notNull().as('state'),
      e.ref('m.postal_code').$notNull().as('postalCode'),
      e.ref('m.country').$notNull().as('country'),
      e.ref('m.work_email').$notNull().as('email'),
      e.ref('m.work_mobile').$notNull().as('mobile'),
    ])
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const { person_id, organisation_id, invited_by, accountId, kyc_until, decider, mobile, remarks, ...told } = found
  const documents = await evidenceWith(db, 'membership', publicId)
  const detail = {
    ...told,
    phone: mobile.replace(/^966/, ''),
    ISDCode: '966',
    kycStatusLabel: kycWords[kyc_until > ctx.now ? 'valid' : 'due'][language],
    approvedBy: told.approvedDate ? decider : null,
    isFull: told.waitsFor !== null && !(await hasFreeSeat(db, ctx.now, accountId, told.userType)),
    remarks: remarks || null,
    Docs: documents.map((file, at) => ({
      ...file,
      ID: at + 1,
      docCategoryID: 1,
      docTypeID: 1,
      docName: file.fileName,
      docStatus: 'received',
    })),
  }
  return { detail, personId: person_id!, organisationId: organisation_id, inviterId: invited_by!, accountId }
}

/** The public id of a request of the organisation. @throws Problem NOT_FOUND */
export async function publicIdOf({ db, organisation }: Acting, userSlNo: number): Promise<string> {
  const found = await db
    .selectFrom('membership')
    .select((e) => e.ref('public_id').$notNull().as('publicId'))
    .where('id', '=', userSlNo)
    .where('organisation_id', '=', organisation.id)
    .where('submitted_at', 'is not', null)
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found.publicId
}

/** For whom somebody looks: their organisation, or the provider. */
const looksFor = ({ organisation }: Acting) => (organisation.as === 'operator' ? null : organisation.id)

export const readNewUserRequest = route(calls.readNewUserRequest, async (ctx, { userSlNo }) => {
  const { detail, personId } = await readSent(ctx.db, ctx, await publicIdOf(ctx, userSlNo), ctx.organisation.id)
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: looksFor(ctx), what: 'requests' })
  return detail
})

export const openNewUserDocument = route(calls.openNewUserDocument, async (ctx, { userSlNo, uniqueFileID }) => {
  const number = await publicIdOf(ctx, userSlNo)
  return openForDecider(ctx, { purposes: ['membership'], number, uniqueFileID, organisationId: looksFor(ctx) })
})
