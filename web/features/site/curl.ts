import { type ApiCall, contentOf, nameOfReference, type Schema, type Schemas } from './openApi.ts'

/** A command that makes the call once its capital words are replaced. */
export function curlOf(call: ApiCall, schemas: Schemas, origin: string): string {
  const body = contentOf(call.requestBody?.content)
  const answer = contentOf(call.responses['200']?.content)
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    inAddress(call.parameters.find((one) => one.name === name)!.schema, name),
  )
  return [
    `curl -X ${call.method} ${quoted(origin + path)}`,
    call.security.length > 0 && header('Authorization: Bearer TOKEN'),
    header('X-DEVICE-ID: my-application-1'),
    header('Accept-Language: ar'),
    body && header(`Content-Type: ${body.type}`),
    body?.schema && `-d ${quoted(JSON.stringify(exampleOf(body.schema, schemas)))}`,
    body && !body.schema && '--data-binary @FILE',
    answer && !answer.schema && '-OJ',
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

const header = (line: string) => `-H ${quoted(line)}`
/** For a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** A number that is allowed (addresses carry numbers as text of digits), or the parameter's name to be replaced. */
const inAddress = ({ pattern, enum: values }: Schema, name: string) =>
  values ? String(values[0]) : pattern?.startsWith(String.raw`^\d`) ? '1' : name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()

const texts: Record<string, string> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T09:00:00.000Z',
  uuid: '3f0b6c1e-8f5a-4d0e-9d54-6a1d4f6d2c11',
}

/** A value with what a schema requires and nothing else. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.$ref) return exampleOf(schemas[nameOfReference({ $ref: schema.$ref })]!, schemas)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const either = schema.anyOf ?? schema.oneOf
  if (either) return exampleOf(either[0]!, schemas)
  if (schema.type === 'object') {
    const required = (schema.required ?? []).map((name) => [name, exampleOf(schema.properties![name]!, schemas)])
    return Object.fromEntries(required) as object
  }
  if (schema.type === 'array') return schema.minItems ? [exampleOf(schema.items!, schemas)] : []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1))
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return texts[schema.format ?? ''] ?? '…'
}
