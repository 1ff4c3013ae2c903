/** `npm run schema`: writes what is generated: the types of the migrated database's tables for Kysely, and the reference of the settings. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configurationReference } from '#server/platform/configuration/reference.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { schemaTypes } from '#server/platform/db/schemaTypes.ts'

writeFileSync(new URL('../docs/CONFIGURATION.md', import.meta.url), configurationReference())

const folder = mkdtempSync(join(tmpdir(), 'tawqi-schema-'))
chmodSync(folder, 0o755)
const database = await startEmbedded({ dataDir: folder, durable: false })
try {
  await migrate(database.owner)
  writeFileSync(new URL('../server/platform/db/schema.ts', import.meta.url), await schemaTypes(database.owner))
} finally {
  await database.stop()
  rmSync(folder, { recursive: true })
}
