/** Every class of certificates and every way to have its key, from the price list to the downloaded file, judged by programs that we did not write. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KeySource } from '#contract/certificateStates.ts'
import { findings } from '#pki/lints/findings.ts'
import { issuerOf } from '#pki/profiles/issuer.ts'
import { addressesOf } from '#server/ca/ceremony.ts'
import { profilesBelow, type PersonalClass } from '#server/ca/classes.ts'
import { sweepCertificates } from '#server/features/certificates/sweep.ts'
import { certificateHolder, newRequest, type Wanted } from '#test/certificateHolder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { isInstalled } from '#test/tools.ts'
import { certificateJudges } from './certificateJudges.ts'

let server: TestServer
let faisal: Browser
let holder: ReturnType<typeof certificateHolder>
let judges: Awaited<ReturnType<typeof certificateJudges>>
beforeAll(async () => {
  server = await testServer({ sweepScale: 100, isFirstStart: true })
  faisal = await server.signIn('1200000022')
  holder = certificateHolder(server, faisal)
  judges = await certificateJudges(server)
})
afterAll(async () => {
  await server.close()
  judges.close()
})

const faisalsAddress = 'faisal.alzahrani@example.sa'
const passphrase = 'four camels cross 2 dunes'
const keys: Record<string, () => KeyObject> = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  'P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
  'RSA-3072': () => generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey,
}
type Way = { code: PersonalClass; keySource: KeySource; key: string; years: number }
const ways: Way[] = [
  { code: 'personalSigningHigh', keySource: 'keyStore', key: 'P-256', years: 1 },
  { code: 'personalSigningHigh', keySource: 'keyStore', key: 'RSA-3072', years: 3 },
  { code: 'personalSigning', keySource: 'keyStore', key: 'P-256', years: 2 },
  { code: 'personalSigning', keySource: 'csr', key: 'P-256', years: 3 },
  { code: 'personalSigning', keySource: 'csr', key: 'P-384', years: 1 },
  { code: 'personalSigning', keySource: 'csr', key: 'RSA-3072', years: 2 },
  { code: 'personalSigning', keySource: 'pkcs12', key: 'P-256', years: 1 },
  { code: 'personalSigning', keySource: 'pkcs12', key: 'RSA-3072', years: 1 },
  { code: 'personalAuthentication', keySource: 'csr', key: 'P-384', years: 2 },
  { code: 'personalAuthentication', keySource: 'pkcs12', key: 'P-256', years: 3 },
]

/** What a class promises, in openssl's words. */
const promises: Record<PersonalClass, { policy: number; usage: string; purpose: string; opensslPurpose: string }> = {
  personalSigning: {
    policy: 5,
    usage: 'Digital Signature, Non Repudiation',
    purpose: '1.3.6.1.5.5.7.3.36, E-mail Protection',
    opensslPurpose: 'smimesign',
  },
  personalSigningHigh: { policy: 6, usage: 'Digital Signature, Non Repudiation', purpose: '1.3.6.1.5.5.7.3.36', opensslPurpose: 'any' },
  personalAuthentication: { policy: 7, usage: 'Digital Signature', purpose: 'TLS Web Client Authentication', opensslPurpose: 'sslclient' },
}

test('the root, on P-384, signs over SHA-384, and each unit over what its curve is worth', async () => {
  const algorithms = [judges.root, judges.people].map((file) =>
    judges.openssl('x509', '-in', file, '-noout', '-text', '-certopt', 'no_header'),
  )
  for (const text of await Promise.all(algorithms)) expect(text).toContain('Signature Algorithm: ecdsa-with-SHA384')
})

test('the ways are all that are on sale', async () => {
  const { dataList } = (await faisal.get('/api/v1/common/dsc/classes')).body as { dataList: { classCode: string; keySources: string[] }[] }
  const onSale = dataList.flatMap(({ classCode, keySources }) => keySources.map((source) => `${classCode} ${source}`))
  expect([...new Set(ways.map(({ code, keySource }) => `${code} ${keySource}`))].toSorted()).toEqual(onSale.toSorted())
})

/** Buys one and downloads it in every form, the files named after it. */
async function bought({ code, keySource, key, years }: Way) {
  const own = keySource === 'csr' ? newRequest(keys[key]!()) : undefined
  const wanted: Wanted = { code, keySource, years, ...(own ? { csr: own.csr } : { keyKind: key }) }
  const slno = await holder.issued(wanted, keySource === 'pkcs12' ? { passphrase } : {})
  const name = `${code}-${keySource}-${key}`
  const files = {
    pem: judges.save(`${name}.pem`, await holder.download(slno, 'pem')),
    der: judges.save(`${name}.cer`, await holder.download(slno, 'der')),
    chain: judges.save(`${name}.chain.pem`, await holder.download(slno, 'chain')),
    p7b: judges.save(`${name}.p7b`, await holder.download(slno, 'p7b')),
  }
  return { slno, name, files, own: own?.key, details: await holder.read(slno) }
}
type Bought = Awaited<ReturnType<typeof bought>>

const whereabouts: Record<KeySource, string> = {
  keyStore: 'with us, and it does not leave',
  csr: 'the one of the request, whose subject is not used',
  pkcs12: 'in a file that opens with its passphrase and no other, and it works',
}

describe.each(ways)('$code, key $key by $keySource, $years year(s)', (way) => {
  const { code, keySource, years } = way
  const { policy, usage, purpose, opensslPurpose } = promises[code]
  let made: Bought
  beforeAll(async () => {
    made = await bought(way)
  })

  test('openssl and certtool trust it with what was downloaded, in every form', async () => {
    const { pem, der, chain, p7b } = made.files
    expect(await judges.verify(pem, chain, '-purpose', opensslPurpose)).toBe(`${pem}: OK\n`)
    expect(await judges.certtool('--verify', '--load-ca-certificate', judges.root, '--infile', chain)).toContain(
      'Verified. The certificate is trusted.',
    )
    expect(await judges.openssl('x509', '-inform', 'DER', '-in', der)).toBe(readFileSync(pem, 'utf8'))
    const inBundle = await judges.openssl('pkcs7', '-inform', 'DER', '-in', p7b, '-print_certs')
    const certificatesOf = (text: string) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
    expect(certificatesOf(inBundle)).toEqual(certificatesOf(readFileSync(chain, 'utf8')))
    expect(certificatesOf(inBundle)).toHaveLength(3)
    expect(await judges.ocsp(pem)).toContain(`${pem}: good`)
  })

  test('openssl reads the usages, the policy, the addresses and the name that the class promises', async () => {
    const { pem } = made.files
    const extension = async (name: string) => (await judges.openssl('x509', '-in', pem, '-noout', '-ext', name)).replace(/\s+/g, ' ').trim()
    const { POLICY_OID_ARC, PKI_URL, PUBLIC_URL } = server.app.configuration
    expect(await extension('keyUsage')).toBe(`X509v3 Key Usage: critical ${usage}`)
    expect(await extension('extendedKeyUsage')).toBe(`X509v3 Extended Key Usage: ${purpose}`)
    const address = await judges.openssl('x509', '-in', pem, '-noout', '-email')
    expect(address).toBe(code === 'personalSigning' ? `${faisalsAddress}\n` : '')
    expect(await extension('basicConstraints')).toBe('X509v3 Basic Constraints: critical CA:FALSE')
    expect(await extension('certificatePolicies')).toBe(
      `X509v3 Certificate Policies: Policy: ${POLICY_OID_ARC}.1.${policy} CPS: ${PUBLIC_URL}/certificate-policy`,
    )
    expect(await extension('authorityInfoAccess')).toBe(
      `Authority Information Access: OCSP - URI:${PKI_URL}/pki/ocsp/people CA Issuers - URI:${PKI_URL}/pki/ca/people.cer`,
    )
    expect(await extension('crlDistributionPoints')).toBe(`X509v3 CRL Distribution Points: Full Name: URI:${PKI_URL}/pki/crl/people.crl`)
    const subject = await judges.openssl('x509', '-in', pem, '-noout', '-subject', '-nameopt', 'utf8,sep_comma_plus,sname')
    expect(subject).toMatch(/^subject=C=SA,GN=فيصل,SN=الزهراني,CN=Faisal Mohammed Ibrahim Alzahrani,serialNumber=TQ:SA-[0-9A-F]{20}\n$/)
    const gnutls = await judges.certtool('-i', '--infile', pem)
    expect(gnutls).toContain('givenName=فيصل')
    expect(gnutls).toContain('surName=الزهراني')
    expect(gnutls).not.toMatch(/error|warning/i)
  })

  test('it lasts the years that were paid, stands in our lints, and the details say what is in it', async () => {
    const der = await holder.download(made.slno, 'der')
    const read = new X509Certificate(der)
    const { validFrom, validTo, serialNumberHex, serialNumberDecimal, keyAlgorithm, policyOid } = made.details
    expect([read.validFromDate, read.validToDate]).toEqual([new Date(validFrom), new Date(validTo)])
    const end = new Date(read.validFromDate.getTime() + 60_000 - 1_000)
    end.setUTCFullYear(end.getUTCFullYear() + years)
    expect(Math.abs(end.getTime() - read.validToDate.getTime())).toBeLessThanOrEqual(1_000)
    expect([serialNumberHex, BigInt(serialNumberDecimal).toString(16).toUpperCase()]).toEqual([read.serialNumber, read.serialNumber])
    expect(keyAlgorithm).toBe(way.key)
    const { POLICY_OID_ARC, PKI_URL, PUBLIC_URL } = server.app.configuration
    expect(policyOid).toBe(`${POLICY_OID_ARC}.1.${policy}`)
    const profiles = profilesBelow(POLICY_OID_ARC, `${PUBLIC_URL}/certificate-policy`)
    const { profile } = profiles[code === 'personalSigning' ? 'personalSigningWithMail' : code]
    const people = (await faisal.get('/pki/ca/people.cer')).body as Buffer
    expect(findings(der, profile, issuerOf(people, 'ecdsa-with-SHA256', addressesOf(PKI_URL, 'people')))).toEqual([])
  })

  test(`its key is where it should be: ${whereabouts[keySource]}`, () => judgeKey[keySource](made, code))
})

const judgeKey: Record<KeySource, (made: Bought, code: PersonalClass) => Promise<void>> = {
  keyStore: judgeKept,
  csr: judgeOwn,
  pkcs12: judgeKeyFile,
}

async function judgeKept({ slno }: Pick<Bought, 'slno'>) {
  const refused = await faisal.get(`/api/v1/dsc/my/pkcs12/${slno}`)
  expect([refused.status, refused.body.detail]).toEqual([409, 'WRONG_STATE'])
}

async function judgeOwn({ files, own, ...made }: Bought) {
  const read = new X509Certificate(readFileSync(files.der))
  expect(read.publicKey.equals(createPublicKey(own!))).toBe(true)
  expect(read.toString() + read.subject).not.toContain('Somebody Else')
  await judgeKept(made)
}

async function judgeKeyFile({ slno, name, files }: Bought, code: PersonalClass) {
  const taken = await faisal.get(`/api/v1/dsc/my/pkcs12/${slno}`)
  expect([taken.status, taken.headers.get('content-type')]).toEqual([200, 'application/x-pkcs12'])
  const file = judges.save(`${name}.p12`, taken.body)
  const open = (words: string) => judges.openssl('pkcs12', '-in', file, '-passin', `pass:${words}`, '-nodes')
  const inside = await open(passphrase)
  expect(inside.match(/BEGIN CERTIFICATE/g)).toHaveLength(3)
  const key = createPrivateKey(/-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(inside)![0])
  expect(new X509Certificate(readFileSync(files.der)).checkPrivateKey(key)).toBe(true)
  for (const wrong of [`${passphrase} `, passphrase.toUpperCase(), '']) {
    const refused = await open(wrong)
    expect(refused).toMatch(/invalid password|MAC/i)
    expect(refused).not.toContain('BEGIN')
  }
  if (code === 'personalAuthentication') expect(await signsIn(taken.body)).toBe('Faisal Mohammed Ibrahim Alzahrani')
  else await signsMail(name, inside, files.pem)
}

/** A CMS signature by openssl with the key of the file, verified by openssl with the root alone. */
async function signsMail(name: string, inside: string, pem: string) {
  const [text, key, signed] = [judges.save('text', 'مرحبا'), judges.save(`${name}.key`, inside), judges.at(`${name}.p7m`)]
  const sign = ['cms', '-sign', '-binary', '-nodetach', '-cades', '-in', text, '-signer', pem, '-inkey', key, '-certfile', judges.people]
  expect(await judges.openssl(...sign, '-outform', 'DER', '-out', signed)).toBe('')
  const verify = [
    'cms',
    '-verify',
    '-cades',
    '-inform',
    'DER',
    '-in',
    signed,
    '-CAfile',
    judges.root,
    '-purpose',
    'smimesign',
    '-verify_email',
    faisalsAddress,
    '-out',
    judges.at('out'),
  ]
  expect(await judges.openssl(...verify)).toBe('CAdES Verification successful\n')
  expect(readFileSync(judges.at('out'), 'utf8')).toBe('مرحبا')
}

/** Signs in to a system that asks for a certificate. @returns the name by which the system knows the person */
async function signsIn(pfx: Buffer): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = judges.save('system.key', privateKey)
  const self = ['req', '-x509', '-new', '-key', key, '-subj', '/CN=localhost', '-days', '2', '-addext', 'subjectAltName=DNS:localhost']
  const cert = await judges.openssl(...self)
  const system = createServer(
    { key: privateKey, cert, ca: readFileSync(judges.root), requestCert: true, rejectUnauthorized: true },
    (socket) => socket.end(String(socket.getPeerCertificate().subject.CN)),
  ).listen(0, '127.0.0.1')
  await once(system, 'listening')
  const { port } = system.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: cert, pfx, passphrase })
  let said = ''
  client.on('data', (part: Buffer) => (said += part.toString()))
  await once(client, 'close')
  system.close()
  return said
}

test('the demonstration’s certificates are real: at the first start they stand in every state, and the responder agrees', async () => {
  const noura = await server.signIn('1200000014')
  const { dataList } = (await noura.get('/api/v1/dsc/my/certificates/1/50')).body as {
    dataList: { encodedCertificateSlno: string; state: string; serialNumberHex: string | null }[]
  }
  expect(new Set(dataList.map(({ state }) => state))).toEqual(
    new Set(['applied', 'paid', 'identityVerified', 'cancelled', 'active', 'suspended', 'revoked']),
  )
  const chain = judges.save('people.chain.pem', readFileSync(judges.people))
  for (const { encodedCertificateSlno: slno, state } of dataList.filter(({ serialNumberHex }) => serialNumberHex !== null)) {
    const file = judges.save(`${slno}.pem`, await certificateHolder(server, noura).download(slno, 'pem'))
    expect(await judges.verify(file, chain)).toBe(`${file}: OK\n`)
    expect(await judges.ocsp(file)).toMatch({ active: /: good/, suspended: /: revoked[^]*certificateHold/ }[state] ?? /: revoked/)
  }
})

/** The file of the last way. */
const keyFile = async () =>
  server.db
    .selectFrom('dsc')
    .select(['public_id', 'pkcs12_sealed', 'pkcs12_until', 'key_sealed'])
    .where('key_source', '=', 'pkcs12')
    .where('person_id', '=', faisal.session.slno)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test.skipIf(!isInstalled('keytool'))('Java opens a PKCS#12 file with its passphrase and no other', async () => {
  const { public_id } = await keyFile()
  const file = judges.save('java.p12', (await faisal.get(`/api/v1/dsc/my/pkcs12/${public_id}`)).body)
  const list = (words: string) => judges.keytool('-list', '-v', '-storetype', 'PKCS12', '-keystore', file, '-storepass', words)
  const [right, wrong] = await Promise.all([list(passphrase), list('four camels cross 3 dunes')])
  expect(right).toMatch(/PrivateKeyEntry[^]*Certificate chain length: 3/)
  expect(right).toContain('CN=Faisal Mohammed Ibrahim Alzahrani')
  expect(wrong).toMatch(/password was incorrect/)
})

test('a PKCS#12 file is forgotten after a day, and its key with it', async () => {
  const { public_id, pkcs12_sealed } = await keyFile()
  expect(pkcs12_sealed).not.toBeNull()
  server.clock.advance(86_400)
  await sweepCertificates(server.app)
  server.clock.advance(-86_400)
  expect(await keyFile()).toEqual({ public_id, pkcs12_sealed: null, pkcs12_until: null, key_sealed: null })
  expect((await faisal.get(`/api/v1/dsc/my/pkcs12/${public_id}`)).body).toMatchObject({
    detail: 'WRONG_STATE',
    title: 'There is no file to download. A PKCS#12 file is kept for one day after issuing, then forgotten.',
  })
})
