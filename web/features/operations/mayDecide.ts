import { mayDecide } from '#contract/operatorAccess.ts'
import { useSession } from '../../kit/session.ts'

/** Whether the person decides requests, or only reads them. */
export function useMayDecide(): boolean {
  const { operatorRoles } = useSession()
  return operatorRoles.some((role) => mayDecide.operator.some((one) => one === role))
}
