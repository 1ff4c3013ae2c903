/** `npm run schema`: migrates an empty database and writes its types for Kysely. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { schemaTypes } from '#server/platform/db/schemaTypes.ts'

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
