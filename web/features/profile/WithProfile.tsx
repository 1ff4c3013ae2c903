import type { Output } from '#contract/kit.ts'
import { readMyProfile } from '#contract/profile.ts'
import type { ReactNode } from 'react'
import { fetchMessageOf } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import { FailedState } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'

export type Profile = Output<typeof readMyProfile>

/** Reads who the person is, and says so while it cannot be shown yet. */
export function WithProfile({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data, error, refetch } = useCall(readMyProfile, {})
  if (data) return children(data)
  return error ? <FailedState message={fetchMessageOf(error)} onRetry={() => void refetch()} /> : <Waiting />
}
