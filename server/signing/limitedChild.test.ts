import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { limitedChild } from './limitedChild.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-child-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const limits = { atOnce: 1, mostWaiting: 0, cpuSeconds: 1, heapMegabytes: 64, dataBytes: 1024 ** 3, answerBytes: 1_000 }
function reader(source: string) {
  const script = join(folder, 'reader', 'child.mjs')
  mkdirSync(join(folder, 'reader'), { recursive: true })
  writeFileSync(script, source)
  return () => limitedChild<object, object>(script, limits)(script, { asked: 1 })
}

test('the child has the question, the file and nothing of our environment', async () => {
  const source = `import { fstatSync, readFileSync, writeFileSync } from 'node:fs'
    const known = Object.keys(process.env).filter((name) => name !== 'NODE_COMPILE_CACHE')
    writeFileSync(1, JSON.stringify({ ...JSON.parse(readFileSync(0, 'utf8')), arguments: process.argv.slice(2), isFile: fstatSync(3).isFile(), known }))`
  expect(await reader(source)()).toEqual({ answer: { asked: 1, arguments: ['once'], isFile: true, known: [] } })
})

test('the child gives way to everybody else, and its time is the processor’s', async () => {
  const source = `import { getPriority } from 'node:os'
    setTimeout(() => console.log(getPriority()), 1_500)`
  expect(await reader(source)()).toEqual({ answer: Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL) })
})

test('the child reaches no network, no file but its own and our sources, and starts nothing', async () => {
  const listening = createServer().listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'known to nobody')
  const source = `import { connect } from 'node:net'
    import { once } from 'node:events'
    import { execSync } from 'node:child_process'
    import { readFileSync, writeFileSync } from 'node:fs'
    import { Worker } from 'node:worker_threads'
    const code = async (attempt) => { try { return await attempt() ?? 'done' } catch (error) { return error.code } }
    writeFileSync(1, JSON.stringify({
      network: await code(() => once(connect(${port}, '127.0.0.1'), 'connect')),
      secret: await code(() => readFileSync(${JSON.stringify(secret)}, 'utf8')),
      write: await code(() => writeFileSync(process.argv[1], '')),
      process: await code(() => execSync('id')),
      thread: await code(() => new Worker('', { eval: true })),
    }))`
  const denied = 'ERR_ACCESS_DENIED'
  expect(await reader(source)()).toEqual({ answer: { network: denied, secret: denied, write: denied, process: denied, thread: denied } })
  listening.close()
})

test.each([
  ['says nothing', '', /not JSON/],
  ['says what is not JSON', `console.log('{"answer":')`, /not JSON/],
  ['says too much', `console.log('"' + 'x'.repeat(2_000) + '"')`, /larger than allowed/],
  ['fails', `console.log('{}'); process.exitCode = 3`, /ended with 3/],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`, /ended with SIGKILL/],
  // On a machine busy enough its second takes longer than it may wait.
  ['never rests', `for (;;);`, /ended with SIGKILL|no answer within 10 s/],
  ['never ends', `setInterval(() => {}, 1_000)`, /no answer within 10 s/],
])('a child that %s gives a reason, and ends nobody else', async (_name, source, reason) => {
  expect(await reader(source)()).toEqual({ failure: expect.stringMatching(reason) as string })
})
