import { createHash, hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attempt, parse } from '#pki/der/read.ts'
import { isPdfMacOf, pdfMacLength, writePdfMac } from './pdfMac.ts'

const key = { fileKey: new Uint8Array(32).fill(1), salt: new Uint8Array(32).fill(2) }
const signature = Buffer.from('the signature')
const digestOf = (name: string, text = 'the file') => createHash(name).update(text).digest()
const isOfFile = (der: Uint8Array, { by = key, file = 'the file', value = signature } = {}) =>
  attempt(() => isPdfMacOf(parse(der), by, (name) => digestOf(name, file), value))[0] === true

/** Made by pyHanko 0.38 with the same key, of the same file and signature. */
const pyhanko = {
  'SHA-256':
    'MIIBagYLKoZIhvcNAQkQAQKgggFZMIIBVQIBADFGo0QCAQCgCAYGKIH6BAEBMAsGCWCGSAFlAwQBLQQoXVu8qjdNskA0ijulfAL1AjOLXjX8pfqKqXC2jD22gYbu6x3gYwo7SDAKBggqhkiG9w0CCaENBglghkgBZQMEAgEFADBVBgYogfoEAQCgSwRJMEcCAQAEIJlGWd6H9yfdzedd9EMU8x1/Nns7/zR+hS85BTDylyDHgCDiqyyF3yzR6zVDwQAcVaQrf83GqNIKS1IbV06xT+8l6aJ0MBUGCSqGSIb3DQEJAzEIBgYogfoEAQAwKgYJKoZIhvcNAQk0MR0wGzANBglghkgBZQMEAgEFAKIKBggqhkiG9w0CCTAvBgkqhkiG9w0BCQQxIgQg9852bseXLXXVVpOpQnFourbzcbBSt1fdZL73FRxtykAEIMWZz0v6gZYwtgP3NxoDkDbQgFqrPeJSaRuwvFRXyY3V',
  'SHA3-384':
    'MIIBlwYLKoZIhvcNAQkQAQKgggGGMIIBggIBADFGo0QCAQCgCAYGKIH6BAEBMAsGCWCGSAFlAwQBLQQoeSdEwXivRYtnyLC8L8ku9d/ksDYkERWKr5KlYOWKIVy5+RQJgWVwCjAKBggqhkiG9w0CCaELBglghkgBZQMEAgkwdQYGKIH6BAEAoGsEaTBnAgEABDCgUdTQQ0Rm/hcsJvs/v58I5GY7OnE9VKzBzKYpUHaaPhf8ImO8vl2UcNU0AT1f1IiAMHVUIopnpWGkQTNoBHwV9W+obAJbPNAYV9W7DXBeQT3J4/wJExc30M+4OBFVb025JKKBgjAVBgkqhkiG9w0BCQMxCAYGKIH6BAEAMCgGCSqGSIb3DQEJNDEbMBkwCwYJYIZIAWUDBAIJogoGCCqGSIb3DQIJMD8GCSqGSIb3DQEJBDEyBDC3+d51O9QNPbh6phvIUPdgrOdmAmftt/lv6cHLKxQucX7cbc+j3L4Q/3+ULJdFksgEIBQv92ePLwmZ2KMIyWrECcL0ZedKXEja4+PafflTNhhA',
}
const ours = writePdfMac(key, digestOf('sha256'), hash('sha256', signature, 'buffer'))
const all = { ...Object.fromEntries(Object.entries(pyhanko).map(([name, text]) => [name, Buffer.from(text, 'base64')])), ours }

describe.each(Object.entries(all))('a MAC, %s', (_, der) => {
  test('is of this file, this signature and this key alone', () => {
    expect(isOfFile(der)).toBe(true)
    expect(isOfFile(der, { file: 'another file' })).toBe(false)
    expect(isOfFile(der, { value: Buffer.from('another signature') })).toBe(false)
    expect(isOfFile(der, { by: { ...key, fileKey: new Uint8Array(32).fill(3) } })).toBe(false)
    expect(isOfFile(der, { by: { ...key, salt: new Uint8Array(32).fill(3) } })).toBe(false)
  })

  test('is none with any bit of it changed, cut short, or with something behind it', () => {
    for (let bit = 0; bit < der.length * 8; bit++) {
      const changed = Uint8Array.from(der)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(isOfFile(changed), `bit ${bit}`).toBe(false)
    }
    expect(isOfFile(der.subarray(0, -1))).toBe(false)
    expect(isOfFile(Buffer.concat([der, Buffer.from([0])]))).toBe(false)
  })
})

test('ours are as long as the room that is kept for them', () => {
  expect(ours).toHaveLength(pdfMacLength.ofSignature)
  expect(writePdfMac(key, digestOf('sha256'))).toHaveLength(pdfMacLength.alone)
})

test('the MAC of a file without signatures is none of a signature', () => {
  expect(isOfFile(writePdfMac(key, digestOf('sha256')))).toBe(false)
})
