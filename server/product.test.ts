import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/ports.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a start that is cut short while it begins to listen serves nobody, and begins no sweep', async () => {
  const port = await freePort()
  const opened = new AsyncDisposableStack()
  const cut = () => void opened.disposeAsync()
  const listening = 'tracing:net.server.listen:asyncStart'
  subscribe(listening, cut)
  onTestFinished(() => void unsubscribe(listening, cut))
  await expect(server.replica({ port, opened })).rejects.toThrow('cut short')
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow('fetch failed')
  expect(server.lines.filter((line) => line.includes('"sweep"'))).toEqual([])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
