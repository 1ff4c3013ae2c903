/** Files made to hurt the reader: each is answered, within bounds, and nothing outside the child notices. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
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
function bombInUse(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes)).toString('latin1')
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

const hostile: Record<string, [Buffer, code: string, what: string]> = {
  'an object stream of 1 GB': [bombInUse(1024 * 1024 * 1024), 'TOO_COMPLEX', 'TOO_LARGE'],
  'a cross-reference stream of 300 MB': [bareStream('/Size 9 /W [1 4 2]', '\0'.repeat(300_000_000)), 'TOO_COMPLEX', 'TOO_LARGE'],
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
  'references to references': [writePdf({ 1: '<</Type /Catalog /Pages 2 0 R>>', 2: '3 0 R', 3: '2 0 R' }), 'BROKEN', 'LOOP'],
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
    const began = performance.now()
    const answer = await inspectPdf(path)
    expect(performance.now() - began).toBeLessThan(5_500)
    expect(answer).toMatchObject({ signable: false, code, what: [what] })
    rmSync(path)
  })

  test('a bomb that nothing points into is never expanded', async () => {
    const path = join(folder, 'unused.pdf')
    writeFileSync(path, packedBomb(1024 * 1024))
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

test('mutants of every file are answered, and never by an exception', { timeout: 120_000 }, () => {
  let state = 20_261_121
  const random = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const names = readdirSync(corpus).filter((name) => name.endsWith('.pdf'))
  const codes = new Map<string, number>()
  for (const name of names) {
    const seed = readFileSync(join(corpus, name))
    for (let round = 0; round < 40; round++) {
      const mutant = Buffer.from(seed)
      // half of the changes fall on structure near the end
      for (let i = 0; i <= random(8); i++)
        mutant[random(2) ? random(mutant.length) : mutant.length - 1 - random(Math.min(2_000, mutant.length))] = random(256)
      const cut = random(10) === 0 ? mutant.subarray(0, random(mutant.length)) : mutant
      const began = performance.now()
      const answer = readSigningFacts(cut)
      expect(performance.now() - began).toBeLessThan(2_000)
      const code = answer.signable ? 'signable' : answer.code
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  expect(codes.get('BROKEN')).toBeGreaterThan(names.length)
})
