import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { simulatorCredentials } from '#simulators/credentials.ts'
import type { startSimulators } from '#simulators/main.ts'
import type { TestDatabase } from './database.ts'

type Surroundings = {
  folder: string
  port: number
  database: Pick<TestDatabase, 'url' | 'ownerUrl'>
  simulators: Awaited<ReturnType<typeof startSimulators>>
  /** Settings beside the usual ones. */
  env?: Record<string, string>
  /** Options of Node itself. */
  node?: string[]
}

/** The settings of a product with the database and the simulators of a test. */
export function productEnvironment({ folder, port, database, simulators, env = {} }: Surroundings): NodeJS.ProcessEnv {
  const { nafath, moyasar, sms, commercialRegister } = simulatorCredentials
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, // as `npm start` does
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    PORT: String(port),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    NAFATH_URL: `${simulators.url}/nafath`,
    NAFATH_APP_ID: nafath.appId,
    NAFATH_APP_KEY: nafath.appKey,
    NAFATH_AUDIENCE: nafath.audience,
    NAFATH_SERVER_ADDRESS: '127.0.0.1',
    MOYASAR_URL: `${simulators.url}/moyasar/v1`,
    MOYASAR_SECRET_KEY: moyasar.secretKey,
    MOYASAR_WEBHOOK_SECRET: moyasar.webhookSecret,
    SMS_URL: `${simulators.url}/sms`,
    SMS_API_KEY: sms.apiKey,
    COMMERCIAL_REGISTER_URL: `${simulators.url.replace('//', `//${commercialRegister.apiKey}@`)}/wathq`,
    SMTP_URL: `smtp://127.0.0.1:${simulators.smtpPort}`,
    ...env,
  }
}

/** The product as a process of its own, started like an operator's. It serves when this returns. */
export async function startProduct({ node = [], ...surroundings }: Surroundings): Promise<ChildProcess> {
  const product = spawn(process.execPath, [...node, 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: productEnvironment(surroundings),
  })
  const { promise: serves, resolve } = Promise.withResolvers<void>()
  product.stdout.on('data', (lines: Buffer) => lines.includes('Tawqi is served') && resolve()) // it may say other things before
  await Promise.race([serves, once(product, 'exit').then(() => Promise.reject(new Error('the product did not start')))])
  return product
}
