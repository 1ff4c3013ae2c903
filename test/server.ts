/** The product on a port of its own with a database and simulators of its own, and clients that behave like the browser. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { isNationalId } from '#contract/typedDigits.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators, type SimulatorsOptions } from '#simulators/main.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { undeclaredRefusal } from '#server/platform/http/server.ts'
import { createLogger } from '#server/platform/log.ts'
import { startProduct, type ProductOptions } from '#server/product.ts'
import { preparedDatabase, testDatabase, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'

/** Time that a test moves; it goes on by itself in between. */
export function movableClock(startsAt = new Date()) {
  let offset = startsAt.getTime() - Date.now()
  const now = () => new Date(Date.now() + offset)
  const advance = (seconds: number) => void (offset += seconds * 1000)
  const left = (seconds: number) => seconds - ((now().getTime() / 1000) % seconds)
  return {
    now,
    advance,
    /** To the next moment at which counts within so many seconds begin anew. */
    toWindow: (seconds: number) => advance(left(seconds)),
    /** The same where that moment is less than a minute off: a test that crosses it would count twice, and one that goes far finds everybody signed out. */
    awayFromWindowEnd: (seconds: number) => left(seconds) < 60 && advance(left(seconds)),
  }
}

export type TestServer = Awaited<ReturnType<typeof testServer>>
export type TestServerOptions = {
  env?: Record<string, string>
  simulators?: Partial<SimulatorsOptions>
  sweepScale?: number
  /** Its own ceremony and history: for tests that follow the addresses in what the demonstration made, or bring a master key. Others get copies. */
  isFirstStart?: boolean
  /** A database of an earlier release's, whose files are in the folder, and the moment that its people live at. */
  older?: { begin: (folder: string) => Promise<TestDatabase>; at: Date }
  /** Where it is served; else where nobody is. */
  port?: number
  /** Another address that leads to the database at this one. */
  databaseThrough?: (address: string) => string
}

/** Call `close` in `afterAll`. */
export async function testServer({
  env = {},
  simulators: simulated = {},
  sweepScale = 0.2,
  isFirstStart = false,
  older,
  port: at,
  databaseThrough = (address) => address,
}: TestServerOptions = {}) {
  const folder = mkdtempSync(join(inject('productFolders'), 'product-'))
  const database = await (older ? older.begin(folder) : isFirstStart ? testDatabase() : preparedDatabase(folder))
  const clock = movableClock(older?.at)
  const port = at ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const simulators = await startSimulators({
    port: 0,
    nafath: { decideAfterMs: 50 },
    callbacks: { nafath: `${url}/api/v1/auth/nafath/callback`, moyasar: `${url}/api/v1/payments/moyasar/webhook` },
    ...simulated,
  })
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: databaseThrough(database.url),
    DATABASE_OWNER_URL: database.ownerUrl,
    LOG_LEVEL: 'error',
    HUMAN_CHECK_AFTER_STARTS: '10000',
    ...env,
  }
  const configuration = readConfiguration(settings)
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => void lines.push(line) })
  const surroundings: Omit<ProductOptions, 'configuration'> = {
    clock,
    log,
    sweepScale,
    parties: {
      nafath: { baseUrl: `${simulators.url}/nafath`, ...simulatorCredentials.nafath, serverAddress: '127.0.0.1' },
      moyasar: { baseUrl: `${simulators.url}/moyasar/v1`, ...simulatorCredentials.moyasar },
      paytabs: configuration.PAYMENT === 'paytabs' ? { baseUrl: `${simulators.url}/paytabs`, ...simulatorCredentials.paytabs } : null,
      smtp: { host: '127.0.0.1', port: simulators.smtpPort, tls: 'none', from: configuration.MAIL_FROM },
      sms: { baseUrl: `${simulators.url}/sms`, ...simulatorCredentials.sms, sender: configuration.SMS_SENDER },
      humanCheck: {
        baseUrl: `${simulators.url}/human-check/${configuration.HUMAN_CHECK}`,
        ...simulatorCredentials.humanCheck,
        ...(configuration.HUMAN_CHECK_SITE_KEY && {
          siteKey: configuration.HUMAN_CHECK_SITE_KEY,
          secret: configuration.HUMAN_CHECK_SECRET,
        }),
      },
      commercialRegister: { baseUrl: `${simulators.url}/wathq`, ...simulatorCredentials.commercialRegister },
    },
  }
  const product = await startProduct({ configuration, ...surroundings })
  const replicas: (typeof product)[] = []
  return {
    url,
    app: product.app,
    /** Node's own server under it. */
    http: product.server.server,
    db: database.db,
    owner: database.owner,
    /** Nothing was tried yet. Not by `delete`, which meets an identity answer that comes just then from the other end of the table. */
    async forgetAttempts() {
      await sql`truncate throttle`.execute(database.owner)
    },
    clock,
    simulators,
    /** What the product logged, one JSON line each. */
    lines,
    /** Another process's worth of the same product, on the same database. @returns its address */
    async replica({ port, opened }: { port?: number } & Pick<ProductOptions, 'opened'> = {}) {
      const another = readConfiguration({ ...settings, PORT: String(port ?? (await freePort())) })
      const replica = await startProduct({ configuration: another, ...surroundings, opened })
      replicas.push(replica)
      return replica.url
    },
    /** A browser that nobody has signed in on. */
    browser: (options?: BrowserOptions) => new Browser(url, options),
    /** A browser in which this person has signed in through the identity app. */
    async signIn(nationalId: string, options?: BrowserOptions) {
      const browser = new Browser(url, options)
      await browser.signIn(nationalId)
      return browser
    },
    async close() {
      for (const replica of replicas) await replica.close()
      await product.close()
      await simulators.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
      assertNothingSecret(lines)
      assertDeclared(lines)
    },
  }
}

/** Whatever a test did: no log line may hold a person's ID, a password or a token. */
function assertNothingSecret(lines: readonly string[]) {
  const told = lines.filter((line) => {
    const ids = line.match(/(?<![\w.-])[12]\d{9}(?![\w.-])/g) ?? []
    return ids.some(isNationalId) || /Tawqi-demo-1|\$argon2id|Bearer \w|[0-9a-f-]{36}\.\d+\.(\d+\.)?[\w-]{43}/.test(line)
  })
  if (told.length > 0) throw new Error(`The log tells a secret:\n${told.slice(0, 3).join('')}`)
}

/** Whoever writes a client learns from the contract how a call can end: nothing else may come. */
function assertDeclared(lines: readonly string[]) {
  const others = lines.filter((line) => line.includes(undeclaredRefusal)).map((line) => JSON.parse(line) as { code: string; path: string })
  const told = new Set(others.map(({ code, path }) => `${path}: ${code}`))
  if (told.size > 0) throw new Error(`Refused with what the call does not declare:\n${[...told].join('\n')}`)
}

/** What a stream as a body asks for; the types of browsers do not know it. */
const halfDuplex = { duplex: 'half' }

type BrowserOptions = {
  language?: 'ar' | 'en'
  deviceId?: string
  /** What else goes with a request to this address. */
  headersFor?: (method: string, url: string) => Record<string, string>
}
export type Answer = { status: number; body: any; headers: Headers; text: string } // oxlint-disable-line typescript/no-explicit-any -- tests look into answers of every shape

export class Browser {
  readonly url: string
  readonly deviceId: string
  readonly language: string
  readonly headersFor: (method: string, url: string) => Record<string, string>
  // oxlint-disable-next-line typescript/no-explicit-any
  session: any = null

  constructor(url: string, { language = 'en', deviceId = randomUUID(), headersFor = () => ({}) }: BrowserOptions = {}) {
    this.url = url
    this.headersFor = headersFor
    this.language = language
    this.deviceId = deviceId
  }

  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | Uint8Array | ReadableStream; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      body: body as BodyInit | undefined,
      ...(body instanceof ReadableStream && halfDuplex),
      redirect: 'manual',
      headers: {
        'accept-language': this.language,
        'x-device-id': this.deviceId,
        ...(this.session && { authorization: `Bearer ${this.session.token}` }),
        ...this.headersFor(method, this.url + path),
        ...headers,
      },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('utf8')
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : bytes }
  }

  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, { headers })
  post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    this.send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })

  /** Starts a sign-in and polls until it ends. */
  async signIn(nationalId: string): Promise<void> {
    const started = await this.post('/api/v1/auth/nafath/login/initiate', { nationalID: nationalId })
    if (started.body.status !== '1') throw new Error(`sign-in did not start: ${started.text}`)
    const answer = await this.pollUntilEnded('/api/v1/auth/nafath/login/verify', {
      nationalID: nationalId,
      transId: started.body.transId,
      random: started.body.random,
    })
    if (answer.body.status !== '1') throw new Error(`sign-in ended otherwise: ${answer.text}`)
    this.session = answer.body
  }

  async pollUntilEnded(path: string, body: object, { tries = 200, everyMs = 25 } = {}): Promise<Answer> {
    for (let i = 0; i < tries; i++) {
      const answer = await this.post(path, body)
      if (answer.body.status !== '3') return answer
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    throw new Error(`${path} still waits`)
  }
}

export const newKey = () => randomBytes(12).toString('hex')
