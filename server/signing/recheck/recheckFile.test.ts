import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fahad, sara, sha256, signFile } from '#test/conformance/validation-cast.ts'
import { contract, file } from '#test/conformance/validation-files.ts'
import { largePdf } from '#test/fixtures/pdf/large.ts'
import { recheckSigned } from './recheck.ts'
import { recheckFile } from './recheckFile.ts'

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
const original = file(contract())
let signed: Buffer
beforeAll(async () => {
  signed = await signFile(original)
})
const approved = { approvedSha256: sha256(original), originalSize: original.length, signerCertificate: sara.certificate.der }
const check = (more: Partial<Parameters<typeof recheckFile>[0]> = {}) =>
  recheckFile({ original: async () => pieces(original), tail: signed.subarray(original.length), ...approved, ...more })

describe('a file that is re-checked in a thread of its own', () => {
  test('has the verdict of the check itself, and its own digest', async () => {
    expect(await check()).toEqual({ ok: true, sha256: new Uint8Array(sha256(signed)) })
    expect(await check({ signerCertificate: fahad.certificate.der })).toEqual({ ok: false, reason: 'wrong-signer' })
    expect(await check({ tail: new Uint8Array(0) })).toEqual({ ok: false, reason: 'no-signature' })
  })

  test('has as many bytes as the document that was approved, or is refused', async () => {
    const refused = { ok: false, reason: 'original-changed' }
    expect(await check({ original: async () => pieces(original.subarray(1)) })).toEqual(refused)
    expect(await check({ original: async () => pieces(Buffer.concat([original, original])) })).toEqual(refused)
  })

  test('one at a time: the next is not read before the verdict on the last', async () => {
    let reading = 0
    const told: number[] = []
    const each = async () => {
      told.push(++reading)
      return pieces(original)
    }
    const verdicts = Array.from({ length: 5 }, () => check({ original: each }).finally(() => reading--))
    expect((await Promise.all(verdicts)).map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    expect(told).toEqual([1, 1, 1, 1, 1])
  })

  test('trouble with the store is told, and harms no later file', async () => {
    const broken = new Error('the store is gone')
    await expect(check({ original: () => Promise.reject(broken) })).rejects.toBe(broken)
    expect(await check()).toMatchObject({ ok: true })
  })
})

test('the thread that serves goes on while a large file is checked', async () => {
  const large = largePdf(80_000_000)
  const whole = await signFile(large)
  const of = {
    approvedSha256: createHash('sha256').update(large).digest(),
    originalSize: large.length,
    signerCertificate: sara.certificate.der,
  }
  /** How often others had their turn between `begin` and the verdict. */
  async function turns(verdict: (begin: () => void) => Promise<unknown>) {
    let taken = 0
    let counting = true
    const count = () => void (counting && (taken++, setImmediate(count)))
    expect(await verdict(() => setImmediate(count))).toMatchObject({ ok: true })
    counting = false
    return taken
  }
  const here = await turns((begin) => (begin(), recheckSigned({ bytes: whole, ...of })))
  const beside = await turns((begin) => {
    async function* read() {
      yield* pieces(large)
      begin()
    }
    return recheckFile({ original: async () => read(), tail: whole.subarray(large.length), ...of })
  })
  expect(beside).toBeGreaterThan(10 * Math.max(here, 1))
})
