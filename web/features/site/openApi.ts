import type { Area } from '#contract/areas.ts'
import type { Access } from '#contract/kit.ts'
import { readOpenApi } from '#contract/site.ts'
import { fetchFile } from '../../kit/client.ts'

/** As much of JSON Schema 2020-12 as the contract's schemas use. */
export type Schema = {
  $ref?: string
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}
type Referring = { $ref: string }
type Content = Record<string, { schema?: Schema }>
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: Schema }
type Operation = {
  operationId: string
  summary: string
  tags: [Area]
  security: object[]
  parameters: (Parameter | Referring)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
  'x-access': Access
  'x-step-up'?: true
  'x-not-yet'?: true
}
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** One call as it is shown: what the document spreads over its parts, together. */
export type ApiCall = Omit<Operation, 'parameters'> & { method: string; path: string; area: Area; parameters: Parameter[] }

export async function fetchOpenApi(): Promise<OpenApi> {
  const { blob } = await fetchFile(readOpenApi, {})
  return JSON.parse(await blob.text()) as OpenApi
}

export const callsOf = ({ paths, components }: OpenApi): ApiCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      area: operation.tags[0],
      parameters: operation.parameters.map((parameter) =>
        '$ref' in parameter ? components.parameters[nameOfReference(parameter)]! : parameter,
      ),
    })),
  )

/** Who may call, as words: `anyone`, `signedIn`, `person`, or roles. */
export const callers = ({ 'x-access': access }: ApiCall) =>
  typeof access === 'string' ? [access] : [...(access.org ?? []), ...(access.operator ?? [])]

export type FoundCalls = Map<Area, ApiCall[]>

/** Finds the calls in whose name, address or sentence every word that was typed stands, by area. */
export const finderOf =
  (calls: readonly ApiCall[]) =>
  (typed: string): FoundCalls => {
    const words = typed.trim().toLowerCase().split(/\s+/)
    return Map.groupBy(
      calls.filter((call) => words.every((word) => textOf(call).includes(word))),
      ({ area }) => area,
    )
  }

const textOf = (call: ApiCall) => `${call.method} ${call.path} ${call.operationId} ${call.summary} ${callers(call).join(' ')}`.toLowerCase()

export const nameOfReference = ({ $ref }: Referring) => $ref.slice($ref.lastIndexOf('/') + 1)

/** The media type of a body or an answer, and what it holds when that is JSON. */
export function contentOf(content: Content | undefined): { type: string; schema: Schema | undefined } | undefined {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  return type === undefined ? undefined : { type, schema: media!.schema }
}

export type Schemas = OpenApi['components']['schemas']

/** What a schema says of a value's kind, in the words of JSON. */
export function kindOf(schema: Schema): string {
  if (schema.$ref) return nameOfReference({ $ref: schema.$ref })
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map(kindOf).join(' | ')
  if (schema.type === 'array') return `${bracketed(kindOf(schema.items ?? {}))}[]`
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? 'any')
}
const bracketed = (kind: string) => (kind.includes(' | ') ? `(${kind})` : kind)

/** The objects inside a schema whose fields are worth a list of their own; one that contains itself is not followed again. */
export function objectsIn(schema: Schema, schemas: Schemas, above: readonly string[] = []): { schema: Schema; above: readonly string[] }[] {
  if (schema.$ref) {
    const name = nameOfReference({ $ref: schema.$ref })
    return above.includes(name) ? [] : objectsIn(schemas[name]!, schemas, [...above, name])
  }
  if (schema.properties) return [{ schema, above }]
  if (schema.items) return objectsIn(schema.items, schemas, above)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => objectsIn(one, schemas, above))
}
