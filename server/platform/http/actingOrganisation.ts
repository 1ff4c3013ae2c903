/** Whose business a call is: the organisation that it names or that the session acts for, verified for its caller before any handler runs. */
import { organisationFields } from '#contract/actingOrganisation.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import { audit } from '../audit.ts'
import { Problem } from '../problems.ts'
import type { ActingOrganisation, Caller, CallerMembership, Ctx } from './context.ts'
import type { AnyCall } from './route.ts'

type Numbers = { row?: number; gateway?: number }

/**
 * Completes the context by `organisation`. A member acts in their own role, in the organisation that was named or else selected; staff of the
 * provider look at the one they name, and the look is recorded. A personal call has an organisation where it names one of the caller's.
 * @throws Problem NOT_FOUND for a number that is not the caller's, as for one that does not exist; NOT_ALLOWED where the caller's role there
 * does not suffice; INVALID where staff name none
 */
export async function inOrganisation<C extends Ctx>(ctx: C, call: AnyCall, input: Record<string, unknown>): Promise<C> {
  const organisation = ctx.caller && (await resolve(ctx, ctx.caller, call, input))
  return organisation ? { ...ctx, organisation } : ctx
}

async function resolve(ctx: Ctx, caller: Caller, call: AnyCall, input: Record<string, unknown>): Promise<ActingOrganisation | null> {
  const { org: roles = null, operator = [] } = typeof call.access === 'object' ? call.access : {}
  const fields = organisationFields(call)
  const numbers: Numbers = Object.fromEntries(
    fields.flatMap(({ field, which }) => (input[field] === undefined ? [] : [[which, input[field] as number]])),
  )
  const isNamed = Object.keys(numbers).length > 0
  if (!isNamed && !roles) return null
  const member = isNamed ? caller.memberships.find((one) => isOf(one, numbers)) : caller.organisation
  if (member && (!roles || roles.includes(member.role))) return ownOf(member)
  if (caller.operatorRoles.some((role) => operator.includes(role))) {
    if (isNamed) return lookAt(ctx, call, numbers)
    if (fields.length === 0) return null
    throw new Problem('INVALID', { errors: [{ field: fields[0]!.field, message: fieldSentence({ rule: 'required' }, ctx.language) }] })
  }
  if (isNamed && !member) throw new Problem('NOT_FOUND')
  return refuse(ctx, call)
}

const isOf = ({ organisationId, sipNumber }: CallerMembership, { row = organisationId, gateway = sipNumber }: Numbers) =>
  row === organisationId && gateway === sipNumber

const ownOf = ({ organisationId, accountId, sipNumber, nameAr, nameEn, role }: CallerMembership): ActingOrganisation => ({
  id: organisationId,
  accountId,
  sipNumber,
  nameAr,
  nameEn,
  as: role,
})

async function lookAt(ctx: Ctx, call: AnyCall, { row, gateway }: Numbers): Promise<ActingOrganisation> {
  const found = await ctx.db
    .selectFrom('organisation')
    .innerJoin('account', 'account.organisation_id', 'organisation.id')
    .select(['organisation.id', 'account.id as accountId', 'sip_number as sipNumber', 'name_ar as nameAr', 'name_en as nameEn'])
    .$if(row !== undefined, (q) => q.where('organisation.id', '=', row!))
    .$if(gateway !== undefined, (q) => q.where('sip_number', '=', gateway!))
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const organisation = { ...found, as: 'operator' as const }
  await audit(ctx.db, { ...ctx, organisation }, 'organisation.viewed', { facts: { call: `${call.method} ${call.path}` } })
  return organisation
}

/** Records that a caller was refused for want of a right. */
export async function refuse(ctx: Ctx, call: AnyCall): Promise<never> {
  const selected = ctx.caller?.organisation
  const isOrganisational = typeof call.access === 'object' && call.access.org !== undefined
  const organisation = selected && isOrganisational ? ownOf(selected) : null
  await audit(ctx.db, { ...ctx, organisation }, 'access.refused', { outcome: 'refused', facts: { call: `${call.method} ${call.path}` } })
  throw new Problem('NOT_ALLOWED')
}
