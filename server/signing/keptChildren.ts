import { readFile, type FileHandle } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { patience, startLimited } from './limitedProcess.ts'
import type { ProcessLimits } from './limitedProcess.ts'
import type { StartedProcess } from './starter/starter.ts'

/** What is longer is read by a process of its own, through windows. */
const largestBytes = 1024 * 1024
/** One that waits holds some 30 MB of its own: one for each half gigabyte of memory, of each of the two kinds that are kept. */
const mostKeptHere = Math.max(4, Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 512 / 1024 ** 2))
const mostFiles = 100
/** Its own memory and what all share. One that read ordinary files has 65 to 110 MB. */
const mostResidentBytes = 128 * 1024 ** 2
const idleMs = 30_000
/** Of what one file may take: as much for one that comes after others, and for all that one process read together. */
const share = 0.25

/** @property child undefined where none could be started; @property isBusy until it may be asked again; @property isAsked until it has answered */
type Kept = {
  child: Promise<StartedProcess | undefined>
  sender: string
  files: number
  isBusy: boolean
  isAsked: boolean
  idle?: NodeJS.Timeout
}

/** Whether this is the plain good answer, after which a process may read on; anything else is asked anew, of a process that read nothing before. */
export type IsPlain<Answer> = (answer: Answer) => boolean

/** @property answerBytes longer than any honest file's answer; @property mostKept of those that wait; where it is left out, as the memory allows */
export type KeptLimits = ProcessLimits & { answerBytes: number; mostKept?: number }

/** What the child wrote, as JSON; or why there is nothing that could be believed. */
export type Outcome<T> = { answer: T } | { failure: string }

/**
 * Processes that read one small file after the other, each for one sender and no other: whatever a file might make of the process that reads it, nobody
 * else's is read there (decision 0025). They get each file's bytes, and can open none. One ends after anything but a plain answer in time, after a file
 * that left it large, after a hundred files, and after half a minute without one; and with this process, because it reads from it.
 * @returns what became of a file, or undefined where a process of its own is to be asked
 */
export function keptChildren<Question, Answer>(script: string, limits: KeptLimits, isPlain: IsPlain<Answer>) {
  const pool = new Set<Kept>()
  const { mostKept = mostKeptHere } = limits
  const wholeMs = limits.cpuSeconds * patience * 1_000

  function end(kept: Kept): void {
    pool.delete(kept)
    clearTimeout(kept.idle)
    void kept.child.then((child) => child?.kill())
  }

  function start(sender: string): Kept {
    const child = startLimited(script, limits, 'kept').catch(() => undefined)
    const kept: Kept = { child, sender, files: 0, isBusy: false, isAsked: false }
    pool.add(kept)
    // One that ends, or says something that nobody asked for, is gone for whoever comes next.
    void child.then((started) => {
      if (!started) return end(kept)
      const { stream, ended } = started
      stream.on('data', () => kept.isAsked || end(kept)).on('error', () => end(kept))
      stream.on('end', () => stream.end())
      void ended.then(() => end(kept))
    })
    return kept
  }

  function take(sender: string): Kept | undefined {
    const idle = [...pool].filter(({ isBusy }) => !isBusy)
    const own = idle.find((kept) => kept.sender === sender)
    if (own) return own
    if (pool.size >= mostKept) {
      if (!idle[0]) return undefined
      end(idle[0]) // the one that waits longest
    }
    return start(sender)
  }

  return async (sender: string, file: FileHandle, question: Question): Promise<Outcome<Answer> | undefined> => {
    const { size } = await file.stat()
    const bytes = size > largestBytes ? undefined : await contentOf(file, size)
    const kept = bytes && take(sender)
    if (!kept) return undefined
    const isFirst = kept.files++ === 0
    occupy(kept)
    const child = await kept.child
    if (!child) return undefined
    child.stream.ref()
    kept.isAsked = true
    const told = await ask<Answer>(child, {
      question,
      bytes,
      answerBytes: limits.answerBytes,
      ms: isFirst ? wholeMs : wholeMs * share,
    })
    kept.isAsked = false
    const isGood = 'answer' in told && isPlain(told.answer)
    const isSpent = 'answer' in told && told.cpuMs > limits.cpuSeconds * 1_000 * share
    child.stream.unref() // while it waits, it keeps this process not alive
    const isLarge = (await residentBytes(child.pid)) > mostResidentBytes
    if (!isGood || isSpent || isLarge || kept.files >= mostFiles || !pool.has(kept)) end(kept)
    else free(kept)
    return isGood || isFirst ? told : undefined
  }

  function occupy(kept: Kept): void {
    clearTimeout(kept.idle)
    kept.isBusy = true
  }

  function free(kept: Kept): void {
    kept.isBusy = false
    pool.delete(kept)
    pool.add(kept) // behind those that wait longer
    kept.idle = setTimeout(() => end(kept), idleMs).unref()
  }
}

/** As the system says, where it says so as Linux does: a process that a file took over may say what it likes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

async function contentOf(file: FileHandle, size: number): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(size)
  const { bytesRead } = size === 0 ? { bytesRead: 0 } : await file.read(bytes, 0, size, 0)
  return bytesRead === size ? bytes : undefined
}

/** Length of the answer, and what the process says it used of a processor so far, in milliseconds: one that lies is ended by its limit. */
const headBytes = 8

type Asked = { question: unknown; bytes: Buffer; answerBytes: number; ms: number }

type Told<Answer> = { answer: Answer; cpuMs: number } | { failure: string }

function ask<Answer>({ stream, ended }: StartedProcess, { question, bytes, answerBytes, ms }: Asked): Promise<Told<Answer>> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let received = 0
    let expected = Infinity
    const settle = (told: Told<Answer>) => {
      clearTimeout(timer)
      stream.off('data', take).off('close', onClose)
      resolve(told)
    }
    // everything that it said before was heard by then
    const onClose = () => void ended.then(({ code, signal }) => settle({ failure: `the reading process ended with ${signal ?? code}` }))
    const timer = setTimeout(() => settle({ failure: `no answer within ${ms / 1_000} s` }), ms)
    const take = (part: Buffer) => {
      parts.push(part)
      received += part.length
      if (expected === Infinity && received >= headBytes) expected = headBytes + Buffer.concat(parts).readUInt32LE(0)
      if (Math.max(received, expected === Infinity ? 0 : expected) > headBytes + answerBytes)
        settle({ failure: 'the answer is larger than allowed' })
      else if (received > expected) settle({ failure: 'the answer goes on after its end' })
      else if (received === expected) settle(parsed(Buffer.concat(parts)))
    }
    stream.on('data', take).on('close', onClose)
    if (stream.destroyed) onClose()
    const asked = Buffer.from(JSON.stringify(question))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32LE(asked.length)
    lengths.writeUInt32LE(bytes.length, 4)
    stream.write(Buffer.concat([lengths, asked, bytes]))
  })
}

function parsed<Answer>(framed: Buffer): Told<Answer> {
  try {
    return { answer: JSON.parse(framed.toString('utf8', headBytes)) as Answer, cpuMs: framed.readUInt32LE(4) }
  } catch {
    return { failure: 'the answer is not JSON' }
  }
}
