/**
 * Reads one file given by a strangers' upload, in a process of its own: what goes wrong in here costs this process and nothing else.
 * The file is descriptor 3; options come on standard input; the answer goes to standard output as JSON.
 */

import { fstatSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import type { Source } from '#pki/pdf/source.ts'
import type { FactsOptions } from '#pki/signature/readFacts.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'

const file = 3

/** Windows of the file, so that a large one is never held whole. */
function descriptorSource(): Source {
  const { size } = fstatSync(file)
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

const options = JSON.parse(readFileSync(0, 'utf8')) as FactsOptions
writeFileSync(1, JSON.stringify(readSigningFacts(descriptorSource(), options)))
