/** What a mode refuses. */
import { BlockList, isIP } from 'node:net'
import { type KeyName, keys, type Values } from './keys.ts'

/** The outside parties and what each needs to be reached; what is missing is simulated in demo mode. */
const parties: { of: (values: Values) => boolean; needs: KeyName[] }[] = [
  { of: () => true, needs: ['NAFATH_URL', 'NAFATH_APP_ID', 'NAFATH_APP_KEY', 'NAFATH_AUDIENCE', 'NAFATH_SERVER_ADDRESS'] },
  { of: (values) => values.PAYMENT === 'moyasar', needs: ['MOYASAR_URL', 'MOYASAR_SECRET_KEY', 'MOYASAR_WEBHOOK_SECRET'] },
  { of: (values) => values.PAYMENT === 'paytabs', needs: ['PAYTABS_URL', 'PAYTABS_SERVER_KEY'] },
  { of: () => true, needs: ['NTP_SERVERS'] },
  { of: () => true, needs: ['SMTP_URL'] },
  { of: () => true, needs: ['SMS_URL', 'SMS_API_KEY'] },
  { of: (values) => values.HUMAN_CHECK !== 'altcha', needs: ['HUMAN_CHECK_SITE_KEY', 'HUMAN_CHECK_SECRET'] },
]

const mustBeChosen: KeyName[] = ['MAIL_FROM', 'CONTACT_MAIL', 'CONTACT_PHONE', 'PROVIDER_FILE']

/** Faults that hold in both modes, because half a setting is nobody's wish. */
export function contradictions(values: Values): string[] {
  const faults: string[] = []
  for (const { of, needs } of parties) {
    const missing = needs.filter((name) => values[name] === undefined)
    if (!of(values) || missing.length === 0 || missing.length === needs.length) continue
    faults.push(`${missing.join(', ')} must be set, because ${needs.find((name) => values[name] !== undefined)} is.`)
  }
  if ((values.DATABASE_URL === undefined) !== (values.DATABASE_OWNER_URL === undefined))
    faults.push('DATABASE_URL and DATABASE_OWNER_URL must be set both or neither.')
  if (values.HUMAN_CHECK_URL !== undefined && (values.HUMAN_CHECK === 'altcha' || values.HUMAN_CHECK_SITE_KEY === undefined))
    faults.push('HUMAN_CHECK_URL needs HUMAN_CHECK to name a provider, and HUMAN_CHECK_SITE_KEY.')
  return faults
}

/** Its people's passwords stand in the README, so nobody is to put a demonstration where strangers are by setting HOST alone. */
export function demonstrationFaults(values: Values): string[] {
  if (!isPublicDemo(values) || values.ALLOW_PUBLIC_DEMO) return []
  return [
    `HOST is ${values.HOST}, where others reach this demonstration, and everybody knows the passwords of its people: set ALLOW_PUBLIC_DEMO=1 if that is wanted, MODE=production for real use, or leave HOST at 127.0.0.1.`,
  ]
}

export const isPublicDemo = ({ MODE, HOST }: Pick<Values, 'MODE' | 'HOST'>) => MODE === 'demo' && !isLoopback(HOST)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
const isLoopback = (host: string) => host === 'localhost' || (isIP(host) > 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

/** @param isSet whether the environment gave the key, rather than its default */
export function productionFaults(values: Values, isSet: (name: KeyName) => boolean): string[] {
  const faults: string[] = []
  if (!values.ALLOW_SIMULATORS) {
    for (const { of, needs } of parties) {
      if (of(values) && needs.every((name) => values[name] === undefined)) {
        faults.push(`${needs.join(', ')} must be set: production mode does not use the simulators unless ALLOW_SIMULATORS=1.`)
      }
    }
  }
  if (!values.ALLOW_SOFTWARE_KEYS)
    faults.push('ALLOW_SOFTWARE_KEYS must be 1: the keys are kept in software, and production mode does not do so unasked.')
  if (!values.PUBLIC_URL?.startsWith('https://')) faults.push('PUBLIC_URL must be set to an https address.')
  // Its script runs in every page.
  if (values.HUMAN_CHECK_URL?.startsWith('http:')) faults.push('HUMAN_CHECK_URL must be an https address.')
  for (const name of mustBeChosen) if (!isSet(name)) faults.push(`${name} must be set: its default is for demonstrations.`)
  for (const name of Object.keys(keys) as KeyName[]) {
    const value = values[name]
    if (keys[name].secret && typeof value === 'string' && isWeak(keyIn(value)))
      faults.push(`${name} must be a real secret: 16 characters or more, and not one from a test.`)
  }
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const user = values[name] && new URL(values[name]).username
    if (user === 'postgres' || user === 'root') faults.push(`${name} must not use the database's superuser.`)
  }
  return faults
}

/** A secret may stand in an address, as its user. */
const keyIn = (value: string) => (URL.canParse(value) && new URL(value).username) || value

const isWeak = (secret: string) =>
  secret.length < 16 || new Set(secret).size < 6 || /simulator|_test_|change.?me|password|secret|example|default/i.test(secret)
