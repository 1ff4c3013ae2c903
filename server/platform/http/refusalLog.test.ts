/** A flood of requests that nobody signed in for must not fill a disk with lines. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { createLogger } from '../log.ts'
import { nothingFromElsewhere } from '#server/adapters/human-check/human-check.ts'
import { exchange } from '#test/rawHttp.ts'
import { servePages } from './pages.ts'
import { createServer } from './server.ts'

type Line = {
  msg: string
  code?: string
  reference?: string
  method?: string
  path?: string
  status?: number
  leftOut?: Record<string, number>
}

const lines: string[] = []
const readLines = () => lines.map((line) => JSON.parse(line) as Line)
let server: Awaited<ReturnType<typeof createServer>>
let url: string

beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  const app = {
    configuration: readConfiguration({}),
    log,
    clock: { now: () => new Date() },
    humanCheck: { page: nothingFromElsewhere },
    leaving: { isLeaving: false },
  }
  server = await createServer(app as unknown as App, [])
  server.get('/fails', () => Promise.reject(new Error('on purpose')))
  await servePages(server, app as unknown as App, {}, '/nowhere')
  await server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('a refusal is one line, which says all there is to say', async () => {
  const [answer] = await exchange(url, 'GET /fails HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const { reference } = JSON.parse(answer!.text) as { reference: string }
  expect(readLines()).toEqual([
    expect.objectContaining({ msg: 'problem', level: 50, reference, code: 'UNEXPECTED', status: 500, method: 'GET', path: '/fails' }),
  ])
})

test('a thousand refusals are a hundred lines and one that counts the rest; what fails on our side has its lines all the same', async () => {
  lines.length = 0
  const each = 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'
  const answers = await exchange(url, `${each.repeat(999)}GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(answers).toHaveLength(1_000)
  await exchange(url, 'GET /fails HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const refused = readLines().filter(({ msg, code }) => msg === 'problem' && code !== 'UNEXPECTED')
  expect(refused).toHaveLength(100)
  expect(readLines().filter(({ code }) => code === 'UNEXPECTED')).toHaveLength(1)
  await server.close()
  const last = readLines().at(-1)!
  expect(last.msg).toBe('problems left out')
  expect(Object.values(last.leftOut!).reduce((sum, count) => sum + count)).toBe(900)
  expect(readLines().filter(({ msg }) => msg === 'request')).toEqual([])
})
