import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const open: Server[] = []
afterEach(() => open.splice(0).forEach((server) => server.close()))

/** Listens on a port whose neighbours are free, below those that the system gives to whoever connects. */
async function listening(): Promise<number> {
  for (;;) {
    const port = 20_001 + randomInt(10_000)
    const [own, ...neighbours] = await Promise.all([port, port - 1, port + 1].map(held))
    for (const neighbour of neighbours) neighbour?.close()
    if (own) open.push(own)
    if (own && neighbours.every(Boolean)) return port
  }
}

const held = (port: number) =>
  new Promise<Server | undefined>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

/** What a start says that ends by itself. */
const start = (script: string, env: Record<string, string>) =>
  new Promise<{ code: number | string | undefined; told: string }>((resolve) => {
    const settings = { DATA_DIR: join(tmpdir(), 'tawqi-never-made'), HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env }
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: settings, timeout: 30_000 }, (error, _out, told) =>
      resolve({ code: error?.code ?? 0, told }),
    )
  })

test('a port in use ends the start with one sentence that names the setting', async () => {
  const port = await listening()
  expect(await start('server/main.ts', { PORT: String(port) })).toEqual({
    code: 1,
    told: `Port ${port} on 127.0.0.1 is in use: set PORT to a free one, or stop what listens there.\n`,
  })
})

test.each([
  ['their pages', 0],
  ['their mail server', 1],
])('and so does a port that the simulators need for %s', async (_what, offset) => {
  const port = await listening()
  const { code, told } = await start('server/main.ts', { PORT: '0', SIMULATORS_PORT: String(port - offset) })
  expect({ code, told }).toEqual({
    code: 1,
    told: `Port ${port} on 127.0.0.1 is in use: set SIMULATORS_PORT to the first of two free ones, or stop what listens there.\n`,
  })
})

test('the simulators alone say the same of themselves', async () => {
  const port = await listening()
  const { code, told } = await start('simulators/main.ts', { SIMULATORS_PORT: String(port) })
  expect(code).toBe(1)
  expect(told).toMatch(
    new RegExp(`^The simulators need the ports ${port} and ${port + 1}, and one is in use\\. Set SIMULATORS_PORT .*\\n$`),
  )
})
