/** Files made to hurt the reader: each is answered, within bounds, and nothing outside the child notices. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import { randomBelow } from '#test/random.ts'
import { volume } from '#test/volume.ts'
import { append } from './validation-files.ts'
import { simplePdf, streamOf, writePdf } from '../fixtures/pdf/make/write.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const corpus = join(import.meta.dirname, '../fixtures/pdf')

/** A file that is nothing but a cross-reference stream and what it points to. */
function bareStream(entries: string, data: string): Buffer {
  const body = `%PDF-1.7\n1 0 obj\n${streamOf(`/Type /XRef /Root 1 0 R ${entries}`, data)}\nendobj\n`
  return Buffer.from(`${body}startxref\n9\n%%EOF\n`, 'latin1')
}

/** An object stream that expands to `bytes`. */
function packedBomb(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes)).toString('latin1')
  return simplePdf({
    kind: 'stream',
    objects: { 20: `<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length}>>\nstream\n${packed}\nendstream` },
  })
}

/** The same, with a packed object that points into it. */
function bombInUse(packedBytes: Buffer): Buffer {
  const packed = packedBytes.toString('latin1')
  const bomb = `2 0 obj\n<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length}>>\nstream\n${packed}\nendstream\nendobj\n`
  const head = '%PDF-1.7\n'
  const rows = Buffer.alloc(28)
  rows[7] = 2 // object 1 is in stream 2
  rows.writeUInt32BE(2, 8)
  rows[14] = 1
  rows.writeUInt32BE(head.length, 15)
  rows[21] = 1
  rows.writeUInt32BE(head.length + bomb.length, 22)
  const xref = `3 0 obj\n${streamOf('/Type /XRef /Size 4 /W [1 4 2] /Root 1 0 R', rows.toString('latin1'))}\nendobj\n`
  return Buffer.from(`${head}${bomb}${xref}startxref\n${head.length + bomb.length}\n%%EOF\n`, 'latin1')
}

const loop = (previous: string) => {
  const plain = simplePdf({ trailer: previous }).toString('latin1')
  return Buffer.from(
    plain.replace(
      '@@@@',
      plain
        .slice(plain.lastIndexOf('startxref') + 10)
        .split('\n')[0]!
        .padStart(4, '0'),
    ),
    'latin1',
  )
}

const packedGigabyte = deflateSync(Buffer.alloc(1024 * 1024 * 1024))

const packedTwice = () => {
  const packed = deflateSync(packedGigabyte).toString('latin1')
  const entries = `/Type /XRef /Size 9 /W [1 4 2] /Root 1 0 R /Filter [/FlateDecode /FlateDecode] /Length ${packed.length}`
  return Buffer.from(`%PDF-1.7\n1 0 obj\n<<${entries}>>\nstream\n${packed}\nendstream\nendobj\nstartxref\n9\n%%EOF\n`, 'latin1')
}

/** Objects that are one text, each with the heads of those behind it as a comment. */
function oneText(count: number): Buffer {
  const base = simplePdf()
  const head = (i: number) => `${20_000 + i} 0 obj %`
  const numbers = Array.from({ length: count }, (_, i) => i)
  const offsets = Object.fromEntries(numbers.map((i) => [20_000 + i, base.length + i * head(0).length]))
  const fonts = Array.from({ length: 5_000 }, (_, i) => `/F${i} 5 0 R`)
  return append(base, {}, { before: `${numbers.map(head).join('')}\n<<${fonts.join('')}>>\nendobj\n`, offsets })
}

/** In place of the identifier, which stands in the first section as well. */
function namesAnother(): Buffer {
  const text = readFileSync(join(corpus, 'qpdf-linearized-streams.pdf'), 'latin1')
  const at = text.lastIndexOf('/ID [')
  const identifier = text.slice(at, text.indexOf(']', at) + 1)
  return Buffer.from(`${text.slice(0, at)}${'/XRefStm 15'.padEnd(identifier.length)}${text.slice(at + identifier.length)}`, 'latin1')
}

const fields = Array.from({ length: 1_000 }, (_, i) => 1_000 + i)

const hostile: Record<string, [Buffer, code: string, what: string]> = {
  'an object stream of 1 GB': [bombInUse(packedGigabyte), 'TOO_COMPLEX', 'TOO_LARGE'],
  'a cross-reference stream of 300 MB': [bareStream('/Size 9 /W [1 4 2]', '\0'.repeat(300_000_000)), 'TOO_COMPLEX', 'TOO_LARGE'],
  'a cross-reference stream of 1 GB, packed twice': [packedTwice(), 'TOO_COMPLEX', 'TOO_LARGE'],
  'an array two million deep': [simplePdf({ objects: { 6: '['.repeat(2_000_000) } }), 'TOO_COMPLEX', 'TOO_DEEP'],
  'dictionaries two million deep': [simplePdf({ objects: { 6: '<</A '.repeat(2_000_000) } }), 'TOO_COMPLEX', 'TOO_DEEP'],
  'an array of ten million values': [simplePdf({ objects: { 6: `[${'[]'.repeat(10_000_000)}]` } }), 'TOO_COMPLEX', 'TOO_MANY_VALUES'],
  'a table of two thousand million entries': [
    Buffer.from(simplePdf().toString('latin1').replace('xref\n0 6', 'xref\n0 2000000000'), 'latin1'),
    'TOO_MANY_OBJECTS',
    'TOO_MANY_OBJECTS',
  ],
  'a stream index of two thousand million': [
    bareStream('/Size 2000000000 /W [1 4 2]', '\0\0\0\0\0\0\0'),
    'TOO_MANY_OBJECTS',
    'TOO_MANY_OBJECTS',
  ],
  'entries of no width': [bareStream('/Size 2000000000 /W [0 0 0]', '\0'), 'TOO_MANY_OBJECTS', 'TOO_MANY_OBJECTS'],
  'a section that precedes itself': [loop('/Prev @@@@'), 'BROKEN', 'XREF_LOOP'],
  'a page tree inside itself': [
    writePdf({ 1: '<</Type /Catalog /Pages 2 0 R>>', 2: '<</Type /Pages /Kids [2 0 R] /Count 1 /MediaBox [0 0 9 9]>>' }),
    'BROKEN',
    'LOOP',
  ],
  'a length that is its own stream': [simplePdf({ objects: { 6: '<</Length 6 0 R>>\nstream\n\nendstream' } }), 'BROKEN', 'LOOP'],
  'a comment of many per cent signs before the marker': [Buffer.from(`%PDF-1.7\nstartxref\n1\n${'% '.repeat(900)}`), 'BROKEN', 'XREF'],
  'references to references': [writePdf({ 1: '<</Type /Catalog /Pages 2 0 R>>', 2: '3 0 R', 3: '2 0 R' }), 'BROKEN', 'LOOP'],
  'a linearized file whose main cross-reference stream names another': [namesAnother(), 'BROKEN', 'XREF'],
  'four hundred objects that are one text': [oneText(400), 'TOO_COMPLEX', 'TOO_COSTLY'],
  'fields that share a name of 400,000 characters': [
    simplePdf({
      catalogue: `/AcroForm <</Fields [${fields.map((number) => `${number} 0 R`).join(' ')}]>>`,
      objects: { 900: `(${'n'.repeat(400_000)})`, ...Object.fromEntries(fields.map((number) => [number, '<</FT /Tx /T 900 0 R>>'])) },
    }),
    'TOO_COMPLEX',
    'TOO_LARGE',
  ],
  'a form field inside itself': [
    simplePdf({ catalogue: '/AcroForm <</Fields [6 0 R]>>', objects: { 6: '<</T (a) /Kids [6 0 R]>>' } }),
    'BROKEN',
    'LOOP',
  ],
}

describe('in the limited child', () => {
  test.each(Object.entries(hostile))('%s', { timeout: 15_000 }, async (name, [bytes, code, what]) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.pdf`)
    writeFileSync(path, bytes)
    const answer = await inspectPdf(path)
    // A child that has used its six seconds is ended, and says nothing of what it found.
    expect(answer).toMatchObject({ signable: false, code, what: [what] })
    rmSync(path)
  })

  test('a bomb that nothing points into is never expanded', async () => {
    const path = join(folder, 'unused.pdf')
    writeFileSync(path, packedBomb(1024 * 1024))
    expect(await inspectPdf(path)).toMatchObject({ signable: true })
  })

  test('a large object that very many others lead to is read once', { timeout: 30_000 }, async () => {
    const path = join(folder, 'ledTo.pdf')
    const leading = Array.from({ length: 4_000 }, (_, i) => 100 + i)
    const keys = Array.from({ length: 40_000 }, (_, i) => `/State${i} 3 0 R`)
    writeFileSync(
      path,
      simplePdf({
        catalogue: '/PieceInfo 7 0 R',
        objects: {
          7: `[${leading.map((number) => `${number} 0 R`).join(' ')}]`,
          6: `<<${keys.join(' ')}>>`,
          ...Object.fromEntries(leading.map((number) => [number, '<</AA 6 0 R>>'])),
        },
      }),
    )
    expect(await inspectPdf(path)).toMatchObject({ signable: true })
  })

  test('the child stays below 300 MB on the worst of them', { timeout: 15_000 }, () => {
    for (const name of ['an object stream of 1 GB', 'an array of ten million values', 'dictionaries two million deep']) {
      const path = join(folder, 'worst.pdf')
      writeFileSync(path, hostile[name]![0])
      const child = join(import.meta.dirname, '../../server/signing/inspect/child.ts')
      // VmHWM is of this program alone; ru_maxrss would still know the size of the process that started it.
      const { stdout, status } = spawnSync(
        'sh',
        [
          '-c',
          `exec "$0" --max-old-space-size=160 --max-semi-space-size=4 --import 'data:text/javascript,import{readFileSync}from"node:fs";process.on("exit",()=>console.error(/VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status"))[1]))' "$1" '{}' 3<"$2" 2>&1 >/dev/null`,
          process.execPath,
          child,
          path,
        ],
        { encoding: 'utf8' },
      )
      expect(status, stdout).toBe(0)
      expect(Number(stdout.trim()), name).toBeLessThan(300 * 1024)
    }
  })

  test('ten at a time are answered, two by two', { timeout: 30_000 }, async () => {
    const path = join(corpus, 'chromium.pdf')
    const answers = await Promise.all(Array.from({ length: 10 }, () => inspectPdf(path)))
    expect(answers.every(({ signable }) => signable)).toBe(true)
  })
})

const seed = 20_261_121

/** A few octets changed, half of them in the structure near the end, and now and then the rest cut off. */
function mutantOf(model: Uint8Array, random: (limit: number) => number): Buffer {
  const mutant = Buffer.from(model)
  for (let i = 0; i <= random(8); i++)
    mutant[random(2) ? random(mutant.length) : mutant.length - 1 - random(Math.min(2_000, mutant.length))] = random(256)
  return random(10) === 0 ? mutant.subarray(0, random(mutant.length)) : mutant
}

const strangers = volume({ push: 6, release: 2_000 })
const timeout = volume({ push: 60_000, release: 3_600_000 })
test(
  `${strangers} files from strangers, each in a child of its own, below 300 MB and within six seconds of CPU (seed ${seed})`,
  { timeout },
  async () => {
    const random = randomBelow(seed)
    const models = [corpus, join(corpus, 'refused')].flatMap((at) =>
      readdirSync(at).flatMap((name) => (name.endsWith('.pdf') ? [readFileSync(join(at, name))] : [])),
    )
    models.push(...(['table', 'stream', 'hybrid'] as const).map((kind) => Buffer.from(simplePdf({ kind }))))
    expect(models.length).toBeGreaterThanOrEqual(50)
    const bombs = Object.values(hostile).map(([bytes]) => bytes)
    const outcomes = new Map<string, number>()
    const readers = watchReaders()
    const path = join(folder, 'stranger.pdf')
    for (let i = 0; i < strangers; i++) {
      const [list, at] = i % 5 === 0 ? [bombs, Math.floor(i / 10)] : [models, i]
      const model = list[at % list.length]!
      writeFileSync(path, i % 10 === 0 ? model : mutantOf(model, random))
      const answer = await inspectPdf(path)
      if (!answer.signable) expect(answer.what, `file ${i}: the child was ended, not answered`).not.toContain('PROCESS')
      const outcome = answer.signable ? 'signable' : answer.code
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    const { seen, peakKilobytes } = readers.stop()
    expect(seen).toBeGreaterThan(strangers / 2)
    expect(peakKilobytes).toBeLessThan(300 * 1024)
    expect(outcomes.get('BROKEN'), JSON.stringify([...outcomes])).toBeGreaterThan(strangers / 10)
  },
)

/** What Linux tells of a process; nothing of one that ended while it was looked at. */
function told<T>(read: () => T, nothing: T): T {
  try {
    return read()
  } catch {
    return nothing
  }
}
const ofProcess = (path: string) => told(() => readFileSync(`/proc/${path}`, 'utf8'), '')
const childrenOf = (pid: string) =>
  told(() => readdirSync(`/proc/${pid}/task`), []).flatMap((thread) =>
    ofProcess(`${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  )

/** Looks again and again how much memory the reading processes have had that were started for this one (VmHWM: of the program alone). */
function watchReaders() {
  const peaks = new Map<string, number>()
  const look = () => {
    const starters = childrenOf('self').filter((child) => ofProcess(`${child}/cmdline`).includes('starterProcess.ts'))
    for (const child of starters.flatMap(childrenOf)) {
      if (!ofProcess(`${child}/cmdline`).includes('inspect/child.ts')) continue
      const peak = /VmHWM:\s*(\d+)/.exec(ofProcess(`${child}/status`))?.[1]
      if (peak) peaks.set(child, Number(peak))
    }
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      return { seen: peaks.size, peakKilobytes: Math.max(...peaks.values()) }
    },
  }
}

test('mutants of every file are answered, and never by an exception', { timeout: 120_000 }, () => {
  const random = randomBelow(seed)
  const names = readdirSync(corpus).filter((name) => name.endsWith('.pdf'))
  const codes = new Map<string, number>()
  for (const name of names) {
    const model = readFileSync(join(corpus, name))
    for (let round = 0; round < 40; round++) {
      const began = performance.now()
      const answer = readSigningFacts(mutantOf(model, random))
      expect(performance.now() - began).toBeLessThan(2_000)
      const code = answer.signable ? 'signable' : answer.code
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  expect(codes.get('BROKEN')).toBeGreaterThan(names.length)
})
