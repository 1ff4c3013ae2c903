/** The other side of `limitedChild`, in the process that reads strangers' files: what goes wrong in here costs this process and nothing else. */

import { fstatSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { Source } from '#pki/pdf/source.ts'

const questions = 0
const answers = 1
const file = 3

/** Windows of it, so that a large one is never held whole, or all of its bytes. */
export type StrangersFile = { source: () => Uint8Array | Source; bytes: () => Uint8Array }

/**
 * Answers about files, as its argument says: `once`, about the file that is descriptor 3, with the question, as JSON, on standard input and the
 * answer on standard output (arguments can be read by everybody on the machine, and a question may hold a password); `kept`, about one after the
 * other, each a frame on standard input with its question; `compile`, about none, so that what is loaded can be kept compiled. A reader that answers `once` alone may answer with a promise. Between two files
 * nothing of this process runs: it stands in the read, and what an earlier file might have put off, a timer or a promise, never has its turn.
 */
export function readFiles<Question>(read: (file: StrangersFile, question: Question) => unknown): void {
  const mode = process.argv[2]
  if (mode === 'once') void answerOnce(read)
  if (mode !== 'kept') return
  leaveTheLanguage()
  freezeIntrinsics()
  for (let lengths = frame(8); lengths; lengths = frame(8)) {
    const asked = JSON.parse(frame(lengths.readUInt32LE(0))!.toString()) as Question
    const bytes = new Uint8Array(frame(lengths.readUInt32LE(4))!)
    const answer = Buffer.from(JSON.stringify(read({ source: () => bytes, bytes: () => bytes }, asked)))
    const { user, system } = process.cpuUsage()
    const head = Buffer.alloc(8)
    head.writeUInt32LE(answer.length)
    head.writeUInt32LE(Math.round((user + system) / 1_000), 4)
    writeFileSync(answers, Buffer.concat([head, answer]))
  }
}

/** Alone here, what is read may take its turns; what goes wrong ends the process with a failure. */
async function answerOnce<Question>(read: (file: StrangersFile, question: Question) => unknown): Promise<void> {
  writeFileSync(answers, JSON.stringify(await read(openedFile(), JSON.parse(readFileSync(questions, 'utf8')) as Question)))
}

/** Of what Node adds to the language, what readers use. */
const used = new Set<PropertyKey>(['Buffer', 'TextDecoder', 'TextEncoder', 'process'])

/** The rest is for the network and for later turns. Nobody here has either, and Node loads it as soon as it is looked at, for 40 ms of a processor. */
function leaveTheLanguage(): void {
  const language = new Set<PropertyKey>(runInNewContext('Reflect.ownKeys(globalThis)') as PropertyKey[])
  for (const key of Reflect.ownKeys(globalThis)) if (!language.has(key) && !used.has(key)) Reflect.deleteProperty(globalThis, key)
}

/** What all code here rests on (the prototypes, the constructors, the global object) is not there to be changed by what reads a file. */
function freezeIntrinsics(): void {
  const hidden = [
    [][Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    ''[Symbol.iterator](),
    ''.matchAll(/x/g),
    (function* () {})(),
  ]
  const named = Object.values(Object.getOwnPropertyDescriptors(globalThis)).flatMap(({ value }) =>
    isObject(value) ? [value, value.prototype] : [],
  )
  for (let one of [...hidden, ...named, Buffer, Buffer.prototype])
    for (; isObject(one) && one !== globalThis && !Object.isFrozen(one); one = Object.getPrototypeOf(one)) Object.freeze(one)
  Object.freeze(globalThis)
}

const isObject = (value: unknown): value is { prototype?: unknown } =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Null where whoever asks is gone. */
function frame(length: number): Buffer | null {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const count = readSync(questions, bytes, at, length - at, null)
    if (count === 0) return null
    at += count
  }
  return bytes
}

function openedFile(): StrangersFile {
  const { size } = fstatSync(file)
  return { source: () => windowsOf(size), bytes: () => readExactly(0, size) }
}

function windowsOf(size: number): Source {
  let kept: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() }
  return {
    size,
    window(start, length) {
      const end = Math.min(size, start + length)
      if (start < kept.start || end > kept.start + kept.bytes.length)
        kept = { start, bytes: readExactly(start, Math.min(size, Math.max(end, start + 65_536)) - start) }
      return { bytes: kept.bytes, base: kept.start, last: kept.start + kept.bytes.length === size }
    },
  }
}

function readExactly(start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length;) {
    const count = readSync(file, bytes, at, length - at, start + at)
    if (count === 0) throw new Error('the file became shorter while it was read')
    at += count
  }
  return bytes
}
