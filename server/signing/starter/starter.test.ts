import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { type StartedProcess, startProcess } from './starter.ts'

const start = (program: string, ...args: string[]) => startProcess({ program, args, env: {}, file: undefined, givesWay: false })
const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
/** One that has ended may stay in the table of processes until somebody asks how. */
const isAlive = (pid: number) => {
  try {
    return process.platform === 'linux' ? !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')) : process.kill(pid, 0)
  } catch {
    return false
  }
}
/** What it says to what it is told. */
async function answerOf({ stream, ended }: StartedProcess, told: string) {
  stream.end(told)
  return [await text(stream), (await ended).code]
}

test('what is started at once speaks each through its own connection', async () => {
  const words = Array.from({ length: 20 }, (_, i) => `word ${i}`)
  const answers = await Promise.all(words.map(async (word) => answerOf(await start('/bin/cat'), word)))
  expect(answers).toEqual(words.map((word) => [word, 0]))
})

test('it is told how each ends, also one that ends at once', async () => {
  const ends = await Promise.all([start('/bin/sh', '-c', 'exit 3'), start('/bin/sh', '-c', 'kill -9 $$')])
  expect(await Promise.all(ends.map(({ ended }) => ended))).toMatchObject([
    { code: 3, signal: null },
    { code: null, signal: 'SIGKILL' },
  ])
  await expect(start('/nowhere/at/all')).rejects.toThrow('ENOENT')
  expect(await answerOf(await start('/bin/cat'), 'on it goes')).toEqual(['on it goes', 0])
})

test.runIf(process.platform === 'linux')('one that is killed takes what it started with it, and the next begins', async () => {
  const living = await start('/bin/sleep', '100')
  const small = parentOf(living.pid)
  expect(small).not.toBe(process.pid)
  process.kill(small, 'SIGKILL')
  expect(await living.ended).toMatchObject({ signal: 'SIGKILL' })
  await vi.waitFor(() => expect(isAlive(living.pid)).toBe(false))
  expect(await answerOf(await start('/bin/cat'), 'anew')).toEqual(['anew', 0])
})

test.runIf(process.platform === 'linux')('one that says nothing any more is followed by another', async () => {
  process.kill(parentOf((await start('/bin/sleep', '100')).pid), 'SIGSTOP')
  expect(await answerOf(await start('/bin/cat'), 'at last')).toEqual(['at last', 0])
})

test.runIf(process.platform === 'linux')('one whose folder was tidied away is followed by another', async () => {
  const { pid, kill } = await start('/bin/sleep', '100')
  const address = readFileSync(`/proc/${parentOf(pid)}/cmdline`, 'utf8')
    .split('\0')
    .find((one) => one.endsWith('/socket'))!
  rmSync(dirname(address), { recursive: true })
  expect(await answerOf(await start('/bin/cat'), 'elsewhere')).toEqual(['elsewhere', 0])
  kill()
})

/** A process that asks for another one and ends; what it, and what it started, told. */
async function asking(then: string) {
  const script = `import { startProcess } from ${JSON.stringify(join(import.meta.dirname, 'starter.ts'))}
    const asked = startProcess({ program: '/bin/cat', args: [], env: {}, file: undefined, givesWay: false })
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [told, fault] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { told, fault, left: () => readdirSync(tmpdir()).filter((one) => one.startsWith(`tawqi-starter-${child.pid}-`)) }
}

test('it ends with whoever asks, and leaves no folder', async () => {
  const { told, left } = await asking('console.log((await asked).pid); process.exit()')
  await vi.waitFor(() => expect([isAlive(Number(told)), left()]).toEqual([false, []]), 5_000)
})

test.each([0, 20, 40, 80, 160])('so it does %i ms after it was begun, and has nothing to say of it', async (ms) => {
  const { fault, left } = await asking(`setTimeout(() => process.exit(), ${ms})`)
  await vi.waitFor(() => expect([fault, left()]).toEqual(['', []]), 5_000)
})
