/** Declared calls that have no handler yet. */
import { allCalls, type NamedCall } from '#contract/areas.ts'
import type { AnyCall, Route } from './platform/http/route.ts'
import { Problem } from './platform/problems.ts'

/** The calls of the contract that none of these routes carries out. */
export function notYetCalls(routes: readonly Route[]): NamedCall[] {
  const carried = new Set<unknown>(routes.map(({ call }) => call))
  return allCalls.filter(({ call }) => !carried.has(call))
}

/**
 * Completes the table: every declared call without a handler answers NOT_YET, to those who may make it.
 * @throws Error when two routes carry out one call, or a route's call is not in the contract's table
 */
export function withNotYet(routes: readonly Route[]): Route[] {
  const declared = new Map<unknown, string>(allCalls.map(({ area, name, call }) => [call, `${area}.${name}`]))
  const seen = new Set<unknown>()
  const faults = routes.flatMap(({ call }) => {
    if (!declared.has(call)) return [`${call.method} ${call.path} is not in the table of areas`]
    if (seen.has(call)) return [`${declared.get(call)} is carried out twice`]
    seen.add(call)
    return []
  })
  if (faults.length > 0) throw new Error(`The routes do not fit the contract:\n${faults.join('\n')}`)
  return [...routes, ...notYetCalls(routes).map(({ call }) => notYetRoute(call as AnyCall))]
}

const notYetRoute = (call: AnyCall): Route => ({
  call,
  handle: async () => {
    throw new Problem('NOT_YET')
  },
})
