import type { Access } from '#contract/kit.ts'
import { audit } from '../audit.ts'
import { Problem } from '../problems.ts'
import { isFresh } from '../sessions/lifetime.ts'
import type { Caller, CallerMembership, Ctx, RequestFacts } from './context.ts'
import type { AnyCall } from './route.ts'

/** Judges a caller by the call's declaration, before anything else happens; a refusal is recorded. */
export async function authorize(facts: RequestFacts, caller: Caller | null, call: AnyCall): Promise<Ctx> {
  const ctx: Ctx = { ...facts, caller, org: caller && organisationIn(caller, call.access) }
  if (!caller) return ctx
  if (!mayCall(caller, call.access)) {
    const org = isOrganisational(call.access) ? caller.organisation : null
    await audit(facts.db, { ...ctx, org }, 'access.refused', { outcome: 'refused', facts: { call: `${call.method} ${call.path}` } })
    throw new Problem('NOT_ALLOWED')
  }
  if (call.stepUp && !isFresh(caller.confirmedAt, facts.now)) throw new Problem('STEP_UP')
  return ctx
}

const isOrganisational = (access: Access) => typeof access === 'object' && access.org !== undefined

/** The organisation that a call is made for: what a member does for themselves is not their organisation's, and is not recorded as such. */
const organisationIn = ({ organisation }: Caller, access: Access): CallerMembership | null =>
  organisation && typeof access === 'object' && access.org?.includes(organisation.role) ? organisation : null

/** The one rule that turns a declared access into yes or no. */
export function mayCall(caller: Pick<Caller, 'isSubscriber' | 'memberships' | 'organisation' | 'operatorRoles'>, access: Access): boolean {
  if (access === 'anyone' || access === 'signedIn') return true
  if (access === 'person') return caller.isSubscriber || caller.memberships.length > 0
  const { organisation, operatorRoles } = caller
  if (organisation && access.org?.includes(organisation.role)) return true
  return operatorRoles.some((role) => access.operator?.includes(role))
}
