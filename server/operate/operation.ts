import { join } from 'node:path'
import { userInfo } from 'node:os'
import pg from 'pg'
import type { Actor } from '#server/platform/audit.ts'
import { readConfiguration, type Configuration } from '#server/platform/configuration/configuration.ts'
import { readMasterKey } from '#server/platform/configuration/masterKey.ts'
import { connectionConfig, createDb, type Connection, type Db, type Tx } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { ownerConnection } from '#server/platform/db/ownerConnection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { deriveSecrets, type Secrets } from '#server/platform/secrets.ts'

/** A sentence for the operator; nothing was changed. */
export class Refused extends Error {
  override name = 'Refused'
}

export type Operation = { tx: Tx; acting: Actor & { app: { configuration: Configuration; secrets: Secrets } }; by: string }

/**
 * Carries something out in the database as its owner, whether the product runs or not: all of it, or nothing.
 * @param by who answers for it, as the trail names them; left out, the account of this machine
 * @returns what the operator is told
 */
export async function operate(carryOut: (operation: Operation) => Promise<string>, by = userInfo().username): Promise<string> {
  const configuration = readConfiguration()
  const secrets = deriveSecrets(readMasterKey(configuration))
  const database = await openAsOwner(configuration)
  try {
    await migrate(database.owner)
    const db: Db = createDb(database.owner, { connections: 1 })
    try {
      const actor: Actor = { now: new Date(), caller: null, organisation: null, deviceId: null, address: '', reference: 'operate' }
      const acting = { ...actor, app: { configuration, secrets } }
      return await db.transaction().execute((tx) => carryOut({ tx, acting, by }))
    } finally {
      await db.destroy()
    }
  } finally {
    await database.close()
  }
}

/** The running product's own server where there is one, as two may not hold its folder. */
async function openAsOwner(configuration: Configuration): Promise<{ owner: Connection | string; close(): Promise<void> }> {
  const running = ownerConnection(configuration)
  if (configuration.DATABASE_OWNER_URL) return { owner: running, close: async () => undefined }
  const client = new pg.Client({ ...connectionConfig(running), connectionTimeoutMillis: 5_000 })
  const isRunning = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => undefined)
  if (isRunning) return { owner: running, close: async () => undefined }
  const embedded = await startEmbedded({ dataDir: join(configuration.DATA_DIR, 'database') })
  return { owner: embedded.owner, close: () => embedded.stop() }
}
