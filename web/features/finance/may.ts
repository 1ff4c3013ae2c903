import type { OperatorRole } from '#contract/kit.ts'
import { useSession } from '../../kit/session.ts'

/** Whether the person has one of the roles that a call is for. */
export function useMay({ operator }: { operator: readonly OperatorRole[] }): boolean {
  const { operatorRoles } = useSession()
  return operatorRoles.some((role) => operator.includes(role))
}
