/** The settings, read once at boot. */
import { resolve } from 'node:path'
import { type KeyName, keys, type Values } from './keys.ts'
import { contradictions, demonstrationFaults, productionFaults } from './production.ts'

export type Configuration = Omit<Values, 'PUBLIC_URL' | 'PKI_URL' | 'MASTER_KEY_FILE'> & {
  readonly PUBLIC_URL: string
  readonly PKI_URL: string
  readonly MASTER_KEY_FILE: string
}

/** Everything that is wrong, one sentence a line. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The product does not start with these settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * @param env an empty value counts as not set
 * @returns frozen; DATA_DIR and MASTER_KEY_FILE are absolute
 * @throws ConfigurationError with all faults at once; the values of secrets are never repeated
 */
export function readConfiguration(env: Readonly<Record<string, string | undefined>> = process.env): Configuration {
  const faults: string[] = []
  const entries = Object.entries(keys).map(([name, { kind, default: fallback }]) => {
    const given = env[name] || fallback
    if (given === undefined) return [name, undefined]
    const result = kind.schema.safeParse(given)
    if (!result.success) faults.push(`${name} ${result.error.issues[0]!.message}.`)
    return [name, result.data]
  })
  if (faults.length > 0) throw new ConfigurationError(faults)
  const values = Object.fromEntries(entries) as Values
  faults.push(...contradictions(values), ...demonstrationFaults(values))
  if (values.MODE === 'production') faults.push(...productionFaults(values, (name: KeyName) => Boolean(env[name])))
  if (faults.length > 0) throw new ConfigurationError(faults)
  const DATA_DIR = resolve(values.DATA_DIR)
  const PUBLIC_URL = values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`
  return Object.freeze({
    ...values,
    DATA_DIR,
    PUBLIC_URL,
    PKI_URL: values.PKI_URL ?? PUBLIC_URL.replace(/^https:/, 'http:'),
    MASTER_KEY_FILE: resolve(values.MASTER_KEY_FILE ?? `${DATA_DIR}/master.key`),
  })
}
