import { useTranslation } from 'react-i18next'
import { Ltr } from '../../ui/values.tsx'
import { kindOf, objectsIn, type Schema, type Schemas } from './openApi.ts'

type Inner = { schemas: Schemas; above?: readonly string[] }

/** The fields of a body or an answer, and below each the fields of the objects that it holds. */
export function ApiSchema({ schema, schemas, above = [] }: Inner & { schema: Schema }) {
  const objects = objectsIn(schema, schemas, above)
  if (objects.length === 0) return <Kind schema={schema} />
  return objects.map((object, i) => <Fields key={i} {...object} schemas={schemas} />)
}

function Fields({ schema, schemas, above }: Inner & { schema: Schema }) {
  return (
    <ul className="api-fields">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <ApiField key={name} name={name} schema={field} required={schema.required?.includes(name) ?? false}>
          {objectsIn(field, schemas, above).length > 0 && <ApiSchema schema={field} schemas={schemas} above={above} />}
        </ApiField>
      ))}
    </ul>
  )
}

type FieldProps = { name: string; schema: Schema; required: boolean; description?: string; children?: React.ReactNode }

export function ApiField({ name, schema, required, description = schema.description, children }: FieldProps) {
  const { t } = useTranslation('developers')
  return (
    <li>
      <p className="api-field">
        <code dir="ltr">{name}</code>
        <Kind schema={schema} />
        {required && <span className="api-required">{t('required')}</span>}
        <Limits schema={schema} />
      </p>
      {description && (
        <p className="small quiet api-told" lang="en" dir="ltr">
          {description}
        </p>
      )}
      {children}
    </li>
  )
}

const Kind = ({ schema }: { schema: Schema }) => (
  <span className="api-kind">
    <Ltr>{kindOf(schema)}</Ltr>
  </span>
)

function Limits({ schema }: { schema: Schema }) {
  const { t } = useTranslation('developers')
  const { minimum: least, maximum: most, maxLength, minItems, maxItems, pattern } = schema
  const isBounded = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  const told = [
    isBounded(least) && isBounded(most) && t('limits.between', { least, most }),
    isBounded(least) && !isBounded(most) && t('limits.least', { least }),
    !isBounded(least) && isBounded(most) && t('limits.most', { most }),
    maxLength !== undefined && t('limits.longest', { longest: maxLength }),
    maxItems !== undefined && t('limits.items', { least: minItems ?? 0, most: maxItems }),
    schema.default !== undefined && t('limits.default', { value: JSON.stringify(schema.default) }),
  ].filter(Boolean)
  return (
    <>
      {told.length > 0 && <span className="small quiet">{told.join(t('limits.and'))}</span>}
      {/* what a format means in patterns is longer than its name */}
      {pattern && !schema.format && (
        <span className="small quiet">
          <Ltr>/{pattern}/</Ltr>
        </span>
      )}
    </>
  )
}
