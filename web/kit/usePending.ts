import { useState } from 'react'
import { tell } from './tell.ts'

/** For what is done at a press and shows nothing but that it is under way; what fails is told. */
export function usePending() {
  const [isPending, setPending] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    setPending(true)
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
