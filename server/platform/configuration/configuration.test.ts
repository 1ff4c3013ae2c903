import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigurationError, readConfiguration } from './configuration.ts'
import { keys } from './keys.ts'
import { readMasterKey } from './masterKey.ts'
import { configurationReference } from './reference.ts'

const strong = () => randomBytes(16).toString('base64url')

const production = {
  MODE: 'production',
  PUBLIC_URL: 'https://sign.company.sa',
  ALLOW_SOFTWARE_KEYS: '1',
  NAFATH_URL: 'https://nafath.test',
  NAFATH_APP_ID: 'tawqi',
  NAFATH_APP_KEY: strong(),
  NAFATH_AUDIENCE: 'Tawqi',
  NAFATH_SERVER_ADDRESS: '192.0.2.1',
  MOYASAR_URL: 'https://moyasar.test/v1/',
  MOYASAR_SECRET_KEY: `sk_live_${strong()}`,
  MOYASAR_WEBHOOK_SECRET: strong(),
  NTP_SERVERS: 'time1.company.sa, time2.company.sa:123, [2001:db8::1]:123',
  SMTP_URL: 'smtps://tawqi:pass@mail.company.sa:465',
  MAIL_FROM: 'no-reply@company.sa',
  CONTACT_MAIL: 'care@company.sa',
  CONTACT_PHONE: '+966112223344',
  SMS_URL: 'https://sms.test',
  SMS_API_KEY: strong(),
  PROVIDER_FILE: '/etc/tawqi/provider.json',
}

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfiguration(env)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults
    throw error
  }
}

test('nothing set is demo mode on this machine alone', () => {
  const configuration = readConfiguration({})
  expect(configuration).toMatchObject({
    MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: 8080,
    PUBLIC_URL: 'http://127.0.0.1:8080',
    SESSION_HOURS: 12,
    TRUSTED_PROXIES: [],
  })
  expect(configuration.DATABASE_URL).toBeUndefined()
  expect(Object.isFrozen(configuration)).toBe(true)
})

test('values are read by their kind', () => {
  const configuration = readConfiguration({
    PORT: '81',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
    PUBLIC_URL: 'https://a.example/',
    ALLOW_SIMULATORS: '1',
    SESSION_HOURS: '',
  })
  expect(configuration).toMatchObject({
    PORT: 81,
    TRUSTED_PROXIES: ['10.0.0.0/8', '192.0.2.1'],
    PUBLIC_URL: 'https://a.example',
    ALLOW_SIMULATORS: true,
    SESSION_HOURS: 12,
  })
})

describe('both modes refuse', () => {
  test.each<[env: Record<string, string>, faults: RegExp[]]>([
    [{ PORT: 'http' }, [/^PORT must be a whole number from 0 to 65535\.$/]],
    [{ PORT: '70000' }, [/^PORT must be at most 65535\.$/]],
    [
      { PORT: '-1', SESSION_HOURS: '0', MODE: 'live' },
      [/^MODE must be one of demo, production\.$/, /^PORT /, /^SESSION_HOURS must be at least 1\.$/],
    ],
    [{ ALLOW_SIMULATORS: 'yes' }, [/^ALLOW_SIMULATORS must be 0 or 1\.$/]],
    [{ PUBLIC_URL: 'ftp://a.example' }, [/^PUBLIC_URL must be an address that begins with https:\/\/ or http:\/\/\.$/]],
    [{ CONTACT_PHONE: '0112223344' }, [/^CONTACT_PHONE must be a telephone number such as \+966112345678\.$/]],
    [
      { NAFATH_URL: 'https://nafath.test' },
      [/^NAFATH_APP_ID, NAFATH_APP_KEY, NAFATH_AUDIENCE, NAFATH_SERVER_ADDRESS must be set, because NAFATH_URL is\.$/],
    ],
    [{ DATABASE_URL: 'postgres://tawqi_app@db/tawqi' }, [/DATABASE_OWNER_URL must be set both or neither/]],
    [{ HUMAN_CHECK: 'turnstile', HUMAN_CHECK_SITE_KEY: '0x4A' }, [/^HUMAN_CHECK_SECRET must be set, because HUMAN_CHECK_SITE_KEY is\.$/]],
    [{ HUMAN_CHECK_URL: 'https://check.test' }, [/^HUMAN_CHECK_URL needs HUMAN_CHECK to name a provider/]],
    [
      { PAYMENT: 'paytabs', PAYTABS_URL: 'https://47001@secure.paytabs.test' },
      [/^PAYTABS_SERVER_KEY must be set, because PAYTABS_URL is\.$/],
    ],
    [
      { PAYTABS_URL: 'https://secure.paytabs.test', PAYTABS_SERVER_KEY: 'k' },
      [/^PAYTABS_URL must be an address with the number of our profile/],
    ],
    [{ COMMERCIAL_REGISTER_URL: 'https://api.wathq.test' }, [/^COMMERCIAL_REGISTER_URL must be an address with our key before it/]],
    [{ NTP_SERVERS: 'time.company.sa, ntp://b' }, [/^NTP_SERVERS must name hosts: host, host:port or \[IPv6\]:port\.$/]],
  ])('%j', (env, expected) => {
    const faults = faultsOf(env)
    expect(faults).toHaveLength(expected.length)
    for (const [index, sentence] of expected.entries()) expect(faults[index]).toMatch(sentence)
  })
})

describe('production mode', () => {
  test('starts when everything is real', () => {
    expect(faultsOf(production)).toEqual([])
  })

  test.each<[title: string, change: Record<string, string | undefined>, fault: RegExp]>([
    [
      'a simulated identity provider',
      { NAFATH_URL: '', NAFATH_APP_ID: '', NAFATH_APP_KEY: '', NAFATH_AUDIENCE: '', NAFATH_SERVER_ADDRESS: '' },
      /^NAFATH_URL, .* unless ALLOW_SIMULATORS=1\.$/,
    ],
    [
      'simulated payments',
      { MOYASAR_URL: '', MOYASAR_SECRET_KEY: '', MOYASAR_WEBHOOK_SECRET: '' },
      /^MOYASAR_URL, .* unless ALLOW_SIMULATORS=1\.$/,
    ],
    ['time without a witness', { NTP_SERVERS: '' }, /^NTP_SERVERS must be set: /],
    ['simulated mail', { SMTP_URL: '' }, /^SMTP_URL must be set: /],
    ['simulated text messages', { SMS_URL: '', SMS_API_KEY: '' }, /^SMS_URL, SMS_API_KEY must be set: /],
    ['a simulated human check', { HUMAN_CHECK: 'hcaptcha' }, /^HUMAN_CHECK_SITE_KEY, HUMAN_CHECK_SECRET must be set: /],
    [
      'a vendor’s script without TLS',
      { HUMAN_CHECK: 'hcaptcha', HUMAN_CHECK_SITE_KEY: 'a', HUMAN_CHECK_SECRET: strong(), HUMAN_CHECK_URL: 'http://check.test' },
      /^HUMAN_CHECK_URL must be an https address/,
    ],
    ['software keys unasked', { ALLOW_SOFTWARE_KEYS: '' }, /^ALLOW_SOFTWARE_KEYS must be 1/],
    ['an address without TLS', { PUBLIC_URL: 'http://sign.company.sa' }, /^PUBLIC_URL must be set to an https address/],
    ['the demonstration’s company', { PROVIDER_FILE: '' }, /^PROVIDER_FILE must be set: its default is for demonstrations/],
    ['a short secret', { MOYASAR_WEBHOOK_SECRET: 'a1b2c3d4' }, /^MOYASAR_WEBHOOK_SECRET must be a real secret/],
    ['a test key', { MOYASAR_SECRET_KEY: 'sk_test_4fGq81Lm2xTz09' }, /^MOYASAR_SECRET_KEY must be a real secret/],
    [
      'a short key in an address',
      { COMMERCIAL_REGISTER_URL: 'https://a1b2c3d4@api.wathq.sa' },
      /^COMMERCIAL_REGISTER_URL must be a real secret/,
    ],
    ['a simulator’s secret', { NAFATH_APP_KEY: 'simulator-nafath-app-key' }, /^NAFATH_APP_KEY must be a real secret/],
    [
      'the database’s superuser',
      { DATABASE_URL: 'postgres://postgres@db/tawqi', DATABASE_OWNER_URL: 'postgres://tawqi_owner@db/tawqi' },
      /^DATABASE_URL must not use the database's superuser/,
    ],
  ])('refuses %s, and nothing else', (_, change, fault) => {
    const faults = faultsOf({ ...production, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
  })

  test('starts with simulators when a named setting says so', () => {
    expect(faultsOf({ ...production, SMTP_URL: '', ALLOW_SIMULATORS: '1' })).toEqual([])
  })

  test('tells all faults of an empty environment at once, and no secret', () => {
    expect(faultsOf({ MODE: 'production' }).length).toBeGreaterThan(8)
    expect(faultsOf({ ...production, NAFATH_APP_KEY: 'hunter2' }).join()).not.toContain('hunter2')
  })
})

describe('the master key', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tawqi-key-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const at = (name: string, mode = 'production') => ({
    ...readConfiguration({}),
    MODE: mode as 'production',
    MASTER_KEY_FILE: join(folder, name),
  })
  const write = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
    return at(name)
  }
  const random = () => randomBytes(32).toString('hex')

  test('is made once in demo mode, for its owner alone', () => {
    const first = readMasterKey(at('new/demo.key', 'demo'))
    expect(first).toHaveLength(32)
    expect(readMasterKey(at('new/demo.key', 'demo'))).toEqual(first)
    expect(readFileSync(join(folder, 'new/demo.key'), 'utf8').trim()).toBe(first.toString('hex'))
    expect(statSync(join(folder, 'new/demo.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'new'))).toEqual(['demo.key'])
  })

  test('is never made in production mode', () => {
    expect(() => readMasterKey(at('none.key'))).toThrow(/does not exist; make it with/)
  })

  test('of production mode is read', () => {
    const hex = random()
    expect(readMasterKey(write('good.key', `${hex}\n`)).toString('hex')).toBe(hex)
  })

  test.each([
    ['short.key', 'abcd', 0o600, /64 hexadecimal digits/],
    ['zeros.key', '0'.repeat(64), 0o600, /is not random/],
    ['open.key', random(), 0o644, /readable by its owner alone/],
  ])('%s is refused', (name, text, mode, sentence) => {
    expect(() => readMasterKey(write(name, text, mode))).toThrow(sentence)
  })
})

test.each(['0.0.0.0', '::', '192.0.2.7', '2001:db8::1', '::ffff:192.0.2.7', 'sign.company.sa'])(
  'a demonstration does not listen on %s unless that is asked for',
  (HOST) => {
    expect(() => readConfiguration({ HOST })).toThrow(/HOST is .*everybody knows the passwords.*set ALLOW_PUBLIC_DEMO=1/)
    expect(readConfiguration({ HOST, ALLOW_PUBLIC_DEMO: '1' }).HOST).toBe(HOST)
    expect(readConfiguration({ ...production, HOST }).HOST).toBe(HOST)
  },
)

test.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost', '::ffff:127.0.0.1'])('and does on %s, where nobody else reaches it', (HOST) => {
  expect(readConfiguration({ HOST }).HOST).toBe(HOST)
})

test('there are fewer than 50 settings, and the reference names each; run "npm run schema"', () => {
  expect(Object.keys(keys).length).toBeLessThan(50)
  expect(readFileSync(new URL('../../../docs/CONFIGURATION.md', import.meta.url), 'utf8')).toBe(configurationReference())
})
