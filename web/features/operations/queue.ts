/** What waits for the staff, as the screens that decide it go through it. */
import type { RowOf } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { countWaitingRequests, listWaitingRequests, serviceLevels, waitingKinds } from '#contract/waitingRequests.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { sendList } from '../../kit/client.ts'
import { queries } from '../../kit/useCall.ts'
import { toast } from '../../ui/toast.ts'

type Waiting = RowOf<typeof listWaitingRequests>

/** Where a request of each kind is decided. */
const screenOf: Record<Waiting['kind'], (requestID: string) => string> = {
  erasure: (requestID) => to('waitingErasure', { requestID }),
  organisation: (requestID) => to('waitingApplication', { requestID }),
  membership: (requestID) => to('waitingMember', { requestID }),
  change: (requestID) => to('waitingChange', { requestID }),
  unit: (requestID) => to('waitingUnit', { requestID }),
  seal: (requestID) => to('waitingSeal', { requestID }),
  closure: (requestID) => to('waitingClosure', { requestID }),
  compromise: (requestID) => to('waitingMessage', { requestID }),
  contact: (requestID) => to('waitingMessage', { requestID }),
  refund: (requestID) => to('refund', { requestID }),
  catalogueChange: (requestID) => to('catalogueChange', { requestID }),
  organisationChange: (requestID) => to('waitingOrganisationChange', { requestID }),
}
export const screenOfWaiting = ({ kind, requestID }: Waiting): string => screenOf[kind](requestID)

/** Nobody decides more than these before they look at the list again. */
const most = 100

/** The queue as the list before was narrowed, and the place of a request in it: -1 where it does not wait, or lies further back. */
export function useQueue(requestID: string) {
  const [query] = useSearchParams()
  const kind = waitingKinds.find((one) => one === query.get('kind'))
  const serviceLevel = serviceLevels.find((one) => one === query.get('serviceLevel'))
  const { data } = useQuery({
    queryKey: [listWaitingRequests.path, 'queue', kind, serviceLevel],
    queryFn: ({ signal }) => sendList(listWaitingRequests, { kind, serviceLevel }, 0, most, { signal }),
  })
  const rows = data?.dataList ?? []
  const at = rows.findIndex((row) => row.requestID === requestID)
  const narrowed = new URLSearchParams({ ...(kind && { kind }), ...(serviceLevel && { serviceLevel }) }).toString()
  const address = (path: string) => (narrowed ? `${path}?${narrowed}` : path)
  const addressAt = (place: number) => (at >= 0 && rows[place] ? address(screenOfWaiting(rows[place])) : undefined)
  return {
    at,
    row: rows[at],
    total: data?.totalCount ?? 0,
    previous: addressAt(at - 1),
    next: addressAt(at + 1),
    list: address(to('waitingRequests')),
    /** The queue is here: before that nothing is known of what stands beside the request. */
    isKnown: data !== undefined,
  }
}

/** After a decision: says so, and goes on to what waits next. `stale` is the path of the call that read the request. */
export function useGoOn(requestID: string, stale: string) {
  const navigate = useNavigate()
  const { next, list } = useQueue(requestID)
  return async (said: string) => {
    toast('success', said)
    await navigate(next ?? list)
    queries.removeQueries({ queryKey: [stale], type: 'inactive' }) // the next one is read by the same call
    await Promise.all([listWaitingRequests, countWaitingRequests].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
}
