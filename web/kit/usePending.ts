import { useState } from 'react'
import { clearFailure } from '../ui/failure.ts'
import { tell } from './tell.ts'

/** For what is done at a press and shows nothing but that it is under way; what fails is told. */
export function usePending() {
  const [isPending, setPending] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    setPending(true)
    clearFailure()
    try {
      await act()
    } catch (error) {
      tell(error)
    } finally {
      setPending(false)
    }
  }
  return { isPending, run }
}
