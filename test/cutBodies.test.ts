/**
 * Senders that go away, or send nonsense, in the first milliseconds of every call that takes a body: over raw sockets, against the product as
 * a process of its own in which whatever lost its owner is collected at once. The process stays, everybody who still listens is answered, and
 * no file stays open.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { allCalls } from '#contract/areas.ts'
import { isBytes, type Call } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { startSimulators } from '#simulators/main.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'
import { randomBelow } from './random.ts'
import { sampleAddress } from './sampleAddress.ts'
import { Browser } from './server.ts'
import { volume } from './volume.ts'

const shots = volume({ push: 600, release: 10_000 })
const atOnce = 16
/** Sessions live for minutes, and a release's volume takes longer. */
const shotsPerSignIn = 500
const longestDelayMs = 20
const longestAnswerMs = 30_000
const seed = 20_261_122
const below = randomBelow(seed)
const oneOf = <T>(choices: readonly T[]): T => choices[below(choices.length)]!

const folder = mkdtempSync(join(tmpdir(), 'tawqi-cut-'))
const pdf = readFileSync(new URL('fixtures/pdf/libreoffice.pdf', import.meta.url))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
let product: ChildProcess
let port: number

beforeAll(async () => {
  database = await testDatabase()
  port = await freePort()
  simulators = await startSimulators({
    port: 0,
    nafath: { decideAfterMs: 50 },
    callbacks: { nafath: `http://127.0.0.1:${port}/api/v1/auth/nafath/callback` },
  })
  product = await startProduct({
    folder,
    port,
    database,
    simulators,
    // So that each shot comes from an address of its own.
    env: { TRUSTED_PROXIES: '127.0.0.1', HUMAN_CHECK_AFTER_STARTS: '10000' },
    node: ['--expose-gc', '--import', './test/collecting.ts'],
  })
}, 180_000)
afterAll(async () => {
  product.kill('SIGKILL')
  await simulators.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const withBody = allCalls.map(({ call }) => call).filter(({ method }) => method !== 'GET')
const ofBytes = withBody.filter(({ body }) => isBytes(body))

const people = { subscriber: cast.noura, member: cast.sarah, operator: cast.bandar }
const tokens = new Map<string, string>()
async function everybodySignsIn() {
  for (const nationalId of Object.values(people)) {
    const browser = new Browser(`http://127.0.0.1:${port}`)
    await browser.signIn(nationalId)
    tokens.set(nationalId, browser.session.token)
  }
}
/** A token of somebody who gets past the call's door. */
function welcome({ access }: Call): string | undefined {
  if (access === 'anyone') return undefined
  if (typeof access === 'string') return tokens.get(people.subscriber)
  return tokens.get(access.org ? people.member : people.operator)
}

type Shot = { call: Call; pieces: Buffer[]; delaysMs: number[]; goodbye: Goodbye }
/** Whoever listens on is to be answered. */
const goodbyes = ['closes both ways', 'resets', 'ends its own way and listens', 'stays and listens'] as const
type Goodbye = (typeof goodbyes)[number]

const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const badChunks = ['ZZ\r\nxx\r\n', '-1\r\n', 'fffffffffffffffff\r\n', '5\r\nabcdefgh\r\n', '0x5\r\nabcde\r\n', '\0\0\0\0', '5;\nabcde\r\n']

function head(call: Call, framing: string): Buffer {
  const token = welcome(call)
  const address = `10.${below(256)}.${below(256)}.${below(256)}`
  return Buffer.from(
    `${call.method} ${sampleAddress(call)}${sampleQuery(call)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-forwarded-for: ${address}\r\nx-device-id: a-device-of-test\r\n` +
      `${token ? `authorization: Bearer ${token}\r\n` : ''}content-type: ${isBytes(call.body) ? call.body.bytes : 'application/json'}\r\n${framing}\r\n\r\n`,
  )
}

/** What has to be asked besides, or no body would be read. */
function sampleQuery({ query }: Call): string {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(query), { io: 'input' })
  const choices = (name: string) => (properties[name] as { enum?: string[] }).enum ?? ['sample.pdf']
  return required.length === 0 ? '' : `?${required.map((name) => `${name}=${choices(name)[0]}`).join('&')}`
}

/** Most shots go where bodies are read as they come. */
function nextShot(): Shot {
  const call = oneOf(below(3) === 0 ? withBody : ofBytes)
  const body = isBytes(call.body)
    ? pdf.subarray(0, call.body.maxBytes ?? Infinity)
    : Buffer.from(JSON.stringify({ undeclared: 'x'.repeat(below(20_000)) }))
  const begun = body.subarray(0, 1 + (below(2) ? below(40) : below(body.length)))
  const delaysMs = Array.from({ length: 3 }, () => below(longestDelayMs + 1))
  if (below(3) === 0)
    return {
      call,
      pieces: [head(call, 'transfer-encoding: chunked'), chunk(begun), Buffer.from(oneOf(badChunks))],
      delaysMs,
      goodbye: oneOf(goodbyes),
    }
  const isChunked = below(3) === 0
  const sent = isChunked ? chunk(begun).subarray(0, below(begun.length)) : begun.subarray(0, body.length - 1)
  const cut = below(sent.length + 1)
  const pieces = [
    head(call, isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`),
    sent.subarray(0, cut),
    sent.subarray(cut),
  ]
  return { call, pieces, delaysMs, goodbye: oneOf(goodbyes.slice(0, 3)) }
}

/** @returns what is wrong with how the product took it */
async function fire({ pieces, delaysMs, goodbye }: Shot): Promise<string | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let answer = ''
  let hasClosed = false
  socket.on('error', () => undefined) // a reset is an end like another
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  const ended = Promise.race([once(socket, 'end'), once(socket, 'close')])
    .catch(() => undefined)
    .then(() => (hasClosed = true))
  await once(socket, 'connect').catch(() => undefined)
  for (const [i, piece] of pieces.entries()) {
    if (piece.length > 0 && socket.writable) socket.write(piece)
    await wait(delaysMs[i])
  }
  if (goodbye === 'resets') socket.resetAndDestroy()
  if (goodbye === 'closes both ways') socket.destroy()
  if (goodbye === 'resets' || goodbye === 'closes both ways') return undefined
  if (goodbye === 'ends its own way and listens') socket.end()
  await Promise.race([
    ended,
    wait(longestAnswerMs),
    vi.waitFor(() => expect(answer).toContain('\r\n\r\n'), longestAnswerMs).catch(() => undefined),
  ])
  socket.destroy()
  if (/^HTTP\/1\.1 [45]\d\d .*\r\n\r\n/s.test(answer) || answer.startsWith('HTTP/1.1 200 ')) return undefined
  return hasClosed ? `closed without an answer: ${JSON.stringify(answer)}` : `no answer: ${JSON.stringify(answer)}`
}

/** Files that strangers' bodies go into and the process holds open. */
const openFiles = () =>
  readdirSync(`/proc/${product.pid}/fd`)
    .map((descriptor) => {
      try {
        return readlinkSync(`/proc/${product.pid}/fd/${descriptor}`)
      } catch {
        return '' // closed meanwhile
      }
    })
    .filter((path) => path.includes('/incoming/'))

test.runIf(process.platform === 'linux')(
  `${shots} bodies that are cut or malformed within ${longestDelayMs} ms (seed ${seed}) end nothing, hang nowhere and leave no file open`,
  { timeout: volume({ push: 300_000, release: 3_600_000 }) },
  async () => {
    const wrong: string[] = []
    let fired = 0
    while (fired < shots) {
      await everybodySignsIn()
      const round = Math.min(shotsPerSignIn, shots - fired)
      let left = round
      const sender = async () => {
        while (left-- > 0) {
          const shot = nextShot()
          const fault = await fire(shot)
          if (fault)
            wrong.push(
              `${shot.call.method} ${shot.call.path}, ${shot.goodbye}, ${shot.pieces.at(-1)!.toString('latin1').slice(0, 20)}: ${fault}`,
            )
        }
      }
      await Promise.all(Array.from({ length: atOnce }, sender))
      fired += round
      expect(product.exitCode, `the product ended within ${fired} shots`).toBeNull()
    }
    expect(wrong).toEqual([])
    // who went away once all was there is answered all the same, and what they sent is not open all that time
    const left = () => [...openFiles(), ...readdirSync(join(folder, 'incoming'))]
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: longestAnswerMs, interval: 200 })
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200)
    expect(product.exitCode).toBeNull()
  },
)
