/** With which codes a call can be refused: what follows from its declaration, and what it says itself. */
import { organisationFields } from './actingOrganisation.ts'
import { isBytes, type Call } from './kit.ts'
import { problemStatus, type ProblemCode } from './problems.ts'

type Declared = Pick<Call, 'method' | 'access' | 'stepUp' | 'params' | 'query' | 'body' | 'output' | 'refuses' | 'limit'>

/** Any call can meet these, whatever it does. */
const anywhere: readonly ProblemCode[] = ['MALFORMED', 'INVALID', 'ADDRESS_TOO_LONG', 'HEAD_TOO_LARGE', 'UNEXPECTED', 'BUSY']

/** A repeat of it, under the same `Idempotency-Key`, gets the first answer. */
export const isRepeatable = ({ method, access, body, output }: Declared) =>
  access !== 'anyone' && method !== 'GET' && !isBytes(body) && !isBytes(output)

/** The codes, in the order of `problemStatus`. */
export function refusalsOf(call: Declared): ProblemCode[] {
  const { method, access, stepUp, params, refuses, limit } = call
  const given = new Set<ProblemCode>([
    ...anywhere,
    ...refuses,
    // whether a caller is no program may be somebody else's to say
    ...(refuses.includes('HUMAN_CHECK') ? (['PROVIDER_DOWN'] as const) : []),
    ...(access === 'anyone' ? [] : (['NOT_SIGNED_IN', 'PROOF_MISSING'] as const)),
    ...(access === 'anyone' || access === 'signedIn' ? [] : (['NOT_ALLOWED'] as const)),
    ...(stepUp ? (['STEP_UP'] as const) : []),
    ...(limit ? (['TOO_MANY'] as const) : []),
    ...(Object.keys(params).length > 0 || organisationFields(call).length > 0 ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : (['TOO_SLOW', 'TOO_LARGE', 'WRONG_TYPE', 'STORAGE_FULL'] as const)),
    ...(isRepeatable(call) ? (['KEY_REUSED', 'STILL_RUNNING', 'ANSWER_LOST'] as const) : []),
  ])
  return (Object.keys(problemStatus) as ProblemCode[]).filter((code) => given.has(code))
}
