/** How a request is decided, whatever it asks for: what the decider says, and their own approval of it in the identity app. */
import { z } from 'zod'
import { type Access, call, flag, opaqueId } from './kit.ts'
import type { ProblemCode } from './problems.ts'
import { ChallengeStarted } from './sessions.ts'
import { text, writtenText } from './texts.ts'

/** What is decided, and what the maker reads about it: never empty where the request is refused. */
const decided = { isApproved: flag, remarks: writtenText(1_000).default('') }
/** The approval of exactly that, as the identity app was asked for it. */
const approval = { transId: text(64), random: text(8) }

/** `bound` is exactly what is decided, as canonical JSON (RFC 8785); `digest` its SHA-256, which the approval is bound to. */
export const Proposed = ChallengeStarted.extend({ bound: z.string(), digest: z.string() })
/** How the approval stands, and the decision once it is given. */
export const Decided = z.discriminatedUnion('status', [
  z.object({ status: z.literal('1'), errorMessage: z.string(), decisionID: opaqueId }),
  z.object({ status: z.enum(['0', '2', '3', '4', '5']), errorMessage: z.string() }),
])

type Shape = Readonly<Record<string, z.ZodType>>
type Declared<A extends Access, Of extends Shape> = {
  /** Below which the two calls stand. */
  path: `/${string}`
  access: A
  /** What names the request. */
  of: Of
  /** What is decided, as `a decision on …`. */
  on: string
  /** What follows once the approval is given. */
  after: string
  /** What deciding it may be refused for besides. */
  refuses?: readonly ProblemCode[]
}

/** The two calls by which requests of a kind are decided: the decider’s identity app is asked, and its answer is taken. */
export function decisionCalls<const A extends Access, Of extends Shape>({ path, access, of, on, after, refuses = [] }: Declared<A, Of>) {
  const always = ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'] as const
  return {
    initiate: call({
      path: `POST ${path}/initiate`,
      summary: `Asks the decider’s identity app to approve a decision on ${on}, and tells exactly what the approval is bound to.`,
      access,
      refuses: [...always, ...refuses, 'HUMAN_CHECK', 'TOO_MANY'],
      body: { ...of, ...decided },
      output: Proposed,
    }),
    verify: call({
      path: `POST ${path}/verify`,
      summary: `How the approval stands; once it is given, ${after}`,
      access,
      refuses: [...always, ...refuses],
      body: { ...of, ...decided, ...approval },
      output: Decided,
    }),
  }
}
