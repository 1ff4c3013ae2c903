import type { Call, Output } from '#contract/kit.ts'
import { QueryClient, useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type Options, Refusal, send, type Sent } from './client.ts'

/** A refusal is the server's decision and is not asked again; a failed connection is, twice. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => !(error instanceof Refusal) && failures < 2, refetchOnWindowFocus: false },
  },
})

type Reading<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/** Reads through a call; the answer is kept under the call's address and input. */
export const useCall = <C extends Call>(call: C, input: Sent<C>, options?: Reading<Output<C>>) =>
  useQuery<Output<C>>({ queryKey: keyOf(call, input), queryFn: ({ signal }) => send(call, input, { signal }), ...options })

type Change<C extends Call> = Sent<C> & { with?: Options }

/** Changes something through a call, then lets the answers of `stale` be read anew. */
export const useSend = <C extends Call>(call: C, stale: { path: string }[] = []) =>
  useMutation<Output<C>, Error, Change<C>>({
    mutationFn: ({ with: options, ...input }) => send(call, input as Sent<C>, options),
    onSuccess: () => Promise.all(stale.map(({ path }) => queries.invalidateQueries({ queryKey: [path] }))),
  })

export const keyOf = (call: { path: string }, input: unknown) => [call.path, input]
