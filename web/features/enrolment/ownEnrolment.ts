import { type Enrolment, readEnrolment } from '#contract/enrolment.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Refusal, send } from '../../kit/client.ts'
import { queries } from '../../kit/useCall.ts'

/** The secret stays with the tab: it outlives a reload, and nobody else who uses this browser later finds it. */
const key = 'enrolment'
const listeners = new Set<() => void>()
let memory: string | null = null

function secret(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return memory // browsers may refuse storage; then the page remembers for as long as it is open
  }
}

function put(value: string | null) {
  memory = value
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // kept in memory
  }
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const queryKey = (enrolmentID: string) => [readEnrolment.path, enrolmentID]

/** What a call told of the enrolment is what every screen shows from then on. */
export function keepEnrolment(enrolment: Enrolment) {
  queries.setQueryData(queryKey(enrolment.enrolmentID), enrolment)
  put(enrolment.enrolmentID)
}

/** One that began elsewhere: the next screen asks how it stands. */
export const takeEnrolment = (enrolmentID: string) => put(enrolmentID)

export function forgetEnrolment() {
  queries.removeQueries({ queryKey: [readEnrolment.path] })
  put(null)
}

/** Why there is none to show: none was begun here, it ran out or went on elsewhere, or it has become an account. */
type Left = 'none' | 'ended' | 'completed' | null

/** What a page that was made at build knows of this tab. */
const unread = () => null

/** This tab's enrolment. @param watch asks again and again: something may be confirmed elsewhere */
export function useEnrolment({ watch = false } = {}) {
  const enrolmentID = useSyncExternalStore(onChange, secret, unread)
  const { data, error, refetch } = useQuery({
    queryKey: queryKey(enrolmentID ?? ''),
    queryFn: ({ signal }) => send(readEnrolment, { enrolmentID: enrolmentID! }, { signal }),
    enabled: enrolmentID !== null,
    refetchOnMount: 'always',
    refetchInterval: watch && 4_000,
    refetchOnWindowFocus: 'always',
  })
  const code = error instanceof Refusal ? error.problem.detail : undefined
  const left: Left = enrolmentID === null ? 'none' : code === 'EXPIRED' ? 'ended' : code === 'WRONG_STATE' ? 'completed' : null
  return { enrolment: left ? undefined : data, left, error: left ? null : error, refetch }
}
