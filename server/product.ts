import { to } from '#contract/screens.ts'
import type { Logger } from 'pino'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { App } from './app.ts'
import { wathq } from './adapters/commercial-register/wathq/wathq.ts'
import { altcha } from './adapters/human-check/altcha/altcha.ts'
import { siteverify } from './adapters/human-check/siteverify/siteverify.ts'
import { nafath } from './adapters/identity/nafath/nafath.ts'
import { softwareKeys } from './adapters/keys/software/software.ts'
import { smtp } from './adapters/mail/smtp/smtp.ts'
import { moyasar } from './adapters/payment/moyasar/moyasar.ts'
import { paytabs } from './adapters/payment/paytabs/paytabs.ts'
import { httpGateway } from './adapters/sms/http-gateway/http-gateway.ts'
import { ntpServer } from './adapters/time/ntp/ntp.ts'
import { diskStorage } from './adapters/storage/disk/disk.ts'
import { openAuthority } from './ca/authority.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { Configuration } from './platform/configuration/configuration.ts'
import { readMasterKey } from './platform/configuration/masterKey.ts'
import { readProvider } from './platform/configuration/provider.ts'
import { assertLimitedRole, createDb, type Connection } from './platform/db/db.ts'
import { startEmbedded, type Embedded } from './platform/db/embedded.ts'
import { inTurn } from './platform/db/inTurn.ts'
import { migrate } from './platform/db/migrate.ts'
import { freeSpace } from './platform/freeSpace.ts'
import { createLogger } from './platform/log.ts'
import { outsideLooks } from './platform/outsideLooks.ts'
import { createServer } from './platform/http/server.ts'
import { servePages } from './platform/http/pages.ts'
import { openTrustAnchors } from './platform/trustAnchors.ts'
import { deriveSecrets } from './platform/secrets.ts'
import { allRoutes } from './routes.ts'
import { addDemoData } from './demo/demo.ts'
import { startSweeps } from './sweeps.ts'
import { fulfilments } from './fulfilments.ts'
import { pageParts } from './pageParts.ts'

const longestFarewellMs = 5_000
/** Whoever has not asked for readiness in this time is no balancer. */
const balancerAsksWithinMs = 60_000
/** Three looks at 2 s, as balancers make them by default, and some. With the longest drain it stays below the 30 s that process managers wait. */
const balancerHearsWithinMs = 8_000

/** Each holds a connection for as long as it is read; one more waits, and is then told to come again. */
const exportsAtOnce = 4

/** The outside parties, as the adapters reach them. */
export type Parties = {
  nafath: { baseUrl: string; appId: string; appKey: string; audience: string; serverAddress: string }
  moyasar: { baseUrl: string; secretKey: string; webhookSecret: string } | null
  paytabs: { baseUrl: string; profileId: number; serverKey: string } | null
  smtp: Parameters<typeof smtp>[0]
  sms: { baseUrl: string; apiKey: string; sender: string }
  /** Null where the product itself checks that a caller is no program. */
  humanCheck: { siteKey: string; secret: string; baseUrl?: string } | null
  /** Null where nobody asks it. */
  commercialRegister: { baseUrl: string; apiKey: string } | null
}

export type ProductOptions = {
  configuration: Configuration
  parties: Parties
  clock?: Clock
  log?: Logger
  /** Stretches the beat of every sweep; below 1 in tests. */ sweepScale?: number
  /** The demonstration’s first organisation has pages of users and invitations; left out where tests count them. */
  isCrowded?: boolean
  /** Takes what is opened, as it is opened: for a caller that may have to end it all before it is served. */
  opened?: AsyncDisposableStack
}

/** Puts the product together and serves it; a start that fails leaves nothing open. */
export async function startProduct(options: ProductOptions) {
  const opened = options.opened ?? new AsyncDisposableStack()
  try {
    return await start({ ...options, opened })
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

type Start = ProductOptions & { opened: AsyncDisposableStack }

/** Settings → what it works with → routes. */
async function start(options: Start) {
  const { configuration, sweepScale = 1, opened } = options
  const { app, lost } = await openApp(options)
  const server = await createServer(app, allRoutes)
  await servePages(server, app, pageParts)
  await server.listen({ host: configuration.HOST, port: configuration.PORT })
  if (opened.disposed) await server.close()
  requireNotCutShort(opened)
  opened.defer(startSweeps(app, sweepScale))
  opened.defer(() => server.close())
  return {
    app,
    server,
    url: `http://${configuration.HOST}:${(server.server.address() as AddressInfo).port}`,
    lost,
    /** Says no to whoever asks for readiness, and serves on until a balancer has heard it; where none asks, that is at once. */
    async leave() {
      app.leaving.isLeaving = true
      const sinceAsked = performance.now() - app.leaving.readinessAskedAt
      if (sinceAsked < balancerAsksWithinMs) await wait(balancerHearsWithinMs)
    },
    close: () => opened.disposeAsync(),
  }
}

/** What the product works with, all of it but the server: database → authority → adapters → the demonstration's people. */
export async function openApp({
  configuration,
  parties,
  clock = systemClock,
  log = createLogger(configuration.LOG_LEVEL),
  isCrowded = false,
  opened,
}: Start) {
  const masterKey = readMasterKey(configuration)
  const secrets = deriveSecrets(masterKey)
  const provider = readProvider(configuration)
  requireNotCutShort(opened)
  const opening = openDatabase(configuration, log)
  opened.defer(() =>
    opening.then(
      ({ stop }) => stop(),
      () => undefined, // it told its caller, and left nothing
    ),
  )
  const database = await opening
  await migrate(database.owner)
  requireNotCutShort(opened)
  const db = createDb(database.connection, {
    connections: configuration.DATABASE_CONNECTIONS,
    onConnectionLost: (error) => log.warn({ cause: error }, 'database connection lost'),
  })
  const probe = createDb(database.connection, { connections: 2, waitSeconds: 2, statementSeconds: 2 })
  // A reader that takes nothing for a minute is cut off by the HTTP server before its transaction is.
  const exports = createDb(database.connection, { connections: exportsAtOnce, waitSeconds: 5, statementSeconds: 60, idleSeconds: 75 })
  // A server that hangs does not take its leave.
  opened.defer(async () => {
    await Promise.race([Promise.all([db, probe, exports].map((one) => one.destroy())), wait(longestFarewellMs, undefined, { ref: false })])
  })
  await assertLimitedRole(db)
  // Replicas that start together on a new database would each hold the ceremony, and each bring the demonstration.
  const app = await inTurn(database.owner, async () => {
    const composed = await compose({ configuration, provider, parties, clock, log, db, probe, exports, secrets })
    if (configuration.MODE === 'demo') await fillDemo(composed, database.owner, opened, isCrowded)
    return composed
  })
  return { app, lost: database.lost }
}

type Parts = Required<Pick<ProductOptions, 'configuration' | 'parties' | 'clock' | 'log'>> &
  Pick<App, 'provider' | 'db' | 'probe' | 'exports' | 'secrets'>

/** The adapters and the authority around an open database. */
async function compose({ configuration, provider, parties, clock, log, db, probe, exports, secrets }: Parts): Promise<App> {
  const now = () => clock.now()
  const authority = await openAuthority({
    db,
    probe,
    keys: softwareKeys(join(configuration.DATA_DIR, 'keys'), secrets.keyStore),
    clock,
    timeServers: (configuration.NTP_SERVERS ?? []).map((address) => ntpServer(address)),
    log,
    operator: {
      country: 'SA',
      organisation: provider.name.en,
      vatNumber: provider.vatNumber,
      baseUrl: configuration.PKI_URL,
    },
    policyArc: configuration.POLICY_OID_ARC,
    practiceStatement: `${configuration.PUBLIC_URL}${to('certificatePolicy')}`,
  })
  const outside = outsideLooks(now)
  const app: App = {
    configuration,
    provider,
    clock,
    log,
    db,
    probe,
    exports,
    secrets,
    identity: outside.watched('identity', nafath({ ...parties.nafath, now }), parties.nafath.baseUrl),
    payments: outside.watched(
      'payments',
      parties.paytabs ? paytabs(parties.paytabs) : moyasar(parties.moyasar!),
      (parties.paytabs ?? parties.moyasar!).baseUrl,
    ),
    fulfilments,
    mail: outside.watched('mail', smtp(parties.smtp), `smtp://${parties.smtp.host}:${parties.smtp.port}`),
    sms: outside.watched('sms', httpGateway(parties.sms), parties.sms.baseUrl),
    humanCheck: humanCheckOf(configuration, parties.humanCheck, secrets.humanCheck, now),
    commercialRegister:
      parties.commercialRegister &&
      outside.watched('commercialRegister', wathq(parties.commercialRegister), parties.commercialRegister.baseUrl),
    documents: await diskStorage({ folder: join(configuration.DATA_DIR, 'documents'), masterKey: secrets.storage }),
    authority,
    outside,
    trustAnchors: await openTrustAnchors(configuration.DATA_DIR, log),
    freeBytes: freeSpace(configuration),
    leaving: { isLeaving: false, readinessAskedAt: -Infinity },
  }
  return app
}

/** Once the end has begun, nobody would end what a start still opens, and it would work with what is closed already. */
function requireNotCutShort(opened: AsyncDisposableStack): void {
  if (opened.disposed) throw new Error('The start was cut short.')
}

/** Whoever ends the start waits for the step that is being made: it works with what is closed next. */
async function fillDemo(app: App, owner: Connection | string, opened: AsyncDisposableStack, isCrowded: boolean): Promise<void> {
  requireNotCutShort(opened)
  const filled = addDemoData(app, owner, { isCrowded })
  opened.defer(() => {
    app.leaving.isLeaving = true
    return filled.catch(() => undefined) // the start tells its caller
  })
  await filled
}

type Database = Pick<Embedded, 'lost' | 'stop'> & { connection: Connection | string; owner: Connection | string }

async function openDatabase({ DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR }: Configuration, log: Logger): Promise<Database> {
  if (DATABASE_URL && DATABASE_OWNER_URL)
    return { connection: DATABASE_URL, owner: DATABASE_OWNER_URL, lost: new Promise(() => undefined), stop: async () => undefined }
  const embedded = await startEmbedded({ dataDir: join(DATA_DIR, 'database') })
  log.debug({ folder: DATA_DIR }, 'embedded database')
  return embedded
}

function humanCheckOf({ HUMAN_CHECK: kind, PUBLIC_URL }: Configuration, party: Parties['humanCheck'], hmacKey: Buffer, now: () => Date) {
  if (kind === 'altcha') return altcha({ hmacKey, now })
  return siteverify({ kind, ...party!, hostnames: [new URL(PUBLIC_URL).hostname], now })
}
