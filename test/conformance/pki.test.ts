import { execFileSync, spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idData, writeSignedData } from '#pki/cms/signedData.ts'
import { readCrl, isCrlOf, shardAddresses, writeCrl } from '#pki/revocation/crl.ts'
import { issuerHashesOf, namesIssuer, readOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { ocspError, responderOf, statementOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import type { CertStatus } from '#pki/revocation/ocspResponse.ts'
import { answerAbout, readOcspResponse, responseSigner } from '#pki/revocation/readOcspResponse.ts'
import { checkTimeStampToken, readTimeStampToken, tokenOfResponse } from '#pki/timestamp/readToken.ts'
import { readTimeStampRequest } from '#pki/timestamp/request.ts'
import { timeStampUnitOf, writeTimeStampRejection, writeTimeStampResponse, writeTimeStampToken } from '#pki/timestamp/token.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { readCertificationRequest } from '#pki/x509/certificationRequest.ts'
import { begin, hierarchy } from './pkiCast.ts'

/** Judged by OpenSSL and GnuTLS, whose verdicts owe nothing to our own reader. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tawqi-pki-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const now = new Date(begin.getTime() + 600_000)
const epoch = String(now.getTime() / 1000)

function run(command: string, args: string[], input?: string | Uint8Array): { ok: boolean; text: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, input, timeout: 20_000 })
  if (error) throw error
  return { ok: status === 0, text: `${stdout}${stderr}` }
}

const pemOf = (der: Uint8Array, label = 'CERTIFICATE') =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`

function write(name: string, ...ders: Uint8Array[]): string {
  writeFileSync(at(name), ders.map((der) => pemOf(der)).join(''))
  return name
}

describe.each(['P-256', 'P-384', 'RSA'] as const)('the hierarchy on %s', (kind) => {
  const tree = hierarchy(kind)
  const leaves = {
    'people-ca': { der: tree.people, above: [] as Uint8Array[] },
    'seals-ca': { der: tree.seals, above: [] as Uint8Array[] },
    'time-stamp-unit': { der: tree.unit, above: [] as Uint8Array[] },
    'ocsp-signer': { der: tree.responder, above: [tree.people] },
    'e-signature': { der: tree.eSignature, above: [tree.people] },
    'personal-dsc': { der: tree.personalDsc, above: [tree.people] },
    'personal-mail-dsc': { der: tree.personalMailDsc, above: [tree.people] },
    'personal-authentication': { der: tree.personalAuthentication, above: [tree.people] },
    'organization-seal': { der: tree.organizationSeal, above: [tree.seals] },
  }
  const usage: Record<string, string[]> = {
    'time-stamp-unit': ['-purpose', 'timestampsign'],
    'personal-authentication': ['-purpose', 'sslclient'],
    'personal-mail-dsc': ['-purpose', 'smimesign', '-verify_email', 'layla@example.sa'],
    'ocsp-signer': ['-purpose', 'ocsphelper'],
  }

  test.each(Object.entries(leaves))('openssl verifies %s strictly', (name, { der, above }) => {
    write('root.pem', tree.root)
    write('leaf.pem', der)
    const between = above.length > 0 ? ['-untrusted', write('above.pem', ...above)] : []
    const strict = ['verify', '-x509_strict', '-check_ss_sig', '-attime', epoch, '-CAfile', 'root.pem']
    expect(run('openssl', [...strict, ...between, ...(usage[name] ?? []), 'leaf.pem'])).toEqual({ ok: true, text: 'leaf.pem: OK\n' })
  })

  test('openssl refuses the same leaf under another root', () => {
    write('other.pem', hierarchy().root)
    write('above.pem', tree.people)
    write('leaf.pem', tree.eSignature)
    const { ok } = run('openssl', [
      'verify',
      '-x509_strict',
      '-attime',
      epoch,
      '-CAfile',
      'other.pem',
      '-untrusted',
      'above.pem',
      'leaf.pem',
    ])
    expect(ok).toBe(false)
  })

  test.each(Object.entries(leaves))('certtool verifies the chain of %s', (_, { der, above }) => {
    write('chain.pem', der, ...above, tree.root)
    write('root.pem', tree.root)
    const when = `@${epoch}`
    const { ok, text } = run('faketime', [when, 'certtool', '--verify', '--load-ca-certificate', 'root.pem', '--infile', 'chain.pem'])
    expect(text).toContain('Chain verification output: Verified. The certificate is trusted.')
    expect(ok).toBe(true)
  })

  test('openssl and certtool read an Arabic name and every extension', () => {
    write('leaf.pem', tree.eSignature)
    const { text } = run('openssl', ['x509', '-in', 'leaf.pem', '-noout', '-text', '-nameopt', 'utf8,sep_comma_plus,sname'])
    for (const part of [
      'CN=ليلى بنت أحمد الحربي',
      'serialNumber=IDCSA-1000000014',
      'Not Before: Nov 21 09:00:00 2026 GMT',
      'Not After : Nov 21 09:59:59 2026 GMT', // one hour, both ends included
      'OCSP - URI:http://ocsp.tawqi.example.com/',
      'CA Issuers - URI:http://pki.tawqi.example.com/people.cer',
      'URI:http://pki.tawqi.example.com/people.crl',
      'Non Repudiation',
      'Policy: 1.3.6.1.4.1.99999.1.1',
      'CA:FALSE',
    ])
      expect(text).toContain(part)
    const { text: gnutls } = run('certtool', ['-i', '--infile', 'leaf.pem'])
    expect(gnutls).toContain('ليلى بنت أحمد الحربي')
    expect(gnutls).not.toMatch(/error/i)
  })
})

describe('OCSP', () => {
  const tree = hierarchy()
  const issuer = readCertificate(tree.people)
  const certificate = readCertificate(tree.eSignature)
  const responder = responderOf(tree.responder, tree.keys.responder)
  const thisUpdate = begin
  const nextUpdate = new Date(begin.getTime() + 3_600_000)

  test.each([
    ['good', { status: 'good' }, ': good'],
    ['revoked', { status: 'revoked', at: begin, reason: 'keyCompromise' }, ': revoked'],
    ['unknown', { status: 'unknown' }, ': unknown'],
  ] as [string, CertStatus, string][])('openssl accepts %s, with its nonce, by SHA-1 and SHA-256', (_, status, expected) => {
    write('root.pem', tree.root)
    write('issuer.pem', tree.people)
    write('leaf.pem', tree.eSignature)
    for (const digest of ['-sha1', '-sha256']) {
      run('openssl', ['ocsp', digest, '-issuer', 'issuer.pem', '-cert', 'leaf.pem', '-nonce', '-reqout', 'request.der'])
      const request = readOcspRequest(new Uint8Array(readFileSync(at('request.der'))))
      expect(request.ids[0]!.serial).toEqual(certificate.serial)
      expect(namesIssuer(request.ids[0]!, issuerHashesOf(issuer))).toBe(true)
      const answers = request.ids.map((id) => ({ id, statement: statementOf(status, thisUpdate, nextUpdate) }))
      const der = writeOcspResponse(responder, now, answers, request.nonce)
      writeFileSync(at('response.der'), der)
      const respin = ['-respin', 'response.der', '-reqin', 'request.der', '-no_nonce', '-issuer', 'issuer.pem', digest, '-cert', 'leaf.pem']
      const judged = run('faketime', [`@${epoch}`, 'openssl', 'ocsp', ...respin, '-CAfile', 'root.pem', '-verify_other', 'issuer.pem'])
      expect(judged.text).toContain('Response verify OK')
      expect(judged.text).toContain(`leaf.pem${expected}`)
      expect(judged.text).not.toMatch(/nonce|WARNING/i)
      if (status.status === 'revoked') expect(judged.text).toContain('Reason: keyCompromise')
      const read = readOcspResponse(der)
      expect(responseSigner(read, issuer)).toMatchObject({ signer: { serialHex: readCertificate(tree.responder).serialHex } })
      expect(answerAbout(read, certificate, issuer)).toMatchObject({ status, thisUpdate, nextUpdate })
      expect(read.nonce).toEqual(request.nonce)
    }
  })

  test('openssl reads the errors', () => {
    writeFileSync(at('error.der'), ocspError('tryLater'))
    expect(run('openssl', ['ocsp', '-respin', 'error.der', '-noverify']).text).toContain('trylater (3)')
  })

  test('a response by someone the issuer did not certify is not believed', () => {
    const stranger = hierarchy()
    const id = {
      id: readOcspRequest(new Uint8Array(readFileSync(at('request.der')))).ids[0]!,
      statement: statementOf({ status: 'good' }, thisUpdate, nextUpdate),
    }
    const forged = writeOcspResponse(responderOf(stranger.responder, stranger.keys.responder), now, [id])
    expect(responseSigner(readOcspResponse(forged), issuer)).toEqual({ fault: 'responder' })
    const wrongKey = writeOcspResponse(responderOf(tree.responder, { ...stranger.keys.responder }), now, [id])
    expect(responseSigner(readOcspResponse(wrongKey), issuer)).toEqual({ fault: 'signature' })
  })
})

describe('CRLs', () => {
  const tree = hierarchy()
  const issuer = readCertificate(tree.people)
  const revoked = [
    { serial: readCertificate(tree.eSignature).serial, at: begin, reason: 'superseded' as const },
    { serial: new Uint8Array([0x4a, 0xff]), at: begin },
  ]
  const contents = { issuer, number: 2n ** 70n, thisUpdate: begin, nextUpdate: new Date(begin.getTime() + 86_400_000) }

  test.each([
    ['with entries', { revoked }],
    ['empty', { revoked: [] }],
    ['of a shard', { revoked, shard: 'http://pki.tawqi.example.com/people.crl' }],
  ])('openssl verifies one %s', (_, more) => {
    const der = writeCrl({ ...contents, ...more }, tree.keys.people)
    writeFileSync(at('list.der'), der)
    write('issuer.pem', tree.people)
    const judged = run('openssl', ['crl', '-inform', 'DER', '-in', 'list.der', '-CAfile', 'issuer.pem', '-noout', '-text', '-verify'])
    expect(judged.text).toContain('verify OK')
    expect(judged.text).toContain('Version 2')
    const read = readCrl(der)
    expect(isCrlOf(read, issuer)).toBe(true)
    expect(isCrlOf(read, readCertificate(tree.seals))).toBe(false)
    expect(read).toMatchObject({ number: 2n ** 70n, thisUpdate: begin })
    expect(shardAddresses(read)).toEqual('shard' in more ? [more.shard] : [])
    expect(read.revoked.size).toBe(more.revoked.length)
    if (read.revoked.size > 0)
      expect(read.revoked.get(readCertificate(tree.eSignature).serialHex)).toEqual({ at: begin, reason: 'superseded' })
  })

  test('openssl verify follows them', () => {
    write('root.pem', tree.root)
    write('issuer.pem', tree.people)
    write('leaf.pem', tree.eSignature)
    const judge = (list: Uint8Array) => {
      writeFileSync(at('list.pem'), pemOf(list, 'X509 CRL'))
      return run('openssl', [
        'verify',
        '-x509_strict',
        '-crl_check',
        '-attime',
        epoch,
        '-CAfile',
        'root.pem',
        '-untrusted',
        'issuer.pem',
        '-CRLfile',
        'list.pem',
        'leaf.pem',
      ])
    }
    const shard = 'http://pki.tawqi.example.com/people.crl'
    expect(judge(writeCrl({ ...contents, revoked: [], shard }, tree.keys.people)).text).toBe('leaf.pem: OK\n')
    expect(judge(writeCrl({ ...contents, revoked, shard }, tree.keys.people)).text).toContain('certificate revoked')
  })
})

describe('time stamps', () => {
  const tree = hierarchy()
  const policy = '1.3.6.1.4.1.99999.2.1'
  const unit = timeStampUnitOf(tree.keys.unit, [tree.unit], policy, 1000)
  const data = Buffer.from('العقد الموقع')

  test.each([
    ['sha256', ['-cert']],
    ['sha384', ['-cert', '-tspolicy', policy]],
    ['sha512', ['-no_nonce']],
  ])('openssl verifies a token over %s', (digest, options) => {
    writeFileSync(at('data'), data)
    write('root.pem', tree.root)
    write('unit.pem', tree.unit)
    run('openssl', ['ts', '-query', '-data', 'data', `-${digest}`, ...options, '-out', 'query.tsq'])
    const request = readTimeStampRequest(readFileSync(at('query.tsq')), [policy])
    const token = writeTimeStampToken(unit, request, randomBytes(16), now)
    writeFileSync(at('reply.tsr'), writeTimeStampResponse(token))
    const verify = ['ts', '-verify', '-in', 'reply.tsr', '-CAfile', 'root.pem', '-untrusted', 'unit.pem', '-attime', epoch]
    expect(run('openssl', [...verify, '-queryfile', 'query.tsq']).text).toContain('Verification: OK')
    expect(run('openssl', [...verify, '-data', 'data']).text).toContain('Verification: OK')
    writeFileSync(at('data'), 'another')
    expect(run('openssl', [...verify, '-data', 'data']).text).toContain('Verification: FAILED')
    const read = readTimeStampToken(tokenOfResponse(readFileSync(at('reply.tsr'))))
    expect(read).toMatchObject({ policy, at: now, accuracyMilliseconds: 1000 })
    expect(checkTimeStampToken(read, (name) => hash(name, data, 'buffer'), [tree.unit])).toHaveProperty('signer')
    expect(checkTimeStampToken(read, (name) => hash(name, 'another', 'buffer'), [tree.unit])).toEqual({ fault: 'imprint' })
  })

  test('openssl reads a refusal', () => {
    writeFileSync(at('refusal.tsr'), writeTimeStampRejection('timeNotAvailable', 'the clock is in doubt'))
    const { text } = run('openssl', ['ts', '-reply', '-in', 'refusal.tsr', '-text'])
    expect(text).toContain('Status: Rejected')
    expect(text).toMatch(/time source is not available/i)
    expect(() => tokenOfResponse(readFileSync(at('refusal.tsr')))).toThrow(expect.objectContaining({ failure: 'timeNotAvailable' }))
  })

  test('a token by a certificate of another purpose is not believed', () => {
    run('openssl', ['ts', '-query', '-data', 'data', '-sha256', '-cert', '-out', 'query.tsq'])
    const request = readTimeStampRequest(readFileSync(at('query.tsq')), [policy])
    const other = timeStampUnitOf(tree.keys.layla, [tree.eSignature], policy, 1000)
    const read = readTimeStampToken(writeTimeStampToken(other, request, randomBytes(16), now))
    expect(checkTimeStampToken(read, () => request.hashedMessage)).toMatchObject({ fault: 'not-for-time-stamping' })
  })
})

describe('CMS', () => {
  test.each(['P-256', 'RSA'] as const)('openssl verifies a detached signature by a certificate from a CA on %s', (kind) => {
    const tree = hierarchy(kind)
    const content = Buffer.from('المستند')
    const messageDigest = hash('sha256', content, 'buffer')
    const certificates = [tree.eSignature, tree.people]
    const der = writeSignedData({
      contentType: idData,
      messageDigest,
      certificates,
      signerCertificate: tree.eSignature,
      signer: tree.keys.layla,
    })
    writeFileSync(at('signature.der'), der)
    writeFileSync(at('content'), content)
    write('root.pem', tree.root)
    const verify = [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      'signature.der',
      '-content',
      'content',
      '-CAfile',
      'root.pem',
    ]
    expect(run('openssl', [...verify, '-purpose', 'any', '-attime', epoch, '-out', 'out']).text).toBe('CAdES Verification successful\n')
    writeFileSync(at('content'), 'another')
    expect(run('openssl', [...verify, '-purpose', 'any', '-attime', epoch, '-out', 'out']).ok).toBe(false)
  })
})

describe('certification requests made by openssl', () => {
  const make = (...options: string[]) =>
    execFileSync('openssl', ['req', '-new', '-nodes', '-keyout', '/dev/null', '-subj', '/CN=x', '-outform', 'DER', ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })

  test.each([
    ['P-256', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['P-384', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
    ['RSA', ['-newkey', 'rsa:3072']],
  ] as const)('%s is read', (keyKind, options) => {
    expect(readCertificationRequest(make(...options), () => false)).toMatchObject({ keyKind, subject: { text: 'CN=x' } })
  })

  test.each([
    ['rsa-modulus-size', ['-newkey', 'rsa:2048']],
    ['unsupported-curve', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521']],
    ['unsupported-algorithm', ['-newkey', 'ed25519']],
  ] as const)('refused: %s', (fault, options) => {
    expect(() => readCertificationRequest(make(...options), () => false)).toThrow(expect.objectContaining({ fault }))
  })

  test('refused: blocked, not possessed, not DER', () => {
    const der = new Uint8Array(make('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'))
    const asking =
      (bytes: Uint8Array, blocked = false) =>
      () =>
        readCertificationRequest(bytes, () => blocked)
    expect(asking(der, true)).toThrow(expect.objectContaining({ fault: 'blocked-key' }))
    const at = Buffer.from(der).indexOf(Buffer.from([0x55, 0x04, 0x03])) + 5
    expect(asking(der.with(at, 0x79))).toThrow(expect.objectContaining({ fault: 'not-possessed' }))
    expect(asking(der.subarray(1))).toThrow(expect.objectContaining({ fault: 'malformed' }))
  })
})
