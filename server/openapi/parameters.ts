/** What the API's document says of headers and of who may call. */
import type { DeclaredCall } from '#contract/areas.ts'
import { isBytes } from '#contract/kit.ts'
import { refusalsOf, isRepeatable } from '#contract/refusals.ts'

type Json = { [name: string]: unknown }

const header = (name: string, description: string, schema: Json, example: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
  example,
})

const device = { minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]{8,64}$' }
const deviceExample = '3f0b6c1e-8f5a-4d0e-9d54-6a1d4f6d2c11'

export const parameters = {
  DeviceId: header(
    'X-DEVICE-ID',
    'Names the browser or the application: choose it once and keep it. A session, a challenge and an enrolment serve the device that began them, and no other.',
    device,
    deviceExample,
    true,
  ),
  OptionalDeviceId: header(
    'X-DEVICE-ID',
    'Names the browser or the application, as in calls that need it; what is not in that form counts as none.',
    {},
    deviceExample,
  ),
  AcceptLanguage: header(
    'Accept-Language',
    'The language of every sentence in the answer, `ar` or `en`; Arabic where neither is named.',
    { default: 'ar' },
    'en',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'A repeat with the same key gets the first answer, byte for byte, and changes nothing. Choose a new one for each thing you mean to do, and repeat with it after a lost connection.',
    { minLength: 8, maxLength: 128, pattern: '^[!-~]{8,128}$' },
    '7f2c1a90b4d84a0f9c55e2d1',
  ),
  HumanCheck: header(
    'X-HUMAN-CHECK',
    'The solved human check (`readHumanCheckChallenge`). Needed where the call answers 403 HUMAN_CHECK without it; each serves once.',
    {},
    'eyJhbGdvcml0aG0iOiJTSEEtMjU2IiwibnVtYmVyIjo0MjEzfQ==',
  ),
  DocumentPassword: header(
    'X-DOCUMENT-PASSWORD',
    'What opens the PDF of this request, where it is encrypted: its user’s or its owner’s password, in UTF-8, percent-encoded. It is not kept.',
    {},
    '%D8%B3%D8%B1%207',
  ),
  Proof: header(
    'DPoP',
    'A proof of possession (RFC 9449): a JWT about this request, signed with ES256 by the key that the session was bound to at sign-in. Needed in every call of a session that was begun with one; at sign-in it binds the session to its key.',
    {},
    'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2In0.eyJqdGkiOiI1ZDE3In0.c2lnbmF0dXJl',
  ),
}

export const headers = {
  RequestId: {
    description: 'The reference of this request, as it stands in the log.',
    schema: { type: 'string' },
    example: 'hR2mJ0c5Vt8q',
  },
  Challenge: {
    description: 'Which schemes the call takes (RFC 9110 §11.6.1, RFC 6750 §3).',
    schema: { type: 'string' },
    example: 'Bearer realm="Tawqi", DPoP realm="Tawqi", algs="ES256"',
  },
  RetryAfter: { description: 'Try again after so many seconds.', schema: { type: 'integer', minimum: 1 }, example: 30 },
  RateLimitPolicy: {
    description:
      'A limit of the caller’s: its name, how many `q` in how many seconds `w` (draft-ietf-httpapi-ratelimit-headers). It stands on every answer to a call that it counted.',
    schema: { type: 'string' },
    example: '"copies";q=3;w=86400',
  },
  RateLimit: {
    description: 'What is left of that limit, `r`, and in how many seconds it is whole again, `t`.',
    schema: { type: 'string' },
    example: '"copies";r=0;t=86400',
  },
  IdempotentReplay: {
    description: '`1` where this is the stored answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['1'] },
    example: '1',
  },
  ContentDisposition: {
    description: 'The name to save the file under (RFC 6266).',
    schema: { type: 'string' },
    example: 'attachment; filename="contract.pdf"',
  },
}

export const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The `token` of a session; it lives ten minutes (`refreshSession`).' },
}

/** The headers that a request of this call may carry. */
export function headersOf(call: DeclaredCall): Json[] {
  const codes = refusalsOf(call)
  const names: (keyof typeof parameters)[] = [
    call.needsDevice ? 'DeviceId' : 'OptionalDeviceId',
    'AcceptLanguage',
    ...(isRepeatable(call) ? (['IdempotencyKey'] as const) : []),
    ...(codes.includes('HUMAN_CHECK') ? (['HumanCheck'] as const) : []),
    ...(isBytes(call.body) && call.body.takesPassword ? (['DocumentPassword'] as const) : []),
    ...(codes.includes('PROOF_MISSING') ? (['Proof'] as const) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** How a limit of the caller's stands. */
export const rateLimits: Json = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}

/** What an answer carries besides its content. */
export const answerHeaders = (call: DeclaredCall, isFile: boolean): Json => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...(isRepeatable(call) && { 'Idempotent-Replay': { $ref: '#/components/headers/IdempotentReplay' } }),
  ...(call.limit && rateLimits),
  ...(isFile && { 'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' } }),
})

const callers: Record<string, string> = {
  enrolmentAdmin: 'enrolment admins',
  authorizedSignatory: 'authorized signatories',
  organizationUser: 'organization users',
  registrationOfficer: 'registration officers',
  sales: 'sales',
  finance: 'finance',
  auditor: 'auditors',
  administrator: 'administrators',
}
const list = (roles: readonly string[] = []) => roles.map((role) => callers[role]).join(', ')

/** Who may call, and what else binds every caller, in sentences. */
export function rulesOf({ access, stepUp, passive, kind }: DeclaredCall, isImplemented: boolean): string[] {
  const organisation =
    typeof access === 'object' && access.org ? [`of the organisation that the session acts for: ${list(access.org)}`] : []
  const staff = typeof access === 'object' && access.operator ? [`of the provider’s staff: ${list(access.operator)}`] : []
  return [
    access === 'anyone'
      ? 'Anybody may call it.'
      : access === 'signedIn'
        ? 'Needs a session.'
        : access === 'person'
          ? 'Needs a session of a subscriber or of an organisation’s member, and is about what is their own.'
          : `Needs a session; open to members ${[...organisation, ...staff].join(', and ')}.`,
    ...(stepUp ? ['Needs an identity that was confirmed a few minutes ago at most (`initiateStepUp`); otherwise 403 STEP_UP.'] : []),
    ...(passive && access !== 'anyone' ? ['Does not count as activity: it does not keep a session alive.'] : []),
    ...(kind === 'list' ? ['Rows beyond the last page are an empty list; `totalCount` counts the rows of all pages.'] : []),
    ...(isImplemented ? [] : ['Declared, and not carried out yet: answers 501 NOT_YET to those who may call it.']),
  ]
}
