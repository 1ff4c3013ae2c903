import type { ProblemCode } from '#contract/problems.ts'

/** Gives the headers to repeat the request with, or nothing when the demand is not met. */
type Meet = () => Promise<Record<string, string> | undefined>

const known = new Map<string, Meet>()

/** Says how this browser meets what the server demands before it carries out a call. @returns how to withdraw it */
export function meetDemand(code: Extract<ProblemCode, 'HUMAN_CHECK' | 'STEP_UP'>, meet: Meet): () => void {
  known.set(code, meet)
  return () => {
    if (known.get(code) === meet) known.delete(code)
  }
}

/** @param code the refusal's `detail`; most refusals demand nothing */
export const meetingOf = (code: string | undefined): Meet | undefined => (code === undefined ? undefined : known.get(code))
