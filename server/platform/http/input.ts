import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldSentence } from '#contract/fieldWords.ts'
import { isBytes } from '#contract/kit.ts'
import { Problem, type Language } from '../problems.ts'
import { fieldErrors } from './fieldErrors.ts'
import { isPlainText, parseJson } from './json.ts'
import type { AnyCall } from './route.ts'

type Parts = { params: z.ZodObject; query: z.ZodObject; body: z.ZodObject | null }
const compiled = new WeakMap<AnyCall, Parts>()

function partsOf(call: AnyCall): Parts {
  const known = compiled.get(call)
  if (known) return known
  const parts = {
    params: z.strictObject(call.params),
    query: z.strictObject(call.query),
    body: isBytes(call.body) ? null : z.strictObject(call.body),
  }
  compiled.set(call, parts)
  return parts
}

/** Address, query and body, decoded by the call's declaration; what it does not declare is refused. */
export function decodeInput(call: AnyCall, request: FastifyRequest, language: Language): Record<string, unknown> {
  const parts = partsOf(call)
  const errors: { field: string; message: string }[] = []
  const decode = (schema: z.ZodObject, value: unknown) => {
    const result = z.safeDecode(schema, value as never)
    if (!result.success) errors.push(...fieldErrors(result.error.issues, value, language))
    return result.data ?? {}
  }
  const params = decode(parts.params, request.params)
  // An address whose parameters cannot be right names nothing.
  if (errors.length > 0 || !isPlain(request.params)) throw new Problem('NOT_FOUND', { cause: 'parameters of the address' })
  const given = call.ignoresQuery ? {} : request.query
  if (!isPlain(given)) throw new Problem('MALFORMED', { cause: 'query' })
  const query = decode(parts.query, given)
  const body = parts.body ? decode(parts.body, jsonBody(request)) : {}
  if (endsBeforeItBegins({ ...query, ...body })) errors.push({ field: 'toDate', message: fieldSentence({ rule: 'period' }, language) })
  if (errors.length > 0) throw new Problem('INVALID', { errors })
  return { ...params, ...query, ...body }
}

/** The `period` of the kit: days compare as texts. */
const endsBeforeItBegins = ({ fromDate, toDate }: Record<string, unknown>) =>
  typeof fromDate === 'string' && typeof toDate === 'string' && fromDate > toDate

const isPlain = (texts: unknown) =>
  Object.entries(texts as Record<string, string | string[]>)
    .flat(2)
    .every(isPlainText)

function jsonBody(request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null || request.body === '') return {}
  if (typeof request.body !== 'string') throw new Problem('WRONG_TYPE')
  return parseJson(request.body)
}
