/**
 * Every code that a problem document's `detail` can carry, and its HTTP status (RFC 9457).
 * The sentences that go with them, in both languages, stand in `contract/problemSentences.ts`.
 */
export const problemStatus = {
  INVALID: 422,
  MALFORMED: 400,
  NOT_SIGNED_IN: 401,
  TOKEN_EXPIRED: 401,
  NOT_ALLOWED: 403,
  STEP_UP: 403,
  HUMAN_CHECK: 403,
  KYC_DUE: 403,
  PROOF_MISSING: 401,
  NOT_FOUND: 404,
  METHOD: 405,
  TOO_SLOW: 408,
  WRONG_STATE: 409,
  KEY_REUSED: 409,
  STILL_RUNNING: 409,
  ANSWER_LOST: 409,
  EXPIRED: 410,
  PRECONDITION: 412,
  TOO_LARGE: 413,
  ADDRESS_TOO_LONG: 414,
  WRONG_TYPE: 415,
  RANGE: 416,
  REFUSED_DOCUMENT: 422,
  NO_BALANCE: 409,
  TOO_MANY: 429,
  HEAD_TOO_LARGE: 431,
  NOT_YET: 501,
  PROVIDER_DOWN: 503,
  BUSY: 503,
  STORAGE_FULL: 507,
  UNEXPECTED: 500,
} as const

export type ProblemCode = keyof typeof problemStatus

/** An RFC 9457 problem document as this product writes it. */
export type ProblemDocument = {
  type: string
  title: string
  status: number
  detail: ProblemCode
  /** Stands in the log line too. */
  reference: string
  /** What is wrong with each field, in the caller's language. */
  errors?: { field: string; message: string }[]
}
