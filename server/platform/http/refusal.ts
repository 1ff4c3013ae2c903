import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '#server/app.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { isWithoutConnection } from '../db/db.ts'
import { Problem, problemDocument } from '../problems.ts'
import { rateLimitHeaders } from './callLimit.ts'
import { languageOf } from './language.ts'
import { logRefusal } from './refusalLog.ts'

let references = ''
let given = 0

/** By which a request is found in the log: nine octets of randomness as text, which is made for many at once. */
export function newReference(): string {
  if (given === references.length) {
    references = randomBytes(9 * 512).toString('base64url')
    given = 0
  }
  return references.slice(given, (given += 12))
}

/** Who is refused: the request's headers, what the log says of it besides, and whether its caller is known. */
type Refused = { headers: IncomingHttpHeaders; facts?: Record<string, unknown>; isKnown?: boolean }

/** The problem document for whatever was thrown, noted in the log under its reference. */
export function refusalOf(app: App, error: unknown, { headers: asked, facts, isKnown = false }: Refused, reference: string) {
  const problem = asProblem(error)
  const document = problemDocument(problem, languageOf({ headers: asked }), reference, app.configuration.PUBLIC_URL)
  const { code, details } = problem
  const { status } = document
  const cause = details.cause instanceof Error ? details.cause : undefined
  const why = typeof details.cause === 'string' ? details.cause : undefined
  const level = status >= 500 && code !== 'NOT_YET' ? 'error' : 'info'
  logRefusal(app.log, level, { reference, code, status, ...facts, cause, why }, !isKnown)
  const { retryAfterSeconds = code === 'TOO_MANY' ? usualPauseSeconds : undefined, contentRange, limit } = details
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
    ...(limit && rateLimitHeaders(limit, 0, retryAfterSeconds!)),
    ...(contentRange && { 'content-range': contentRange }),
    ...(status === 401 && { 'www-authenticate': challenges(code, asked) }),
  }
  return { code, status, headers, text: JSON.stringify(document) }
}

/** Where no limit says when it ends. */
const usualPauseSeconds = 60

/**
 * What a 401 asks for (RFC 9110 §15.5.2): a token, bound to a key or not. Whoever sent none is told no error (RFC 6750 §3.1); whoever sent
 * one without the proof of its key is asked for that alone (RFC 9449 §7.1).
 */
function challenges(code: ProblemCode, { authorization }: IncomingHttpHeaders): string {
  const bound = 'DPoP realm="Tawqi", algs="ES256"'
  if (code === 'PROOF_MISSING') return `${bound}, error="invalid_dpop_proof"`
  const error = authorization === undefined ? '' : ', error="invalid_token"'
  return `Bearer realm="Tawqi"${error}, ${bound}${error}`
}

const codeOfFastify: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = (error as { code?: string } | null)?.code ?? ''
  if (codeOfFastify[code]) return new Problem(codeOfFastify[code], { cause: error })
  if (error instanceof ProviderUnavailable) return new Problem('PROVIDER_DOWN', { cause: error, retryAfterSeconds: 5 })
  if (code === '57014' || code === '55P03' || isWithoutConnection(error)) return new Problem('BUSY', { cause: error, retryAfterSeconds: 2 })
  if (code === 'ENOSPC' || code === '53100') return new Problem('STORAGE_FULL', { cause: error, retryAfterSeconds: 60 })
  // Whatever else Fastify, and the files it serves, hold against a request (RFC 9110 §15.5): a sender's fault is never ours.
  const { statusCode: status = 500, headers } = (error ?? {}) as { statusCode?: number; headers?: Record<string, string> }
  if (status === 416) return new Problem('RANGE', { contentRange: headers?.['Content-Range'] })
  if (status === 412) return new Problem('PRECONDITION')
  if (status < 500 || code === 'FST_STATIC_FORBIDDEN_PATH')
    return new Problem(code.startsWith('FST_ERR_') ? 'MALFORMED' : 'NOT_FOUND', { cause: error })
  return new Problem('UNEXPECTED', { cause: error })
}
