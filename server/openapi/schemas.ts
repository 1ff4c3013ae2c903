/** The contract's schemas as JSON Schema, in the dialect of each version of OpenAPI. The wire is the input side of our codecs. */
import { z } from 'zod'
import { areas, type DeclaredCall, type NamedCall } from '#contract/areas.ts'
import { isBytes } from '#contract/kit.ts'

export type Json = { [name: string]: unknown }
export type Version = '3.1.0' | '3.0.3'

/** As much of JSON Schema as the contract uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  [name: string]: unknown
}

export const componentAt = (name: string) => `#/components/schemas/${name}`
export const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)
export const isEmpty = (shape: object) => Object.keys(shape).length === 0

export type Schemas = {
  version: Version
  /** Bodies, answers, and what the contract's files export by a name of its own, each referring to the others. */
  components: Record<string, Schema>
  idOf: (schema: z.ZodType) => string
  shapeOf: (shape: DeclaredCall['params']) => Schema
}

export function schemasOf(calls: readonly NamedCall[], version: Version): Schemas {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of Object.values(areas).flatMap((area) => Object.entries(area) as [string, unknown][])) {
    if (schema instanceof z.ZodType && /^[A-Z]/.test(name)) registry.add(schema, { id: name })
  }
  for (const { name, call } of calls) {
    if (!isBytes(call.body) && !isEmpty(call.body)) registry.add(z.strictObject(call.body), { id: `${capital(name)}Body` })
    if (!isBytes(call.output) && !registry.has(call.output)) registry.add(call.output, { id: `${capital(name)}Answer` })
    if (call.output instanceof z.ZodDiscriminatedUnion) nameVariants(registry, `${capital(name)}Answer`, call.output)
  }
  const options = {
    io: 'input',
    target: version === '3.0.3' ? 'openapi-3.0' : 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }) =>
      tellVariants(zodSchema, jsonSchema, registry),
  } as const
  const { schemas } = z.toJSONSchema(registry, { ...options, uri: componentAt })
  const components = Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [
    name,
    onTheWire(schema as Schema),
  ])
  return {
    version,
    components: Object.fromEntries(components) as Record<string, Schema>,
    idOf: (schema) => registry.get(schema)!.id,
    shapeOf: (shape) => onTheWire(z.toJSONSchema(z.object(shape), options) as Schema),
  }
}

/** The answers that a call can give, each under a name. */
function nameVariants(registry: z.core.$ZodRegistry<{ id: string }>, name: string, { options, def }: z.ZodDiscriminatedUnion): void {
  for (const option of options) {
    if (registry.has(option)) continue
    const [value] = option._zod.propValues![def.discriminator]!
    registry.add(option, { id: `${name}${capital(String(value))}` })
  }
}

/** By which field a reader tells the answers of a call apart. */
function tellVariants(zod: z.core.$ZodTypes, json: object, registry: z.core.$ZodRegistry<{ id: string }>): void {
  const { def } = zod._zod
  if (def.type !== 'union' || !('discriminator' in def)) return
  const propertyName = def.discriminator as string
  const mapping = def.options.flatMap((option) => {
    const { id } = registry.get(option as z.ZodType) ?? {}
    const values = (option as z.ZodObject)._zod.propValues?.[propertyName] ?? []
    return id === undefined ? [] : Array.from(values, (value) => [String(value), componentAt(id)])
  })
  Object.assign(json, { discriminator: { propertyName, mapping: Object.fromEntries(mapping) as object } })
}

/** What our codecs know of the wire and zod does not, and what makers of types need to be told. */
function onTheWire(value: Schema): Schema {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(onTheWire) as unknown as Schema
  const { wire, ...rest } = value
  const json: Schema =
    (wire as Schema | undefined) ?? Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, onTheWire(part as Schema)]))
  // base64: `contentEncoding` is no word of OpenAPI 3.0.3, and zod says it in both versions
  if (json.contentEncoding === 'base64') {
    delete json.contentEncoding
    json.format = 'byte'
  }
  const types = [json.type].flat()
  // A format says in a word what its pattern fills a page with.
  if (typeof json.format === 'string') delete json.pattern
  if (types.includes('integer') && (json.maximum ?? Infinity) > 0x7fff_ffff) json.format = 'int64'
  const values = json.enum ?? (json.const === undefined ? [] : [json.const])
  if (json.type === 'number' && values.length > 0) json.type = 'integer'
  else if (types.includes('number')) json.format = 'double'
  // OpenAPI 3.0.3: null is one of the values or none, and a schema that may be null has a type.
  if (json.nullable && json.enum) Object.assign(json, json.type === 'integer' ? boundsOf(json) : { enum: [...json.enum, null] })
  if (json.nullable && json.allOf) json.type = 'object'
  // zod makes room for words beside a reference, also where there are none.
  return json.allOf?.length === 1 && Object.keys(json).length === 1 ? json.allOf[0]! : json
}

/** In place of the values: oapi-codegen takes null among numbers for text, and stops. */
function boundsOf({ enum: values }: Schema): Schema {
  const numbers = values!.map(Number).toSorted((a, b) => a - b)
  if (numbers.some((one, i) => one !== numbers[0]! + i)) throw new Error(`${numbers.join(', ')} or null cannot be told by their bounds`)
  return { enum: undefined, minimum: numbers[0], maximum: numbers.at(-1) }
}
