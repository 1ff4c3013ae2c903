import { FailedState } from '../ui/display.tsx'
import { fetchMessageOf } from './tell.ts'

type Props = { of: { error: unknown; refetch: () => unknown } }

/** Stands where something was to be shown that could not be fetched. */
export const FetchFailed = ({ of: { error, refetch } }: Props) => (
  <FailedState message={fetchMessageOf(error)} onRetry={() => void refetch()} />
)
