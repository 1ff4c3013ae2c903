/** What the API's document says of refusals: one schema and one response for each set of codes that a status can carry. */
import { refusalsOf } from '#contract/refusals.ts'
import type { DeclaredCall } from '#contract/areas.ts'
import { problemSentences } from '#contract/problemSentences.ts'
import { problemStatus, type ProblemCode } from '#contract/problems.ts'
import { rateLimits } from './parameters.ts'

type Json = { [name: string]: unknown }

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
const inWords = (code: ProblemCode) =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => capital(word))
    .join('')

/** A wait that may help, in seconds. */
const waits = new Set<ProblemCode>(['TOO_MANY', 'STILL_RUNNING', 'BUSY', 'PROVIDER_DOWN', 'STORAGE_FULL'])

/** Collects the responses that operations refer to. */
export function problemResponses() {
  const schemas: { [name: string]: Json } = {}
  const responses: { [name: string]: Json } = {}
  return {
    schemas,
    responses,
    /** The refusals of a call, by status. */
    of(call: DeclaredCall, isImplemented: boolean): Json {
      const codes = [...refusalsOf(call), ...(isImplemented ? [] : (['NOT_YET'] as const))]
      const byStatus = Map.groupBy(codes, (code) => problemStatus[code])
      return Object.fromEntries(
        Array.from(byStatus, ([status, same]) => {
          const name = `Problem${status}${same.map(inWords).join('')}`
          schemas[name] ??= problemSchema(same)
          responses[name] ??= problemResponse(name, same)
          return [String(status), { $ref: `#/components/responses/${name}` }]
        }),
      )
    },
  }
}

const problemSchema = (codes: readonly ProblemCode[]): Json => ({
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'reference'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'An address that explains the code.' },
    title: { type: 'string', description: 'A sentence in the language of the caller.' },
    status: { type: 'integer', enum: [...new Set(codes.map((code) => problemStatus[code]))].sort((a, b) => a - b) },
    detail: { type: 'string', enum: codes, description: 'The stable code to act on.' },
    reference: { type: 'string', description: 'Stands in the log, too: give it to whoever helps you.' },
    errors: { type: 'array', description: 'What is wrong with single fields.', items: { $ref: '#/components/schemas/FieldError' } },
  },
})

export const fieldErrorSchema: Json = {
  type: 'object',
  required: ['field', 'message'],
  properties: {
    field: { type: 'string', description: 'Its name; inside objects and lists with the way to it, `documents.0.placement`.' },
    message: { type: 'string', description: 'A sentence in the language of the caller.' },
  },
}

const problemResponse = (name: string, codes: readonly ProblemCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${problemSentences[code].en}`).join('\n\n'),
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(codes.some((code) => problemStatus[code] === 401) && { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } }),
    ...(codes.includes('TOO_MANY') && rateLimits),
    ...(codes.some((code) => waits.has(code)) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
  },
  content: {
    'application/problem+json': { schema: { $ref: `#/components/schemas/${name}` }, example: problemExample(codes[0]!) },
  },
})

const problemExample = (code: ProblemCode): Json => ({
  type: `https://sign.example.sa/developers#${code}`,
  title: problemSentences[code].en,
  status: problemStatus[code],
  detail: code,
  reference: 'hR2mJ0c5Vt8q',
  ...(code === 'INVALID' && { errors: [{ field: 'email', message: 'Enter a valid e-mail address.' }] }),
})
