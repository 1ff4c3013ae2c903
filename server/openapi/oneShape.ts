/** Answers of several shapes as OpenAPI 3.0.3 tells them: the makers of clients that read it take the first shape, or none, for the answer. */
import { exampleOf } from './examples.ts'
import { componentAt, type Schema } from './schemas.ts'

type Components = Record<string, Schema>

/**
 * @param answers the names of all calls' answers
 * @returns each answer as one object with the fields of all its shapes; those that belong to some shapes only may be missing
 */
export function inOneShape(components: Components, answers: ReadonlySet<string>): Components {
  const shapes = new Set(Object.values(components).flatMap(shapesOf))
  const all = Object.entries(components).map(
    ([name, schema]) => [name, schema.discriminator ? oneObject(name, components) : schema] as const,
  )
  const text = JSON.stringify(all)
  const isUsed = (name: string) => !shapes.has(name) || answers.has(name) || text.includes(`"${componentAt(name)}"`)
  return Object.fromEntries(all.filter(([name]) => isUsed(name)))
}

const shapesOf = ({ discriminator, oneOf = [] }: Schema) =>
  discriminator ? oneOf.map(({ $ref }) => $ref!.slice(componentAt('').length)) : []

function oneObject(name: string, components: Components): Schema {
  const { propertyName: teller } = components[name]!.discriminator as { propertyName: string }
  const shapes = shapesOf(components[name]!).map((shape) => components[shape]!)
  const properties: Components = {}
  for (const [field, schema] of shapes.flatMap((shape) => Object.entries(shape.properties!))) {
    const known = (properties[field] ??= schema)
    if (field === teller && known !== schema) properties[field] = { ...known, enum: [...known.enum!, ...schema.enum!] }
    else if (JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`${name} has two kinds of ${field}`)
  }
  const required = Object.keys(properties).filter((field) => shapes.every((shape) => shape.required!.includes(field)))
  const told = shapes.map((shape) => {
    const own = shape.required!.filter((field) => !required.includes(field)).map((field) => `\`${field}\``)
    return `${shape.properties![teller]!.enum!.map((value) => `"${value}"`).join(', ')}: ${own.join(', ') || 'nothing else'}.`
  })
  const example = exampleOf(shapes[0]!, { components, where: name })
  return { type: 'object', description: [`What comes with each \`${teller}\`.`, ...told].join(' '), properties, required, example }
}
