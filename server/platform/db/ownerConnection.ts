import { join } from 'node:path'
import type { Configuration } from '../configuration/configuration.ts'
import { databaseName, socketFolder, type Connection } from './embedded.ts'
import { ownerRole } from './roles.ts'

/** How an operator's command reaches the database of the product that runs with these settings: as its owner, with what the product itself may not do. */
export function ownerConnection({ DATABASE_OWNER_URL, DATA_DIR }: Configuration): Connection | string {
  return DATABASE_OWNER_URL ?? { host: socketFolder(join(DATA_DIR, 'database')), database: databaseName, user: ownerRole }
}
