/** Who runs this service: the company's own facts, which stand in a file of the operator's. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Configuration, ConfigurationError } from './configuration.ts'
import { demonstrationProvider } from './demonstrationProvider.ts'

const words = z
  .string({ error: 'must be text' })
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(300, { error: 'must have at most 300 characters' })
const inBoth = z.strictObject({ ar: words, en: words })
const formed = (form: RegExp, error: string) => z.string({ error }).regex(form, { error })
const day = formed(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day such as 2026-01-31')
const mail = formed(/^[^\s,;:<>()"\\@]{1,64}@[^\s,;:<>()"\\@]{1,190}$/, 'must be one plain e-mail address')
const telephone = formed(/^\+\d{7,15}$/, 'must be a telephone number such as +966112345678')
const contact = z.strictObject({ email: mail, phone: telephone.optional() })

/** What an authority has said of the service. Without a licence its certificates are for tests. */
const licence = z.discriminatedUnion(
  'state',
  [
    z.strictObject({ state: z.literal('none') }),
    z.strictObject({ state: z.literal('applied'), since: day, authority: inBoth }),
    z.strictObject({ state: z.literal('licensed'), number: words, since: day, until: day, authority: inBoth }),
  ],
  { error: 'must be none, applied or licensed' },
)

const Provider = z.strictObject({
  name: inBoth,
  vatNumber: formed(/^3\d{13}3$/, 'must be 15 digits that begin and end with 3'),
  commercialRegistration: formed(/^\d{10}$/, 'must be 10 digits'),
  address: inBoth,
  complaints: contact,
  dataProtection: contact,
  licence,
  /** From when all of this holds. */
  since: day,
})

/** `isFictional`: the demonstration's, whose company does not exist. */
export type Provider = Readonly<z.output<typeof Provider>> & { readonly isFictional: boolean }

/**
 * @returns the facts of `PROVIDER_FILE`; without one, which demo mode alone permits, a company that is plainly made up
 * @throws ConfigurationError with all faults at once, each with the name of its field
 */
export function readProvider({ PROVIDER_FILE: file }: Pick<Configuration, 'PROVIDER_FILE'>): Provider {
  if (file === undefined) return demonstrationProvider
  const result = Provider.safeParse(readJson(file))
  if (result.success) return { ...result.data, isFictional: false }
  throw new ConfigurationError(result.error.issues.flatMap((issue) => faultsOf(issue).map((fault) => `PROVIDER_FILE: ${file}: ${fault}.`)))
}

function faultsOf(issue: z.core.$ZodIssue): string[] {
  const at = (name: PropertyKey) => [...issue.path, name].join('.')
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => `${at(name)} is no field of it`)
  if (issue.code === 'invalid_type')
    return [issue.path.length === 0 ? 'it must be one JSON object' : `${issue.path.join('.')} ${missingOr(issue)}`]
  return [`${issue.path.join('.')} ${issue.message}`]
}
const missingOr = ({ expected, message }: z.core.$ZodIssueInvalidType) => (expected === 'object' ? 'is missing, or no object' : message)

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError([`PROVIDER_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`])
  }
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new ConfigurationError([`PROVIDER_FILE: ${file} is no JSON (${(error as Error).message}).`])
  }
}
