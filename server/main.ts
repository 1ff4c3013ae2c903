import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { readConfiguration, type Configuration } from './platform/configuration/configuration.ts'
import { isPublicDemo } from './platform/configuration/production.ts'
import { requireFreePort } from './platform/ports.ts'
import { startProduct, type Parties } from './product.ts'

/** What this process has opened: ended in reverse, by whatever ends it, also in the middle of a start. */
const opened = new AsyncDisposableStack()
let ending: Promise<void> | undefined
const end = () => (ending ??= opened.disposeAsync())
const stop = () => void end().finally(() => process.exit())
/** Lets a balancer turn to others first. */
let leave = async (): Promise<void> => undefined
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
process.on('SIGTERM', () => {
  const left = leave()
  leave = end // a second one does not wait
  void left.then(stop)
})
// Under `npm start` (`bin/keepServing.ts`) the channel ends with whoever would start us again.
process.once('disconnect', stop)

try {
  await run(readConfiguration())
} catch (error) {
  // Whatever refuses to start says why in a sentence; what was cut short by a signal has nothing to say.
  if (!ending) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  await end().finally(() => process.exit())
}

async function run(configuration: Configuration): Promise<void> {
  const { HOST: host, PORT: port } = configuration
  await requireFreePort({ host, port, key: 'PORT' })
  const simulated = isSimulated(configuration)
  if (simulated) await startSimulators(configuration)
  const product = await startProduct({ configuration, parties: partiesOf(configuration), isCrowded: true, opened })
  leave = () => product.leave()
  console.log(`Tawqi is served on ${configuration.PUBLIC_URL}`)
  process.send?.('serving')
  if (isPublicDemo(configuration))
    console.warn(
      `WARNING: this is a demonstration, and others reach it on ${host}. Everybody knows the passwords of its people. Keep nothing real in it.`,
    )
  if (simulated) {
    const base = `http://127.0.0.1:${configuration.SIMULATORS_PORT}`
    console.log(`Simulated outside parties on ${base}: the person’s Nafath app ${base}/nafath/app, mail ${base}/mail, texts ${base}/sms`)
    console.log(
      'Sign in as 1200000022 (approves by itself); all demo passwords are Tawqi-demo-1. Certificates of this deployment are for test.',
    )
  }
  void product.lost.then(async (error) => {
    console.error(error.message)
    process.exitCode = 1
    await end().finally(() => process.exit())
  })
}

function isSimulated({
  NAFATH_URL,
  MOYASAR_URL,
  PAYTABS_URL,
  PAYMENT,
  SMTP_URL,
  SMS_URL,
  HUMAN_CHECK,
  HUMAN_CHECK_SITE_KEY,
  MODE,
  COMMERCIAL_REGISTER_URL,
}: Configuration): boolean {
  const [payment, humanCheck] = [
    PAYMENT === 'moyasar' ? MOYASAR_URL : PAYTABS_URL,
    HUMAN_CHECK === 'altcha' ? HUMAN_CHECK : HUMAN_CHECK_SITE_KEY,
  ]
  const register = MODE === 'demo' ? COMMERCIAL_REGISTER_URL : MODE // without it production asks nobody
  return [NAFATH_URL, payment, SMTP_URL, SMS_URL, humanCheck, register].includes(undefined)
}

/** The simulators are a process of their own, as the parties they stand for are. They end with this one, however it ends. */
async function startSimulators({ SIMULATORS_PORT, PUBLIC_URL }: Configuration) {
  // Their pages, and their mail server beside them.
  for (const port of [SIMULATORS_PORT, SIMULATORS_PORT + 1]) await requireFreePort({ host: '127.0.0.1', port, key: 'SIMULATORS_PORT' })
  const compiled = getCompileCacheDir()
  const child = spawn(process.execPath, ['simulators/main.ts'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }),
      SIMULATORS_PORT: String(SIMULATORS_PORT),
      NAFATH_CALLBACK_URL: `${PUBLIC_URL}/api/v1/auth/nafath/callback`,
      MOYASAR_WEBHOOK_URL: `${PUBLIC_URL}/api/v1/payments/moyasar/webhook`,
    },
  })
  const exit = once(child, 'exit')
  opened.defer(async () => {
    child.kill()
    await exit
  })
  // What they said of it stands above.
  const ended = exit.then(([code]) => {
    throw new Error(`The simulators could not start (${code}).`)
  })
  await Promise.race([once(child.stdout!, 'data'), ended, wait(10_000)])
  ended.catch(() => undefined) // from here on their end is noticed by the calls that need them
}

/** The parties that are configured, and the simulators for the rest. */
function partiesOf(configuration: Configuration): Parties {
  const base = `http://127.0.0.1:${configuration.SIMULATORS_PORT}`
  const simulated = simulatorCredentials
  const { NAFATH_URL, MOYASAR_URL, SMTP_URL, SMS_URL, SMS_SENDER: sender, MAIL_FROM: from } = configuration
  return {
    nafath: NAFATH_URL
      ? {
          baseUrl: NAFATH_URL,
          appId: configuration.NAFATH_APP_ID!,
          appKey: configuration.NAFATH_APP_KEY!,
          audience: configuration.NAFATH_AUDIENCE!,
          serverAddress: configuration.NAFATH_SERVER_ADDRESS!,
        }
      : { baseUrl: `${base}/nafath`, ...simulated.nafath, serverAddress: '127.0.0.1' },
    moyasar: MOYASAR_URL
      ? { baseUrl: MOYASAR_URL, secretKey: configuration.MOYASAR_SECRET_KEY!, webhookSecret: configuration.MOYASAR_WEBHOOK_SECRET! }
      : { baseUrl: `${base}/moyasar/v1`, ...simulated.moyasar },
    paytabs: configuration.PAYMENT === 'paytabs' ? paytabsOf(configuration, base) : null,
    smtp: SMTP_URL ? mailServer(SMTP_URL, from) : { host: '127.0.0.1', port: configuration.SIMULATORS_PORT + 1, tls: 'none', from },
    sms: SMS_URL ? { baseUrl: SMS_URL, apiKey: configuration.SMS_API_KEY!, sender } : { baseUrl: `${base}/sms`, ...simulated.sms, sender },
    humanCheck: humanCheckOf(configuration, base),
    commercialRegister: registerOf(configuration, base),
  }
}

function paytabsOf({ PAYTABS_URL, PAYTABS_SERVER_KEY }: Configuration, base: string): Parties['paytabs'] {
  if (!PAYTABS_URL) return { baseUrl: `${base}/paytabs`, ...simulatorCredentials.paytabs }
  const { user, baseUrl } = addressAndUser(PAYTABS_URL)
  return { baseUrl, profileId: Number(user), serverKey: PAYTABS_SERVER_KEY! }
}

function registerOf({ COMMERCIAL_REGISTER_URL, MODE }: Configuration, base: string): Parties['commercialRegister'] {
  if (COMMERCIAL_REGISTER_URL) {
    const { user, baseUrl } = addressAndUser(COMMERCIAL_REGISTER_URL)
    return { baseUrl, apiKey: user }
  }
  return MODE === 'demo' ? { baseUrl: `${base}/wathq`, ...simulatorCredentials.commercialRegister } : null
}

/** A setting that names a user before its address, apart: nobody fetches an address with a user in it. */
function addressAndUser(setting: string) {
  const url = new URL(setting)
  const user = url.username
  url.username = ''
  return { user, baseUrl: url.href.replace(/\/+$/, '') }
}

function humanCheckOf({ HUMAN_CHECK: kind, ...configuration }: Configuration, base: string): Parties['humanCheck'] {
  if (kind === 'altcha') return null
  const { HUMAN_CHECK_SITE_KEY: siteKey, HUMAN_CHECK_SECRET: secret, HUMAN_CHECK_URL: baseUrl } = configuration
  return siteKey ? { siteKey, secret: secret!, baseUrl } : { baseUrl: `${base}/human-check/${kind}`, ...simulatorCredentials.humanCheck }
}

function mailServer(address: string, from: string): Parties['smtp'] {
  const url = new URL(address)
  const implicit = url.protocol === 'smtps:'
  const login = url.username ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : undefined
  return { host: url.hostname, port: Number(url.port || (implicit ? 465 : 587)), tls: implicit ? 'implicit' : 'required', login, from }
}
