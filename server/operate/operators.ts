import { isNationalId } from '#contract/typedDigits.ts'
import { operatorRoles } from '#contract/operatorAccess.ts'
import { audit } from '#server/platform/audit.ts'
import { maskNationalId } from '#server/platform/secrets.ts'
import { Refused, type Operation } from './operation.ts'

/** Gives people a role in the console, or takes it away. Whoever is named has an account: it is how they prove who they are. */
export async function setOperators(
  { tx, acting, by }: Operation,
  action: 'appoint' | 'dismiss',
  [role, ...ids]: string[],
): Promise<string> {
  const known = operatorRoles.find((one) => one === role)
  if (!known) throw new Refused(`"${role ?? ''}" is no role. The roles are ${operatorRoles.join(', ')}.`)
  if (ids.length === 0) throw new Refused('Name at least one national ID.')
  const wrong = ids.filter((id) => !isNationalId(id))
  if (wrong.length > 0) throw new Refused(`Not a national ID or iqama number: ${wrong.join(', ')}.`)
  const said: string[] = []
  for (const id of ids) {
    const masked = maskNationalId(id)
    const person = await tx
      .selectFrom('person')
      .select(['id', 'status'])
      .where('national_id_hash', '=', acting.app.secrets.lookUp(id))
      .executeTakeFirst()
    if (!person || person.status === 'closed')
      throw new Refused(
        `${masked} has no account. They open one at ${acting.app.configuration.PUBLIC_URL}/create-account first; then repeat this.`,
      )
    const row = { person_id: person.id, role: known }
    const changed =
      action === 'appoint'
        ? await tx
            .insertInto('operator_role')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('role')
            .executeTakeFirst()
        : await tx
            .deleteFrom('operator_role')
            .where('person_id', '=', person.id)
            .where('role', '=', known)
            .returning('role')
            .executeTakeFirst()
    if (changed)
      await audit(tx, acting, action === 'appoint' ? 'operator.appointed' : 'operator.dismissed', {
        personId: person.id,
        facts: { role: known, by },
      })
    said.push(`${masked}: ${changed ? '' : 'already '}${action === 'appoint' ? known : `not ${known}`}`)
  }
  return said.join('\n')
}
