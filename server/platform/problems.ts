import type { CallLimit } from '#contract/limits.ts'
import { problemSentences } from '#contract/problemSentences.ts'
import { problemStatus, type ProblemCode, type ProblemDocument } from '#contract/problems.ts'

export type Language = 'ar' | 'en'

type FieldError = { field: string; message: string }
type Details = {
  /** The private reason; it goes to the log only. */
  cause?: unknown
  errors?: FieldError[]
  /** A sentence more exact than the code's own. */
  title?: { ar: string; en: string }
  retryAfterSeconds?: number
  /** With TOO_MANY: which limit was reached, and how many it gives in which time. Only where it is the caller's own. */
  limit?: CallLimit
  /** With RANGE: how long the whole is, as the header says it (RFC 9110 §15.5.17). */
  contentRange?: string
}

/** What ends a request with a problem document. Everything else that is thrown answers `UNEXPECTED`. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly details: Details
  constructor(code: ProblemCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

/** The document that a caller gets. Its `type` is the place on a page that explains the code (RFC 9457 §3.1.1). */
export function problemDocument(problem: Problem, language: Language, reference: string, publicUrl: string): ProblemDocument {
  const { errors, title } = problem.details
  return {
    type: `${publicUrl}/developers#${problem.code}`,
    title: (title ?? problemSentences[problem.code])[language],
    status: problemStatus[problem.code],
    detail: problem.code,
    reference,
    ...(errors && { errors }),
  }
}
