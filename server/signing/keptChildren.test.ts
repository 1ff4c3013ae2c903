import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { limitedChild } from './limitedChild.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-kept-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'reader'))
const script = join(folder, 'reader', 'child.mjs')
const secret = join(folder, 'secret')
writeFileSync(secret, 'known to nobody')

/** Does what the file says, as a reader would that a file took over. */
writeFileSync(
  script,
  `import { fstatSync, readFileSync, writeFileSync } from 'node:fs'
  import { setTimeout } from 'node:timers'
  import { runInNewContext } from 'node:vm'
  import { readFiles } from ${JSON.stringify(join(import.meta.dirname, 'readFiles.ts'))}
  let files = 0
  const large = []
  const descriptors = Array.from({ length: 64 }, (_, i) => i)
  const isFile = (descriptor) => { try { return fstatSync(descriptor).isFile() } catch { return false } }
  const usedMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000 }
  const ofTheLanguage = new Set(runInNewContext('Reflect.ownKeys(globalThis)'))
  const isOfTheLanguage = (key) => ofTheLanguage.has(key)
  const attempt = (act) => { try { act(); return 'done' } catch (error) { return error.code ?? error.name } }
  readFiles(({ bytes }, question) => {
    files++
    const act = Buffer.from(bytes()).toString().split(' ')[0]
    const plain = { plain: true, pid: process.pid, files, question }
    if (act === 'poison') {
      setTimeout(() => writeFileSync(1, 'a later word'), 0)
      process.nextTick(() => writeFileSync(1, 'a later word'))
      Promise.resolve().then(() => { files = 1_000 })
      const changes = [
        () => { globalThis.left = 'behind' }, () => { Object.prototype.left = 'behind' }, () => { JSON.stringify = () => '{"plain":true}' },
        () => { Array.prototype.map = () => [] }, () => { Uint8Array.prototype.subarray = () => [] }, () => { Buffer.prototype.toString = () => 'who' },
        () => { Map.prototype.get = () => 'behind' }, () => { Object.getPrototypeOf([].values()).next = () => ({ done: true }) },
        () => { RegExp.prototype.exec = () => null }, () => { Object.defineProperty(globalThis, 'Map', { value: Set }) },
        () => new Function('return 1'), () => Object.setPrototypeOf(Map.prototype, { left: 'behind' }),
      ]
      return { ...plain, changes: changes.map(attempt) }
    }
    if (act === 'names') return { ...plain, left: Reflect.ownKeys(globalThis).filter((key) => !isOfTheLanguage(key)).map(String) }
    if (act === 'look') return { ...plain, left: [globalThis.left, {}.left, new Map([[1, 2]]).get(1), [1].map((one) => one + 1), /a/.test('a')] }
    if (act === 'reach')
      return { ...plain, reached: [() => { if (!descriptors.some(isFile)) throw new TypeError() }, () => readFileSync(${JSON.stringify(secret)}), () => writeFileSync(process.argv[1], '')].map(attempt) }
    if (act === 'leave') return { ...plain, reached: [attempt(() => writeFileSync(process.env.NODE_COMPILE_CACHE + '/left', 'for the next one'))] }
    if (act === 'refuse') return { ...plain, plain: false }
    if (act === 'work') for (const end = usedMs() + 600; usedMs() < end;);
    if (act === 'grow') large.push(new Uint8Array(100_000_000).fill(1))
    if (act === 'end' || (act === 'end-later' && files > 1)) process.kill(process.pid, 'SIGKILL')
    if (act === 'throw') throw new Error('not foreseen')
    if (act === 'loop') for (;;);
    if (act === 'swell') for (const all = []; ; ) all.push(new Uint8Array(10_000_000).fill(1))
    if (act === 'garbage') writeFileSync(1, 'no frame at all')
    return plain
  })`,
)

const limits = { atOnce: 2, mostWaiting: 10, mostKept: 4, cpuSeconds: 2, heapMegabytes: 64, dataBytes: 1024 ** 3, answerBytes: 10_000 }
type Answer = { plain: boolean; pid: number; files: number; question: object; left?: unknown[]; changes?: string[]; reached?: string[] }
let read: (act: string, sender?: string) => Promise<{ answer: Answer } | { failure: string }>
beforeEach(() => {
  const child = limitedChild<object, Answer>(script, limits, ({ plain }) => plain)
  let names = 0
  read = (act, sender) => {
    const path = join(folder, `${++names}`)
    writeFileSync(path, act)
    return child(path, { asked: names }, sender)
  }
})
const answerOf = async (act: string, sender?: string): Promise<Answer> => {
  const told = await read(act, sender)
  if ('failure' in told) throw new Error(told.failure)
  return told.answer
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const untilGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5_000)

test('one sender’s files are read by one process, each with its own question; another sender’s by another, and nobody’s by one that ends', async () => {
  const [one, two] = [await answerOf('who', 'a'), await answerOf('who', 'a')]
  expect([two.pid, two.files, one.question, two.question]).toEqual([one.pid, 2, { asked: 1 }, { asked: 2 }])
  const others = [await answerOf('who', 'b'), await answerOf('who'), await answerOf('who')]
  expect(new Set([one, ...others].map(({ pid }) => pid)).size).toBe(4)
  expect(others.map(({ files }) => files)).toEqual([1, 1, 1])
  expect(await answerOf('who', 'a')).toMatchObject({ pid: one.pid, files: 3 })
})

test('what a file tries to leave behind is not there for the next one', async () => {
  const poisoned = await answerOf('poison', 'a')
  expect(new Set(poisoned.changes)).toEqual(new Set(['TypeError', 'EvalError']))
  await wait(50)
  const next = await answerOf('look', 'a')
  expect(next).toMatchObject({ pid: poisoned.pid, files: 2, left: [null, null, 2, [2], true] })
})

test('of what Node adds to the language it has what readers use, nothing for a network', async () => {
  expect((await answerOf('names', 'a')).left).toEqual(['process', 'Buffer', 'TextEncoder', 'TextDecoder'])
})

test('it holds no file, and reaches none but our sources', async () => {
  await answerOf('who', 'a')
  expect((await answerOf('reach', 'a')).reached).toEqual(['TypeError', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED'])
})

test('after anything but a plain answer a process ends, and a new one is asked', async () => {
  const first = await answerOf('who', 'a')
  const refused = await answerOf('refuse', 'a')
  expect(refused).toMatchObject({ plain: false, files: 1 })
  expect(refused.pid).not.toBe(first.pid)
  await untilGone(first.pid)
  expect(await answerOf('who', 'a')).toMatchObject({ files: 1 })
})

test.each([
  ['end', /ended with SIGKILL/],
  ['throw', /ended with 1/],
  ['garbage', /larger than allowed/],
  ['loop', /ended with SIGKILL|no answer within/],
  ['swell', /ended with/],
])(
  'a first file that makes its process %s gives a reason; others hear nothing of it, and the next has a new process',
  async (act, reason) => {
    const other = await answerOf('who', 'b')
    const [told, beside] = await Promise.all([read(act, 'a'), answerOf('who', 'b')])
    expect(told).toEqual({ failure: expect.stringMatching(reason) as string })
    expect(beside).toMatchObject({ pid: other.pid, files: 2 })
    expect(await answerOf('who', 'a')).toMatchObject({ files: 1 })
  },
)

test('a file that only a used process fails over is read by a new one', async () => {
  const first = await answerOf('who', 'a')
  const later = await answerOf('end-later', 'a')
  expect(later).toMatchObject({ files: 1 })
  expect(later.pid).not.toBe(first.pid)
})

test('a later file has no more time than a first one', async () => {
  await answerOf('who', 'a')
  expect(await read('loop', 'a')).toEqual({ failure: expect.stringMatching(/ended with SIGKILL|no answer within/) as string })
})

test('a process ends when its files took a quarter of what one may take, and after a hundred files', async () => {
  const worked = await answerOf('work', 'a')
  expect(await answerOf('who', 'a')).toMatchObject({ files: 1 })
  await untilGone(worked.pid)
  const pids: number[] = []
  for (let i = 0; i < 101; i++) pids.push((await answerOf('who', 'b')).pid)
  expect([new Set(pids.slice(0, 100)).size, new Set(pids).size]).toEqual([1, 2])
})

test.runIf(process.platform === 'linux')('a process that a file left large ends', async () => {
  const grown = await answerOf('grow', 'a')
  expect(await answerOf('who', 'a')).toMatchObject({ files: 1 })
  await untilGone(grown.pid)
})

test('a few are kept: the one that waits longest gives way, and one that nobody asks ends', async () => {
  const pids: number[] = []
  for (const sender of ['a', 'b', 'c', 'd', 'e']) pids.push((await answerOf('who', sender)).pid)
  await untilGone(pids[0]!)
  expect(pids.slice(1).map(isAlive)).toEqual([true, true, true, true])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { pid } = await answerOf('who', 'b')
  vi.advanceTimersByTime(30_001)
  vi.useRealTimers()
  await untilGone(pid)
})

test('what is too large for a frame is read by a process of its own', async () => {
  await answerOf('who', 'a')
  expect(await answerOf(`who ${'x'.repeat(1024 * 1024)}`, 'a')).toMatchObject({ files: 1 })
})

/** A process that asks about a file of its own, and says what it was answered. */
function asking(act: string, after: string, env: Record<string, string> = {}) {
  const path = join(folder, 'asked')
  writeFileSync(path, act)
  const program = `import { limitedChild } from ${JSON.stringify(join(import.meta.dirname, 'limitedChild.ts'))}
    const read = limitedChild(${JSON.stringify(script)}, ${JSON.stringify(limits)}, ({ plain }) => plain)
    console.log(JSON.stringify((await read(${JSON.stringify(path)}, {}, 'a')).answer))
    ${after}`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
}
const saidBy = async ({ stdout }: ReturnType<typeof asking>) => JSON.parse(String(((await once(stdout, 'data')) as [Buffer])[0])) as Answer

test.each([
  ['is killed', 'setInterval(() => {}, 1_000)'],
  ['has nothing left to do', ''],
])('they end with a process that %s, and keep it from nothing', async (_name, after) => {
  const process = asking('who', after)
  const ended = once(process, 'exit')
  const { pid } = await saidBy(process)
  if (after !== '') process.kill('SIGKILL')
  await ended
  await untilGone(pid)
})

test.runIf(existsSync('/usr/bin/prlimit'))(
  'sources are compiled once, by a process that reads no file; one that reads files writes none',
  async () => {
    const cache = join(folder, 'compiled')
    const process = asking('leave', '', { NODE_COMPILE_CACHE: cache })
    expect((await saidBy(process)).reached).toEqual(['EFBIG'])
    const kept = readdirSync(join(cache, 'limited'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(kept.filter(({ name }) => name !== 'left').length).toBeGreaterThan(1)
  },
)
