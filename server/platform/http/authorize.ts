import { organisationFields } from '#contract/actingOrganisation.ts'
import { Problem } from '../problems.ts'
import { isFresh } from '../sessions/lifetime.ts'
import { refuse } from './actingOrganisation.ts'
import type { Caller, Ctx, RequestFacts } from './context.ts'
import type { AnyCall } from './route.ts'

/**
 * Judges a caller by the call's declaration, before anything else happens; a refusal is recorded. Where the call names an organisation, a right
 * in any of the caller's is enough here: `inOrganisation` judges the one that was named.
 */
export async function authorize(facts: RequestFacts, caller: Caller | null, call: AnyCall): Promise<Ctx> {
  const ctx: Ctx = { ...facts, caller, organisation: null }
  if (!caller) return ctx
  if (!mayCall(caller, call)) await refuse(ctx, call)
  if (call.stepUp && !isFresh(caller.confirmedAt, facts.now)) throw new Problem('STEP_UP')
  return ctx
}

/** The one rule that turns a declared access into yes or no. */
function mayCall({ isSubscriber, memberships, organisation, operatorRoles }: Caller, call: AnyCall): boolean {
  const { access } = call
  if (access === 'anyone' || access === 'signedIn') return true
  if (access === 'person') return isSubscriber || memberships.length > 0
  const judged = organisationFields(call).length > 0 ? memberships : organisation ? [organisation] : []
  return judged.some(({ role }) => access.org?.includes(role)) || operatorRoles.some((role) => access.operator?.includes(role))
}
