import { useState } from 'react'
import { Refusal } from '../../kit/client.ts'

type Judged = { status: '1' } | { status: '0'; triesLeft: number }

/** What became of the codes that were typed. `wrong` is how many tries are left after the last one, or that no code serves any more. */
export function useCodeCheck(onWrong: () => void) {
  const [wrong, setWrong] = useState<number | 'over'>()
  const check = async <A extends Judged>(asked: Promise<A>, onRight: (answer: Extract<A, { status: '1' }>) => unknown) => {
    try {
      const answer: Judged = await asked
      if (answer.status === '1') return await onRight(answer as Extract<A, { status: '1' }>)
      setWrong(answer.triesLeft === 0 ? 'over' : answer.triesLeft)
      onWrong()
    } catch (error) {
      if (!(error instanceof Refusal && error.problem.detail === 'TOO_MANY')) throw error
      setWrong('over') // expired, used or tried too often: one answer for all of them
    }
  }
  return { wrong, check, forget: () => setWrong(undefined) }
}
