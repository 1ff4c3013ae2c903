/** How a request is decided, whatever it asks for: what the decider says, and their own approval of it in the identity app. */
import { z } from 'zod'
import { flag, opaqueId } from './kit.ts'
import { ChallengeStarted } from './sessions.ts'
import { text } from './texts.ts'

/** What is decided, and what the maker reads about it: never empty where the request is refused. */
export const decided = { isApproved: flag, remarks: text(1_000).default('') }
/** The approval of exactly that, as the identity app was asked for it. */
export const approval = { transId: text(64), random: text(8) }

/** `bound` is exactly what is decided, as canonical JSON (RFC 8785); `digest` its SHA-256, which the approval is bound to. */
export const Proposed = ChallengeStarted.extend({ bound: z.string(), digest: z.string() })
/** How the approval stands, and the decision once it is given. */
export const Decided = z.discriminatedUnion('status', [
  z.object({ status: z.literal('1'), errorMessage: z.string(), decisionID: opaqueId }),
  z.object({ status: z.enum(['0', '2', '3', '4', '5']), errorMessage: z.string() }),
])
