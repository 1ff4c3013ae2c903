import { readMyDashboard } from '#contract/dashboard.ts'
import type { readEnrolmentAdminDashboard } from '#contract/dashboard.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import type { Sent } from '../../kit/client.ts'
import { fetchMessageOf } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import type { ChosenUsage } from './UsageCard.tsx'

/** A dashboard, a person’s or an organisation’s, and its chart of use, which alone is asked for anew for another period. */
export function useDashboard<C extends typeof readMyDashboard | typeof readEnrolmentAdminDashboard>(call: C, input: Sent<C>) {
  const [chosen, onChoose] = useChosenUsage()
  const whole = useCall<C>(call, input)
  const isChosen = Object.values(chosen).some((value) => value !== undefined)
  const narrowed = useCall<C>(call, { ...input, ...chosen }, { enabled: isChosen, placeholderData: keepPreviousData as never })
  const used = isChosen ? narrowed : whole
  const usage = useDeferredValue(used.data?.usage)
  const dashboard = useDeferredValue(whole.data) // drawn in slices, between which the page answers to the person
  const chart = {
    usage,
    failed: used.error && fetchMessageOf(used.error),
    isStale: used.isPlaceholderData,
    chosen,
    onChoose,
    onRetry: () => void used.refetch(),
  }
  return { whole, dashboard, chart }
}

const Chosen = z.object(readMyDashboard.body)

/** What the chart covers stands in the address; what does not fit counts as absent. */
function useChosenUsage(): [ChosenUsage, (next: ChosenUsage) => void] {
  const [query, setQuery] = useSearchParams()
  const read = (name: keyof ChosenUsage) => {
    const value = z.safeDecode(Chosen, { [name]: query.get(name) ?? undefined })
    return value.success ? value.data[name] : undefined
  }
  const chosen = { fromDate: read('fromDate'), toDate: read('toDate'), per: read('per') } as ChosenUsage
  const choose = (next: ChosenUsage) =>
    setQuery(Object.fromEntries(Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined)))
  return [chosen, choose]
}
