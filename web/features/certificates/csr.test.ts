import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsr } from './csr.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'csr-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 })
const bytes = (name: string) => new Uint8Array(readFileSync(at(name)))
const text = (name: string) => readFileSync(at(name), 'utf8')

const keys = [
  ['EC P-256', ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']],
  ['EC P-384', ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  ['RSA 2048', ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048']],
  ['RSA 3072', ['RSA', '-pkeyopt', 'rsa_keygen_bits:3072']],
  ['Ed25519', ['ED25519']],
] as const

test.each(keys)('a request on %s is read from PEM, DER and bare base64', async (kind, algorithm) => {
  openssl('genpkey', '-algorithm', ...algorithm, '-out', at('key.pem'))
  openssl('req', '-new', '-key', at('key.pem'), '-subj', '/CN=Noura Alqahtani/C=SA', '-out', at('request.pem'))
  openssl('req', '-in', at('request.pem'), '-outform', 'DER', '-out', at('request.der'))
  openssl('pkey', '-in', at('key.pem'), '-pubout', '-outform', 'DER', '-out', at('public.der'))
  const fingerprint = openssl('dgst', '-sha256', '-r', at('public.der')).toString().split(' ')[0]
  const expected = { pem: text('request.pem'), keyKind: kind, fingerprint }

  expect(await readCsr(bytes('request.der'))).toEqual(expected)
  expect(await readCsr(bytes('request.pem'))).toEqual(expected)
  expect(await readCsr(`the administrator's file\n${text('request.pem').replaceAll('\n', '\r\n')}`)).toEqual(expected)
  expect(await readCsr(text('request.pem').replace(/-----[^-]+-----/g, ''))).toEqual(expected)
  expect(await readCsr(text('request.pem').replaceAll('CERTIFICATE', 'NEW CERTIFICATE'))).toEqual(expected)
})

test('keys, certificates and anything else are not requests', async () => {
  openssl('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', at('key.pem'))
  openssl('pkey', '-in', at('key.pem'), '-outform', 'DER', '-out', at('key.der'))
  openssl('pkcs8', '-topk8', '-in', at('key.pem'), '-outform', 'DER', '-passout', 'pass:secret', '-out', at('encrypted.der'))
  openssl('req', '-new', '-x509', '-key', at('key.pem'), '-subj', '/CN=N', '-out', at('certificate.pem'))
  openssl('x509', '-in', at('certificate.pem'), '-outform', 'DER', '-out', at('certificate.der'))
  openssl('pkcs12', '-export', '-inkey', at('key.pem'), '-in', at('certificate.pem'), '-passout', 'pass:secret', '-out', at('both.p12'))

  for (const name of ['key.pem', 'key.der', 'encrypted.der', 'both.p12'])
    expect([name, await readCsr(bytes(name))]).toEqual([name, 'isKey'])
  for (const name of ['certificate.pem', 'certificate.der']) expect([name, await readCsr(bytes(name))]).toEqual([name, 'isCertificate'])
  expect(await readCsr(' \n')).toBe('empty')
  for (const other of ['hello', '0000', '%PDF-1.7', 'MIIB', text('certificate.pem').slice(30)])
    expect(await readCsr(other)).toBe('notRequest')
  for (let length = 0; length < 40; length++) expect(await readCsr(bytes('certificate.der').slice(0, length))).toMatch(/notRequest|empty/)
})
