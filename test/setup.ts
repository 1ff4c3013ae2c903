/**
 * One embedded server for a whole test run, and one product prepared in it, each made when the first test asks for it: most runs of a
 * developer need none. Workers ask over sockets; the answer is where it is.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createPool } from '#server/platform/db/db.ts'
import { type Embedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { livingPostmaster } from '#server/platform/db/postmaster.ts'
import { appRole, ownerRole } from '#server/platform/db/roles.ts'
import { openApp } from '#server/product.ts'
import { sharedMemory } from './tools.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a connection with the host of the test server. */
    databaseDoor: string
    /** Answers a connection with the database of the prepared product, and with the folder of its files. */
    productDoor: string
    /** Where the products of this run have their folders; it ends with the run. */
    productFolders: string
  }
}

const templateName = 'tawqi_template'
/** What the demonstration leaves under way, such as an open payment, ends half an hour later: tests begin with a younger one. */
const freshMs = 10 * 60_000
const prefix = `tawqi-test-`
/** For the databases and documents of the files that run side by side, several times over. */
const leastSharedBytes = 6_000_000_000

export default async function setup(project: TestProject) {
  await sweep()
  const folder = mkdtempSync(join(base(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755) // the server runs as another user when we are root
  const running = once(() => startWithTemplate(folder))
  const database = async () => ({ host: (await running()).superuser.host })
  const product = fresh(async (number) => prepareProduct(await running(), join(folder, `product-${number}`), `tawqi_prepared_${number}`))
  const doors = [await door(join(folder, 'database'), database), await door(join(folder, 'product'), product)]
  project.provide('databaseDoor', join(folder, 'database'))
  project.provide('productDoor', join(folder, 'product'))
  mkdirSync(join(folder, 'products'))
  project.provide('productFolders', join(folder, 'products'))
  return async () => {
    for (const one of doors) one.close()
    await running.begun?.then(
      (server) => server.stop(),
      () => undefined,
    ) // the tests have told of a failed start
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In memory where there is enough: a copy of a product is a thousand files, which cost a disk more than what is in them. */
function base(): string {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory)
    return bavail * bsize >= leastSharedBytes ? sharedMemory : tmpdir()
  } catch {
    return tmpdir() // not every system has it
  }
}

function once<T>(make: () => Promise<T>) {
  const ask = () => (ask.begun ??= make())
  ask.begun = undefined as Promise<T> | undefined
  return ask
}

/** @param make gets a number of its own each time */
function fresh<T>(make: (number: number) => Promise<T>) {
  let made: { at: number; product: Promise<T> } | undefined
  let number = 0
  return () => {
    if (!made || Date.now() - made.at > freshMs) made = { at: Date.now(), product: make(++number) }
    return made.product
  }
}

async function door(path: string, answer: () => Promise<object>): Promise<Server> {
  const server = createServer((socket) => {
    answer().then(
      (found) => socket.end(JSON.stringify(found)),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    )
  })
  await new Promise<void>((listening) => server.listen(path, listening))
  return server
}

async function startWithTemplate(folder: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: join(folder, 'db'), durable: false })
  await migrate(server.owner)
  const pool = createPool(server.superuser, { connections: 1 })
  await pool.query(`alter database ${server.owner.database} rename to ${templateName}`)
  await pool.end()
  return server
}

/**
 * The authority's ceremony and the demonstration's history cost more than most tests: they are made once, and each server begins with a copy.
 * What they were made at is no address; the certificates that a server issues itself have its own.
 */
async function prepareProduct(server: Embedded, folder: string, database: string): Promise<{ folder: string; database: string }> {
  for (let attempt = 1; ; attempt++) {
    const opened = new AsyncDisposableStack()
    try {
      rmSync(folder, { recursive: true, force: true })
      await makeProduct(server, folder, database, opened)
      return { folder, database }
    } catch (error) {
      if (attempt === 3) throw error // the limits that hostile documents are read under are a busy machine's, too
    } finally {
      await opened.disposeAsync()
    }
  }
}

async function makeProduct(server: Embedded, folder: string, database: string, opened: AsyncDisposableStack) {
  const pool = createPool(server.superuser, { connections: 1 })
  await pool.query(`drop database if exists ${database} with (force)`)
  await pool.query(`create database ${database} template ${templateName} owner ${ownerRole}`)
  await pool.end()
  const address = (user: string) => `postgres://${user}@socket/${database}?host=${encodeURIComponent(server.superuser.host)}`
  const nowhere = { host: '127.0.0.1', port: 1 }
  const url = `http://${nowhere.host}:${nowhere.port}`
  await openApp({
    opened,
    configuration: readConfiguration({
      DATA_DIR: folder,
      PUBLIC_URL: url,
      DATABASE_URL: address(appRole),
      DATABASE_OWNER_URL: address(ownerRole),
      LOG_LEVEL: 'error',
    }),
    parties: {
      nafath: { baseUrl: url, ...simulatorCredentials.nafath, serverAddress: nowhere.host },
      moyasar: { baseUrl: url, ...simulatorCredentials.moyasar },
      paytabs: null,
      smtp: { ...nowhere, tls: 'none', from: 'nobody@example.sa' },
      sms: { baseUrl: url, ...simulatorCredentials.sms, sender: 'nobody' },
      humanCheck: null,
      commercialRegister: null,
    },
  })
}

/** Stops and removes what a killed run left behind; another run may be doing the same. */
async function sweep() {
  for (const place of new Set([base(), tmpdir()]))
    for (const name of readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
      const pid = Number(name.slice(prefix.length).split('-')[0])
      if (isAlive(pid)) continue
      const dataDir = join(place, name, 'db')
      try {
        if (livingPostmaster(join(dataDir, 'cluster'))) await (await startEmbedded({ dataDir, durable: false })).stop()
      } finally {
        rmSync(join(place, name), { recursive: true, force: true })
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
