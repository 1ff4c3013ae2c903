/** An example for every body and answer: realistic values by the name of a field, in the shape that the schema gives. */
import { sampleOfKind, sampleValues } from './sampleValues.ts'
import { componentAt, type Schema } from './schemas.ts'

type Place = {
  components: Readonly<Record<string, Schema>>
  /** The body, answer or call that the field belongs to. */
  where: string
  field?: string
  /** Of a request only what it needs is shown, and what most callers send. */
  isRequest?: boolean
}

/** Fields of a request that may be left out and are shown all the same. */
const usual = new Set(['search', 'fromDate', 'toDate', 'page', 'limit', 'pageNumber', 'pageSize', 'returnTo', 'language', 'theme'])

/** Stands where neither the name nor the kind of a field tells: a sample is due. */
export const unknownText = '…'

export function exampleOf(schema: Schema, place: Place): unknown {
  if (sampleValues[place.field ?? ''] === null && isNullable(schema)) return null
  const told = sampleOf(schema, place)
  if (told !== undefined) return told
  if (schema.example !== undefined) return schema.example
  if (schema.$ref) return exampleOf(place.components[schema.$ref.slice(componentAt('').length)]!, place)
  const either = schema.oneOf ?? schema.anyOf ?? schema.allOf
  if (either)
    return exampleOf(
      either.find(({ type }) => type !== 'null')!,
      place,
    )
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.properties) return Object.fromEntries(fieldsOf(schema, place))
  if (schema.type === 'array') return [exampleOf(schema.items!, place)]
  if (schema.type === 'boolean') return true
  const kinds: Readonly<Record<string, unknown>> = sampleOfKind
  const ofKind = kinds[schema.format ?? ''] ?? (schema.type === 'integer' ? kinds.integer : undefined)
  if (ofKind !== undefined) return ofKind
  if (schema.pattern && isOf(schema, kinds.opaque)) return kinds.opaque
  return unknownText
}

const fieldsOf = ({ properties = {}, required = [] }: Schema, place: Place): [string, unknown][] =>
  Object.entries(properties)
    .filter(([field]) => required.includes(field) || (place.isRequest ? usual.has(field) : sampleValues[field] !== null))
    .map(([field, schema]) => [field, exampleOf(schema, { ...place, field })])

const isNullable = ({ nullable, type, anyOf }: Schema) =>
  nullable === true || [type].flat().includes('null') || anyOf?.some((one) => one.type === 'null') === true

/** The sample for this place, or the one for the name, where it is of the kind that the schema wants. */
function sampleOf(schema: Schema, { where, field = '' }: Place): unknown {
  for (const sample of [sampleValues[`${where}.${field}`], sampleValues[field]]) {
    if (sample !== undefined && sample !== null && isOf(schema, sample)) return sample
  }
  return undefined
}

function isOf(schema: Schema, sample: unknown): boolean {
  if (schema.enum) return schema.enum.includes(sample)
  if (schema.const !== undefined) return schema.const === sample
  const types = [schema.type ?? (schema.anyOf ?? []).map(({ type }) => type)].flat(2)
  if (Array.isArray(sample)) return types.includes('array') && (sample.length === 0 || typeof sample[0] !== 'object')
  if (typeof sample === 'number') {
    const isWithin = sample >= (schema.minimum ?? -Infinity) && sample <= (schema.maximum ?? Infinity)
    return isWithin && (types.includes('number') || types.includes('integer'))
  }
  return types.includes(typeof sample) && (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(String(sample)))
}
