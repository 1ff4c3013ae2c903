import type { Output } from '#contract/kit.ts'
import { readMyProfile } from '#contract/profile.ts'
import type { ReactNode } from 'react'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Waiting } from '../../ui/Progress.tsx'

export type Profile = Output<typeof readMyProfile>

/** Reads who the person is, and says so while it cannot be shown yet. */
export function WithProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data, error, refetch } = useCall(readMyProfile, {})
  if (data) return children(data)
  return error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />
}
