import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestIn } from './csr.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'csr-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 })
const bytes = (name: string) => new Uint8Array(readFileSync(at(name)))
const text = (name: string) => readFileSync(at(name), 'utf8')

test.each([
  ['EC', 'ec_paramgen_curve:P-256'],
  ['RSA', 'rsa_keygen_bits:3072'],
])('a request on an %s key is taken as PEM, DER and bare base64', (algorithm, option) => {
  openssl('genpkey', '-algorithm', algorithm, '-pkeyopt', option, '-out', at('key.pem'))
  openssl('req', '-new', '-key', at('key.pem'), '-subj', '/CN=Noura Alqahtani/C=SA', '-out', at('request.pem'))
  openssl('req', '-in', at('request.pem'), '-outform', 'DER', '-out', at('request.der'))
  const pem = text('request.pem')
  const expected = { pem }

  expect(requestIn(bytes('request.der'))).toEqual(expected)
  expect(requestIn(bytes('request.pem'))).toEqual(expected)
  expect(requestIn(`the administrator's file\n${pem.replaceAll('\n', '\r\n')}`)).toEqual(expected)
  expect(requestIn(pem.replace(/-----[^-]+-----/g, ''))).toEqual(expected)
  expect(requestIn(pem.replaceAll('CERTIFICATE', 'NEW CERTIFICATE'))).toEqual(expected)
})

test('keys, certificates and anything else are not requests', () => {
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', at('key.pem'))
  openssl('pkey', '-in', at('key.pem'), '-outform', 'DER', '-out', at('key.der'))
  openssl('pkcs8', '-topk8', '-in', at('key.pem'), '-outform', 'DER', '-passout', 'pass:secret', '-out', at('encrypted.der'))
  openssl('req', '-new', '-x509', '-key', at('key.pem'), '-subj', '/CN=N', '-out', at('certificate.pem'))
  openssl('x509', '-in', at('certificate.pem'), '-outform', 'DER', '-out', at('certificate.der'))
  openssl('pkcs12', '-export', '-inkey', at('key.pem'), '-in', at('certificate.pem'), '-passout', 'pass:secret', '-out', at('both.p12'))

  for (const name of ['key.pem', 'key.der', 'encrypted.der', 'both.p12'])
    expect([name, requestIn(bytes(name))]).toEqual([name, { fault: 'isKey' }])
  for (const name of ['certificate.pem', 'certificate.der'])
    expect([name, requestIn(bytes(name))]).toEqual([name, { fault: 'isCertificate' }])
  expect(requestIn(' \n')).toEqual({ fault: 'empty' })
  for (const other of ['hello', '0000', '%PDF-1.7', 'MIIB', text('certificate.pem').slice(30)])
    expect(requestIn(other)).toEqual({ fault: 'notRequest' })
  for (let length = 0; length < 40; length++) expect(requestIn(bytes('certificate.der').slice(0, length))).toHaveProperty('fault')
})
