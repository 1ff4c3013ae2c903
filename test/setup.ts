/**
 * One embedded server for a whole test run, started when the first test asks for it: most runs of a developer need none.
 * Workers ask over a socket; the answer is where the server is.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createPool } from '#server/platform/db/db.ts'
import { type Embedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a connection with the host of the test server. */
    databaseDoor: string
  }
}

export const templateName = 'tawqi_template'
const prefix = `tawqi-test-`

export default async function setup(project: TestProject) {
  await sweep()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755) // the server runs as another user when we are root
  let running: Promise<Embedded> | undefined
  const door = createServer((socket) => {
    running ??= startWithTemplate(folder)
    running.then(
      ({ superuser }) => socket.end(JSON.stringify({ host: superuser.host })),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    )
  })
  const path = join(folder, 'door')
  await new Promise<void>((listening) => door.listen(path, listening))
  project.provide('databaseDoor', path)
  return async () => {
    door.close()
    await running?.then(
      (server) => server.stop(),
      () => undefined,
    ) // the tests have told of a failed start
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startWithTemplate(folder: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: join(folder, 'db'), durable: false })
  await migrate(server.owner)
  const pool = createPool(server.superuser, { connections: 1 })
  await pool.query(`alter database ${server.owner.database} rename to ${templateName}`)
  await pool.end()
  return server
}

/** Stops and removes what a killed run left behind. */
async function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0])
    if (isAlive(pid)) continue
    const dataDir = join(tmpdir(), name, 'db')
    try {
      await (await startEmbedded({ dataDir, durable: false })).stop()
    } finally {
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
