import { listPurchasedPlans, type SubscriptionPlan } from '#contract/subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { sendList } from '../../kit/client.ts'

export type Plan = z.output<typeof SubscriptionPlan>

/** The plans that can pay for a signing, the one that expires first at the top: the server takes it where none is chosen. */
export function useUsablePlans() {
  const answer = useQuery({
    queryKey: [listPurchasedPlans.path, 'usable'],
    queryFn: ({ signal }) => sendList(listPurchasedPlans, {}, 0, 100, { signal }),
    staleTime: 0,
  })
  const all = [...((answer.data?.welcomePackList ?? []) as Plan[]), ...(answer.data?.dataList ?? [])]
  return { ...answer, usable: all.filter(({ balance }) => balance > 0).toSorted((a, b) => a.validTo.getTime() - b.validTo.getTime()) }
}
