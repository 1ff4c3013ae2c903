/** The product as it is started, with the database that comes with it and its log on, for benches that ask it over HTTP. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { heapFlags } from '#server/heap.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'

const startSeconds = 60

/** Ends what a bench started, the product last, and removes what they wrote. */
export type Surroundings = { folder: string; children: ChildProcess[]; [Symbol.asyncDispose](): Promise<void> }

export function surroundings(): Surroundings {
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-bench-'))
  chmodSync(folder, 0o755) // the database server may run as another user
  const children: ChildProcess[] = []
  return {
    folder,
    children,
    async [Symbol.asyncDispose]() {
      const ended = children.filter((child) => child.exitCode === null).map((child) => once(child, 'exit'))
      for (const child of children) child.kill('SIGTERM')
      await Promise.race([Promise.all(ended), wait(15_000)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function startProduct(
  { folder, children }: Surroundings,
  settings: Record<string, string> = {},
): Promise<{ url: string; pid: number }> {
  const [port, simulators] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const program = join(import.meta.dirname, '../server/main.ts')
  const ours = { PORT: String(port), SIMULATORS_PORT: String(simulators), DATA_DIR: folder, NODE_CHANNEL_FD: undefined }
  const env = { ...process.env, ...ours, ...settings }
  const child = fork(program, [], { env, execArgv: [...heapFlags], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  for (let tries = 0; tries < startSeconds * 5; tries++) {
    if (child.exitCode !== null) throw new Error('the product did not start')
    const answered = await fetch(`${url}/pki/ca/people.cer`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return { url, pid: child.pid! }
    await wait(200)
  }
  throw new Error('the product did not start in time')
}

/** The product with the simulated identity provider in this process, whose work is not the product's. Close the simulators once everybody has signed in. */
export async function startWithNafath(around: Surroundings, settings: Record<string, string> = {}) {
  const simulators = await startSimulators({ port: 0, nafath: { decideAfterMs: 20 } })
  const { nafath } = simulatorCredentials
  const product = await startProduct(around, {
    NAFATH_URL: `${simulators.url}/nafath`,
    NAFATH_APP_ID: nafath.appId,
    NAFATH_APP_KEY: nafath.appKey,
    NAFATH_AUDIENCE: nafath.audience,
    NAFATH_SERVER_ADDRESS: '127.0.0.1',
    ...settings,
  })
  simulators.callbacks.nafath = `${product.url}/api/v1/auth/nafath/callback`
  return { ...product, simulators }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
