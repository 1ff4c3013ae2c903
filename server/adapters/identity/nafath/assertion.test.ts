import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AssertionFault } from '../identity.ts'
import { verifyAssertion } from './assertion.ts'

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const now = new Date('2026-11-21T09:00:00Z')
const seconds = now.getTime() / 1000
const nationalId = '1200000014'
const expected = { audience: 'Tawqi', nationalId, transId: 't-1', now }

const header = { alg: 'RS256', typ: 'JWT', kid: 'k1' }
const claims = {
  iss: 'Nafath App',
  aud: 'Tawqi',
  iat: seconds - 5,
  nbf: seconds - 5,
  exp: seconds + 300,
  transId: 't-1',
  status: 'COMPLETED',
  nin: nationalId,
  firstName: 'نورة',
  fatherName: 'عبدالله',
  grandFatherName: 'سعد',
  familyName: 'القحطاني',
  englishFirstName: 'Noura',
  englishSecondName: 'Abdullah',
  englishThirdName: 'Saad',
  englishLastName: 'Alqahtani',
  dateOfBirthG: '1991-03-14',
  dateOfBirthH: '1411-08-27',
  gender: 'F',
  nationalityCode: '113',
  idExpiryDateG: '2031-12-31',
}

const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const rs256 = (signed: string, key: KeyObject = ours.privateKey, hash = 'RSA-SHA256') =>
  sign(hash, Buffer.from(signed), key).toString('base64url')

type Change = Record<string, unknown>
function token(changedClaims: Change = {}, changedHeader: Change = {}, key = ours.privateKey) {
  const signed = `${part({ ...header, ...changedHeader })}.${part({ ...claims, ...changedClaims })}`
  return `${signed}.${rs256(signed, key)}`
}
/** Any header and body as text, with whatever makes the third part. */
function made(head: unknown, body: unknown, mac: (signed: string) => string = rs256) {
  const signed = `${part(head)}.${part(body)}`
  return `${signed}.${mac(signed)}`
}
const [goodHead, goodBody, goodMac] = token().split('.') as [string, string, string]
const publicPem = ours.publicKey.export({ type: 'spki', format: 'pem' })
const hmac = (secret: string | Buffer) => (signed: string) => createHmac('sha256', secret).update(signed).digest('base64url')
const strangerJwk = stranger.publicKey.export({ format: 'jwk' })

const read = (text: unknown, changed: Partial<typeof expected> = {}) =>
  verifyAssertion(text as string, async (kid) => (kid === 'k1' ? ours.publicKey : undefined), { ...expected, ...changed })

test('an honest token yields the person', async () => {
  const assertion = await read(token())
  expect(assertion).toMatchObject({
    nationalId,
    transId: 't-1',
    nameAr: { first: 'نورة', father: 'عبدالله', grandfather: 'سعد', family: 'القحطاني' },
    nameEn: { first: 'Noura', father: 'Abdullah', grandfather: 'Saad', family: 'Alqahtani' },
    bornOn: '1991-03-14',
    bornOnHijri: '1411-08-27',
    gender: 'female',
    nationality: 'SA',
    nationalityCode: '113',
    idExpiresOn: '2031-12-31',
    issuedAt: new Date((seconds - 5) * 1000),
    expiresAt: new Date((seconds + 300) * 1000),
  })
  expect(assertion.tokenSha256).toMatch(/^[0-9a-f]{64}$/)
})

const honest: [string, string, Partial<typeof expected>?][] = [
  ['a resident', token({ nin: undefined, iqamaNumber: '2200000004' }), { nationalId: '2200000004' }],
  ['an ID sent as a number', token({ nin: Number(nationalId) })],
  ['an audience of one', token({ aud: ['Tawqi'] })],
  ['a clock 20 s behind ours', token({ iat: seconds + 20, nbf: seconds + 20 })],
  ['a token that ended 20 s ago', token({ exp: seconds - 1 }), { now: new Date((seconds + 20) * 1000) }],
  ['nobody’s English name', token({ englishFirstName: undefined, englishSecondName: null, englishThirdName: '', englishLastName: null })],
  ['no father’s name', token({ fatherName: undefined, grandFatherName: null })],
  ['a joiner in a name', token({ familyName: 'می\u200cخواهم' })],
  ['no typ', token({}, { typ: undefined })],
]
test.each(honest)('accepted: %s', async (_, text, changed) => {
  await expect(read(text, changed)).resolves.toMatchObject({ transId: 't-1' })
})

test.each([
  ['113', 'SA'],
  [113, 'SA'],
  ['304', 'PK'],
  ['999', null],
  ['constructor', null],
])('the country of the code %j is %j', async (nationalityCode, nationality) => {
  expect(await read(token({ nationalityCode }))).toMatchObject({ nationality, nationalityCode: String(nationalityCode) })
})

const forgeries: [string, unknown, AssertionFault, Partial<typeof expected>?][] = [
  // Form
  ['nothing', undefined, 'malformed'],
  ['an empty text', '', 'malformed'],
  ['an object', { token: token() }, 'malformed'],
  ['a list of one token', [token()], 'malformed'],
  ['two parts', `${goodHead}.${goodBody}`, 'malformed'],
  ['an empty signature', `${goodHead}.${goodBody}.`, 'malformed'],
  ['four parts', `${token()}.x`, 'malformed'],
  ['five parts, as of an encrypted token', `${goodHead}.a.b.c.d`, 'malformed'],
  ['a space before', ` ${token()}`, 'malformed'],
  ['a line feed after', `${token()}\n`, 'malformed'],
  ['a space inside the signature', `${goodHead}.${goodBody}.${goodMac.slice(0, 9)} ${goodMac.slice(9)}`, 'malformed'],
  ['a NUL at the end', `${token()}\0`, 'malformed'],
  ['padding', `${token()}==`, 'malformed'],
  ['base64 instead of base64url', `${goodHead}.${goodBody}.${Buffer.from(goodMac, 'base64url').toString('base64')}`, 'malformed'],
  ['the other spelling of the last bits', `${goodHead}.${goodBody}.${goodMac.slice(0, -1)}${otherSpelling(goodMac.at(-1)!)}`, 'malformed'],
  ['“Bearer” before it', `Bearer ${token()}`, 'malformed'],
  ['the JSON serialization', JSON.stringify({ payload: goodBody, protected: goodHead, signature: goodMac }), 'malformed'],
  ['a token of 20 KB', token({ nationalAddress: 'x'.repeat(20_000) }), 'malformed'],
  ['a body that is no JSON', made(header, 'not json'), 'malformed'],
  ['a body that is a list', made(header, [claims]), 'malformed'],
  ['a body that is null', made(header, 'null'), 'malformed'],
  ['a body with a byte order mark', made(header, `\ufeff${JSON.stringify(claims)}`), 'malformed'],
  ['a claim twice', made(header, JSON.stringify(claims).replace('{', '{"aud":"Other",')), 'malformed'],
  ['half a surrogate pair', token({ nationalAddress: '\ud800' }), 'malformed'],
  ['a header that is no JSON', made('{', claims), 'header'],
  ['a header that is text', made('"RS256"', claims), 'header'],
  // Algorithm
  ['alg none, unsigned', made({ ...header, alg: 'none' }, claims, () => 'AA'), 'algorithm'],
  ['alg None, with the honest signature', made({ ...header, alg: 'None' }, claims), 'algorithm'],
  ['alg nOnE', made({ ...header, alg: 'nOnE' }, claims), 'algorithm'],
  ['alg rs256 in small letters', made({ ...header, alg: 'rs256' }, claims), 'algorithm'],
  ['alg with a space', made({ ...header, alg: 'RS256 ' }, claims), 'algorithm'],
  ['alg as a list', made({ ...header, alg: ['RS256'] }, claims), 'algorithm'],
  ['no alg', made({ kid: 'k1' }, claims), 'algorithm'],
  ['HS256 keyed with the public PEM', made({ ...header, alg: 'HS256' }, claims, hmac(publicPem)), 'algorithm'],
  ['RS256 in name, HMAC of the public PEM in fact', made(header, claims, hmac(publicPem)), 'signature'],
  ['RS256 in name, HMAC of an empty key in fact', made(header, claims, hmac('')), 'signature'],
  ['RS512', made({ ...header, alg: 'RS512' }, claims, (text) => rs256(text, ours.privateKey, 'RSA-SHA512')), 'algorithm'],
  ['RS256 in name, SHA-1 in fact', made(header, claims, (text) => rs256(text, ours.privateKey, 'RSA-SHA1')), 'signature'],
  ['RS256 in name, SHA-512 in fact', made(header, claims, (text) => rs256(text, ours.privateKey, 'RSA-SHA512')), 'signature'],
  ['RS256 in name, PSS in fact', made(header, claims, pss), 'signature'],
  ['ES256', made({ ...header, alg: 'ES256' }, claims, (text) => rs256(text, curve.privateKey, 'SHA256')), 'algorithm'],
  ['RS256 in name, ECDSA in fact', made(header, claims, (text) => rs256(text, curve.privateKey, 'SHA256')), 'signature'],
  // Header parameters
  ['crit', token({}, { crit: ['exp'] }), 'header'],
  ['an empty crit', token({}, { crit: [] }), 'header'],
  ['b64 false', token({}, { b64: false }), 'header'],
  ['zip', token({}, { zip: 'DEF' }), 'header'],
  ['an own key in jwk', token({}, { jwk: strangerJwk }, stranger.privateKey), 'header'],
  ['an own key at jku', token({}, { jku: 'https://evil.example/jwk' }, stranger.privateKey), 'header'],
  ['an own certificate in x5c', token({}, { x5c: ['MIIB'] }, stranger.privateKey), 'header'],
  ['an own certificate at x5u', token({}, { x5u: 'https://evil.example/c' }, stranger.privateKey), 'header'],
  ['typ of another kind of token', token({}, { typ: 'logout+jwt' }), 'header'],
  ['no kid', token({}, { kid: undefined }), 'header'],
  ['kid as a number', token({}, { kid: 1 }), 'header'],
  ['kid as a list', token({}, { kid: ['k1'] }), 'header'],
  ['an empty kid', token({}, { kid: '' }), 'header'],
  ['kid as a path', token({}, { kid: '../../../../dev/null' }, stranger.privateKey), 'unknown_key'],
  ['kid as SQL', token({}, { kid: "k1' or '1'='1" }, stranger.privateKey), 'unknown_key'],
  ['kid as a property of every object', token({}, { kid: '__proto__' }, stranger.privateKey), 'unknown_key'],
  ['kid with a line feed', token({}, { kid: 'k1\n' }), 'unknown_key'],
  // Signature
  ['a stranger’s signature', token({}, {}, stranger.privateKey), 'signature'],
  ['a signature of another token', `${goodHead}.${goodBody}.${token({ transId: 't-2' }).split('.')[2]}`, 'signature'],
  ['another body under the honest signature', `${goodHead}.${part({ ...claims, nin: '1200000022' })}.${goodMac}`, 'signature'],
  ['another header under the honest signature', `${part({ ...header, extra: 1 })}.${goodBody}.${goodMac}`, 'signature'],
  ['one bit changed', `${goodHead}.${goodBody}.${goodMac.startsWith('A') ? 'B' : 'A'}${goodMac.slice(1)}`, 'signature'],
  ['a signature of zeros', `${goodHead}.${goodBody}.${Buffer.alloc(256).toString('base64url')}`, 'signature'],
  ['a signature with a zero byte before', `${goodHead}.${goodBody}.${longer(goodMac)}`, 'signature'],
  ['a shortened signature', `${goodHead}.${goodBody}.${goodMac.slice(0, 4)}`, 'signature'],
  // Issuer and audience
  ['another issuer', token({ iss: 'Nafath' }), 'issuer'],
  ['the issuer in other letters', token({ iss: 'nafath app' }), 'issuer'],
  ['the issuer with a space', token({ iss: 'Nafath App ' }), 'issuer'],
  ['no issuer', token({ iss: undefined }), 'issuer'],
  ['an issuer in a list', token({ iss: ['Nafath App'] }), 'issuer'],
  ['another provider’s token', token({ aud: 'Other' }), 'audience'],
  ['no audience', token({ aud: undefined }), 'audience'],
  ['an audience shared with another', token({ aud: ['Tawqi', 'Other'] }), 'audience'],
  ['an empty audience', token({ aud: [] }), 'audience'],
  // Time
  ['an expired token', token({ exp: seconds - 60 }), 'time'],
  ['a token that expires as it is made', token({ iat: seconds, exp: seconds }), 'time'],
  ['no exp', token({ exp: undefined }), 'time'],
  ['exp as text', token({ exp: String(seconds + 300) }), 'time'],
  ['exp in milliseconds', token({ exp: (seconds + 300) * 1000 }), 'time'],
  ['a negative iat', token({ iat: -1 }), 'time'],
  ['no iat', token({ iat: undefined }), 'time'],
  ['no nbf', token({ nbf: undefined }), 'time'],
  ['nbf to come', token({ nbf: seconds + 60 }), 'time'],
  ['iat to come', token({ iat: seconds + 60 }), 'time'],
  ['an old token with a long life', token({ iat: seconds - 901, exp: seconds + 86_400 }), 'time'],
  // What was asked
  ['another transaction of the same person', token({ transId: 't-2' }), 'transaction'],
  ['the log-in’s token shown to the renewal', token(), 'transaction', { transId: 't-9' }],
  ['no transaction', token({ transId: undefined }), 'transaction'],
  ['a list of transactions', token({ transId: ['t-1'] }), 'transaction'],
  ['a rejection', token({ status: 'REJECTED' }), 'decision'],
  ['a wait', token({ status: 'WAITING' }), 'decision'],
  ['an expiry', token({ status: 'EXPIRED' }), 'decision'],
  ['no status', token({ status: undefined }), 'decision'],
  ['status true', token({ status: true }), 'decision'],
  // The person
  ['another person', token({ nin: '1200000022' }), 'person'],
  ['a person asked for whom nobody approved', token(), 'person', { nationalId: '1200000022' }],
  ['nobody', token({ nin: undefined }), 'person'],
  ['a citizen’s number under the resident’s name', token({ nin: undefined, iqamaNumber: nationalId }), 'person'],
  ['both numbers', token({ iqamaNumber: '2200000004' }), 'person'],
  ['the number with a space', token({ nin: `${nationalId} ` }), 'person'],
  ['the number in Arabic digits', token({ nin: '١٢٠٠٠٠٠٠١٤' }), 'person'],
  ['a list of numbers', token({ nin: [nationalId] }), 'person'],
  ['a visitor', token({ visaNumber: '6000000000' }), 'person'],
  ['a border number', token({ nin: undefined, borderNumber: nationalId }), 'person'],
  ['no family name', token({ familyName: undefined }), 'person'],
  ['an empty name', token({ firstName: '' }), 'person'],
  ['a name that turns the line', token({ firstName: 'نورة\u202e' }), 'person'],
  ['a name with a NUL', token({ englishLastName: 'Alqahtani\0' }), 'malformed'],
  ['a name that is only white to the eye', token({ familyName: '\u200f' }), 'person'],
  ['a birthday that is none', token({ dateOfBirthG: '14/03/1991' }), 'person'],
]

test.each(forgeries)('refused: %s', async (_, text, code, changed) => {
  await expect(read(text, changed)).rejects.toMatchObject({ name: 'AssertionError', code })
})

/** 256 bytes leave 2 unused bits in the last letter; this letter differs from it in those alone. */
function otherSpelling(letter: string) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(letter) ^ 1]!
}

function longer(mac: string) {
  return Buffer.concat([Buffer.alloc(1), Buffer.from(mac, 'base64url')]).toString('base64url')
}

function pss(signed: string) {
  return sign('sha256', Buffer.from(signed), { key: ours.privateKey, padding: 6, saltLength: 32 }).toString('base64url')
}
