/** Changes to what is registered of an organisation, from being asked for until they are decided, for its own people. */
import type { Updateable } from 'kysely'
import * as calls from '#contract/organisationChanges.ts'
import {
  isPublicChange,
  organisationChangeFields,
  type OrganisationChangeKind,
  organisationChangeWords,
} from '#contract/organisationChanges.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import { submissionEdges } from '#contract/submissions.ts'
import { refusePlace } from '#server/features/referenceData/places.ts'
import { openSent, sendEvidence } from '#server/features/evidence/files.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Organisation } from '#server/platform/db/schema.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { columnOf, readChange, type Values } from './changeRows.ts'
import { type Acting, tellSignatories } from './submissions.ts'

const trail = {
  pending: 'organisation.changePending',
  approved: 'organisation.changeApproved',
  rejected: 'organisation.changeRejected',
} as const
export const organisationChanges = machine({
  table: 'organisation_change',
  column: 'status',
  edges: submissionEdges,
  event: null,
  action: (_, to) => trail[to],
})

export const listOrganisationChanges = listRoute(calls.listOrganisationChanges, ({ db, organisation }, { status }) =>
  db
    .selectFrom('organisation_change')
    .select((e) => ['id as slNo', e.ref('kind').$castTo<OrganisationChangeKind>().as('changeKind'), 'status', 'created_at as requestDate'])
    .where('organisation_id', '=', organisation.id)
    .$if(status !== undefined, (q) => q.where('status', '=', status!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

/** A change of the acting organisation by its number. @throws Problem NOT_FOUND */
export const ownChange = ({ db, organisation }: Acting, slNo: number) => readChange(db, { id: slNo, organisationId: organisation.id })

export const readOrganisationChange = route(calls.readOrganisationChange, async (ctx, { slNo }) => (await ownChange(ctx, slNo)).detail)

export const openOrganisationChangeFile = route(calls.openOrganisationChangeFile, async (ctx, { slNo, uniqueFileID }) =>
  openSent(ctx, 'organisationChange', (await ownChange(ctx, slNo)).number, uniqueFileID),
)

/** What stands there now, by the names of the fields. */
async function registered(tx: Tx, organisationId: number, kind: OrganisationChangeKind): Promise<Values> {
  const row = await tx.selectFrom('organisation').selectAll().where('id', '=', organisationId).executeTakeFirstOrThrow()
  return Object.fromEntries(organisationChangeFields[kind].map((field) => [field, row[columnOf[field]] ?? '']))
}

const sentences = {
  waits: { ar: 'ينتظر تغييرٌ كهذا قرارًا. انتظر حتى يُبتّ فيه.', en: 'A change of this kind waits for a decision already.' },
  same: { ar: 'هذه هي القيمة المسجلة.', en: 'This is what is registered.' },
}

type Asked = Values & { reason: string; evidence: string[] }

/** @throws Problem INVALID beside what would not change or lacks its file, WRONG_STATE where one of its kind waits */
function request(ctx: Acting, kind: OrganisationChangeKind, { reason, evidence, ...asked }: Asked) {
  const newValues: Values = Object.fromEntries(organisationChangeFields[kind].map((field) => [field, asked[field] ?? '']))
  if (isPublicChange(kind) && evidence.length === 0)
    throw new Problem('INVALID', { errors: [{ field: 'evidence', message: fieldSentence({ rule: 'required' }, ctx.language) }] })
  if (kind === 'address') {
    const { country, stateProvinceRegion: region, city } = newValues as Required<Values>
    refusePlace(ctx, { country, region, city }, { region: 'stateProvinceRegion' })
  }
  return ctx.db.transaction().execute(async (tx) => {
    await lockOrganisation(tx, ctx.organisation.id)
    const oldValues = await registered(tx, ctx.organisation.id, kind)
    await refuseSame(ctx, kind, oldValues, newValues)
    await refuseSecond(tx, ctx, kind)
    const row = await tx
      .insertInto('organisation_change')
      .values({
        public_id: newPublicId(),
        organisation_id: ctx.organisation.id,
        kind,
        old_values: JSON.stringify(oldValues),
        new_values: JSON.stringify(newValues),
        reason,
        made_by: ctx.caller.personId,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await organisationChanges.begin(tx, ctx, row, { facts: { kind } })
    await sendEvidence(tx, ctx, evidence, { purpose: 'organisationChange', number: row.public_id })
    const { ar, en } = organisationChangeWords[kind]
    await tellSignatories(tx, ctx, { request: 'organisationChange', slNo: row.id, aboutAr: ar, aboutEn: en })
    return (await readChange(tx, { id: row.id, organisationId: ctx.organisation.id })).detail
  })
}

async function refuseSame({ language }: Acting, kind: OrganisationChangeKind, oldValues: Values, newValues: Values): Promise<void> {
  const fields = organisationChangeFields[kind]
  if (fields.some((field) => oldValues[field] !== newValues[field])) return
  throw new Problem('INVALID', { errors: [{ field: fields[0], message: sentences.same[language] }], cause: 'nothing would change' })
}

async function refuseSecond(tx: Tx, ctx: Acting, kind: OrganisationChangeKind): Promise<void> {
  const waits = await tx
    .selectFrom('organisation_change')
    .select('id')
    .where('organisation_id', '=', ctx.organisation.id)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (waits) throw new Problem('WRONG_STATE', { title: sentences.waits, cause: `a change of ${kind} waits` })
}

export const requestNameChange = route(calls.requestNameChange, (ctx, asked) => request(ctx, 'name', asked))
export const requestTradingNameChange = route(calls.requestTradingNameChange, (ctx, asked) => request(ctx, 'tradingName', asked))
export const requestVatNumberChange = route(calls.requestVatNumberChange, (ctx, asked) => request(ctx, 'vatNumber', asked))
export const requestAddressChange = route(calls.requestAddressChange, (ctx, asked) => request(ctx, 'address', asked))
export const requestContactDetailsChange = route(calls.requestContactDetailsChange, (ctx, asked) => request(ctx, 'contact', asked))

type Change = Awaited<ReturnType<typeof readChange>>

/**
 * Registers what was approved. A new name is recorded by itself: certificates of a seal carry the name, and whoever answers for them learns of it
 * there.
 */
export async function applyChange(tx: Tx, ctx: Ctx<Caller>, { organisationId, number, kind, newValues, detail }: Change): Promise<void> {
  const set = Object.fromEntries(
    organisationChangeFields[kind].map((field) => [columnOf[field], newValues[field]]),
  ) as Updateable<Organisation>
  if (kind === 'vatNumber') set.vat_number = newValues.vatNumber || null
  await tx.updateTable('organisation').set(set).where('id', '=', organisationId).execute()
  if (kind !== 'name') return
  const facts = Object.fromEntries(
    detail.changedFields.flatMap(({ field, oldValue, newValue }) => [
      [`${field}Before`, oldValue],
      [field, newValue],
    ]),
  )
  await audit(tx, ctx, 'organisation.renamed', { subject: number, facts: { ...facts, organisation: organisationId } })
}
