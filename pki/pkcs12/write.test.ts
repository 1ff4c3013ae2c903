import { execFileSync, spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificatesOnly } from '#pki/cms/certificatesOnly.ts'
import { hierarchy } from '#test/conformance/pkiCast.ts'
import { isInstalled } from '#test/tools.ts'
import { writePkcs12 } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-pkcs12-'))
const tree = hierarchy()
const passphrase = 'Correct Horse; 42~'
const random = () => ({
  keySalt: randomBytes(16),
  keyIv: randomBytes(16),
  certificateSalt: randomBytes(16),
  certificateIv: randomBytes(16),
  macSalt: randomBytes(16),
})
const file = join(folder, 'a.p12')
const certificates = [tree.personalDsc, tree.people, tree.root]

beforeAll(async () => {
  const privateKey = tree.keys.layla.privateKey.export({ format: 'der', type: 'pkcs8' })
  writeFileSync(file, await writePkcs12({ privateKey, certificates, friendlyName: 'Tawqi 1' }, passphrase, random()))
})
afterAll(() => rmSync(folder, { recursive: true }))

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

test('openssl opens it: key, certificates and name', () => {
  const text = openssl('pkcs12', '-in', file, '-passin', `pass:${passphrase}`, '-noenc')
  expect(text).toContain('friendlyName: Tawqi 1')
  const key = /-----BEGIN PRIVATE KEY-----[^]+?-----END PRIVATE KEY-----/.exec(text)![0]
  expect(createPublicKey(key).export({ format: 'der', type: 'spki' }).equals(tree.keys.layla.publicKey)).toBe(true)
  const read = (text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? []).map((pem) => new X509Certificate(pem).raw)
  expect(read.map((der) => der.toString('hex')).toSorted()).toEqual(certificates.map((der) => Buffer.from(der).toString('hex')).toSorted())
})

test('both parts are AES-256 under PBKDF2 with SHA-256, and the MAC is SHA-256', () => {
  const { stderr } = spawnSync('openssl', ['pkcs12', '-in', file, '-passin', `pass:${passphrase}`, '-info', '-noout'], { encoding: 'utf8' })
  expect(stderr).toContain('MAC: sha256, Iteration 100000')
  expect(stderr.match(/PBES2, PBKDF2, AES-256-CBC, Iteration 600000, PRF hmacWithSHA256/g)).toHaveLength(2)
})

test('another passphrase does not open it, and nothing in it is readable without one', () => {
  const { status, stderr } = spawnSync('openssl', ['pkcs12', '-in', file, '-passin', 'pass:wrong', '-noout'], { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('Mac verify error')
  expect(openssl('asn1parse', '-inform', 'DER', '-in', file)).not.toContain('Tawqi')
})

test.skipIf(!isInstalled('keytool'))('Java opens it', () => {
  const text = execFileSync('keytool', ['-list', '-v', '-storetype', 'PKCS12', '-keystore', file, '-storepass', passphrase], {
    encoding: 'utf8',
  })
  expect(text).toContain('PrivateKeyEntry')
  expect(text).toContain('Certificate chain length: 3')
})

test('a passphrase that programs would read in different ways is refused', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const contents = { privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }), certificates, friendlyName: 'x' }
  await expect(writePkcs12(contents, 'كلمة مرور طويلة', random())).rejects.toThrow(RangeError)
  await expect(writePkcs12(contents, '', random())).rejects.toThrow(RangeError)
})

test('certificates alone are what openssl prints of them', () => {
  writeFileSync(join(folder, 'a.p7b'), certificatesOnly(certificates))
  const text = openssl('pkcs7', '-inform', 'DER', '-in', 'a.p7b', '-print_certs')
  expect(text.match(/-----BEGIN CERTIFICATE-----/g)).toHaveLength(3)
  expect(text).toContain('CN = Tawqi Test CA for People')
})
