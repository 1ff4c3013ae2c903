import { describe, expect, test } from 'vitest'
import { fahad, sara, sha256, signFile } from '#test/conformance/validation-cast.ts'
import { contract, file } from '#test/conformance/validation-files.ts'
import { recheckSigned } from './recheck.ts'

const original = file(contract())
const check = (bytes: Uint8Array, more: Partial<Parameters<typeof recheckSigned>[0]> = {}) =>
  recheckSigned({
    bytes,
    approvedSha256: sha256(original),
    originalSize: original.length,
    signerCertificate: sara.certificate.der,
    ...more,
  })
const replaced = (bytes: Uint8Array, from: RegExp, to: (found: string) => string) =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replace(from, to), 'latin1')

describe('an assembled file', () => {
  test.each(['B-B', 'B-T', 'B-LT', 'B-LTA'] as const)('%s, table and stream', async (level) => {
    expect(await check(await signFile(original, { level }))).toEqual({ ok: true })
    const streams = file(contract(), undefined, 'stream')
    const signed = await signFile(streams, { level })
    expect(await check(signed, { approvedSha256: sha256(streams), originalSize: streams.length })).toEqual({ ok: true })
  })

  test('with a second signer: the newest signature, or the one named', async () => {
    const first = await signFile(original)
    const second = await signFile(first, { by: fahad, fieldName: 'approval' })
    const approved = { approvedSha256: sha256(first), originalSize: first.length }
    expect(await check(second, { ...approved, signerCertificate: fahad.certificate.der })).toEqual({ ok: true })
    expect(await check(second, { ...approved, signerCertificate: fahad.certificate.der, field: 'approval' })).toEqual({ ok: true })
    expect(await check(second, { ...approved, signerCertificate: sara.certificate.der })).toEqual({ ok: false, reason: 'wrong-signer' })
    // Sara's signature is older than what Fahad approved.
    expect(await check(second, { ...approved, signerCertificate: sara.certificate.der, field: 'Signature1' })).toEqual({
      ok: false,
      reason: 'byte-range',
    })
  })

  test.each([
    [
      'another document approved',
      'original-changed',
      (signed: Buffer) => ({ bytes: signed, more: { approvedSha256: sha256(Buffer.from('other')) } }),
    ],
    [
      'a byte of the document changed',
      'original-changed',
      (signed: Buffer) => ({ bytes: replaced(signed, /100 riyals/, () => '999 riyals') }),
    ],
    ['shorter than the document', 'original-changed', (signed: Buffer) => ({ bytes: signed.subarray(0, 100) })],
    ['another signer', 'wrong-signer', (signed: Buffer) => ({ bytes: signed, more: { signerCertificate: fahad.certificate.der } })],
    ['no signature', 'no-signature', () => ({ bytes: original })],
    ['another field', 'no-signature', (signed: Buffer) => ({ bytes: signed, more: { field: 'Nobody' } })],
    [
      'a byte of the tail changed',
      'digest',
      (signed: Buffer) => ({ bytes: replaced(signed, /\/Filter \/Adobe.PPKLite/, () => '/Filter /Adobe.PPKLita') }),
    ],
    [
      'a gap wider than the contents',
      'byte-range',
      (signed: Buffer) => ({
        bytes: replaced(signed, /\/ByteRange \[0 (\d+)/, (found) => found.replace(/\d+$/, (n) => String(Number(n) - 5))),
      }),
    ],
    ['cut off', 'unreadable', (signed: Buffer) => ({ bytes: signed.subarray(0, signed.length - 200) })],
    ['padding that is not zero', 'contents', (signed: Buffer) => ({ bytes: replaced(signed, /00>/, () => '01>') })],
  ] as const)('%s: %s', async (_, reason, change) => {
    const { bytes, more } = { more: {}, ...change(await signFile(original)) }
    expect(await check(bytes, more)).toEqual({ ok: false, reason })
  })

  test('no changed byte of the file goes through', async () => {
    const signed = await signFile(original)
    const passed: number[] = []
    for (let at = 0; at < signed.length; at += 23) {
      const bytes = Buffer.from(signed)
      bytes[at]! ^= 0x01
      if ((await check(bytes)).ok) passed.push(at)
    }
    // What the CMS leaves unsigned is for the validation to explain; the approved document and the update are covered whole.
    const contents = signed.indexOf('/Contents <')
    expect(passed.filter((at) => at < contents || at > signed.lastIndexOf('>>'))).toEqual([])
  })
})
