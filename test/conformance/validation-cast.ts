import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { bitString, context, integer, sequence, time } from '#pki/der/write.ts'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import type { Level } from '#pki/signature/sign.ts'
import type { SignatureOptions } from '#pki/signature/prepare.ts'
import type { Signer } from '#pki/signer.ts'
import { responderOf, statementOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import { certIdFor, issuerHashesOf } from '#pki/revocation/ocspRequest.ts'
import type { CertStatus } from '#pki/revocation/ocspResponse.ts'
import { readTimeStampRequest } from '#pki/timestamp/request.ts'
import { timeStampUnitOf, writeTimeStampToken } from '#pki/timestamp/token.ts'
import { signatureIdentifier } from '#pki/x509/algorithms.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { encodeName } from '#pki/x509/names.ts'

export type Party = { certificate: Certificate; signer: Signer }
/** What a certificate takes over from the one above it. */
type Above = { certificate: Pick<Certificate, 'subject' | 'subjectKeyIdentifier'>; signer: Signer }

const keyOf = (pair: { privateKey: KeyObject; publicKey: KeyObject }): Signer => ({
  algorithm: 'ecdsa-with-SHA256',
  publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }),
  sign: (data) => sign('sha256', data, pair.privateKey),
})

export const newKey = (): Signer => {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return keyOf({ privateKey: createPrivateKey(privateKey), publicKey: createPublicKey(privateKey) })
}

let serials = 1

/** A certificate of any shape: what a test needs, not what our profiles allow. */
export function certify(
  name: string,
  by: Above | undefined,
  more: readonly Uint8Array[],
  validity: readonly [Date, Date] = [new Date('2026-01-01'), new Date('2036-01-01')],
): Party {
  const signer = newKey()
  const subject = encodeName([
    ['C', 'SA'],
    ['O', 'Tawqi Test'],
    ['CN', name],
  ])
  const spkiBits = signer.publicKey.subarray(signer.publicKey.length - 65)
  const tbs = sequence(
    context(0, integer(2)),
    integer(++serials),
    signatureIdentifier('ecdsa-with-SHA256'),
    by?.certificate.subject.der ?? subject,
    sequence(time(validity[0]), time(validity[1])),
    subject,
    signer.publicKey,
    extensions.extensionsField(
      extensions.subjectKeyIdentifier(extensions.keyIdentifierOf(spkiBits)),
      ...(by ? [extensions.authorityKeyIdentifier(by.certificate.subjectKeyIdentifier!)] : []),
      ...more,
    ),
  )
  const signature = (by?.signer ?? signer).sign(tbs)
  const certificate = readCertificate(sequence(tbs, signatureIdentifier('ecdsa-with-SHA256'), bitString(signature)))
  return { certificate, signer }
}

const ca = [extensions.basicConstraints({ pathLength: null }), extensions.keyUsage('keyCertSign', 'cRLSign')]
const person = [extensions.keyUsage('nonRepudiation')]

export const root = certify('Root', undefined, ca)
export const authority = certify('Issuing Authority', root, ca)
export const timeUnit = certify('Time Stamps', authority, [
  extensions.keyUsage('digitalSignature'),
  extensions.extendedKeyUsage(true, extensions.purposes.timeStamping),
])
export const responder = certify('Responder', authority, [
  extensions.keyUsage('digitalSignature'),
  extensions.extendedKeyUsage(false, extensions.purposes.ocspSigning),
  extensions.ocspNoCheck(),
])
export const rootResponder = certify('Root Responder', root, [
  extensions.keyUsage('digitalSignature'),
  extensions.extendedKeyUsage(false, extensions.purposes.ocspSigning),
  extensions.ocspNoCheck(),
])
export const sara = certify('Sara', authority, person)
export const fahad = certify('Fahad', authority, person)
export const noura = certify('Noura', authority, person)
/** Signs with a certificate of her own making. */
export const mallory = certify('Mallory', undefined, person)

export const anchors = [root.certificate]
export const signedAt = new Date('2026-11-21T09:00:00Z')

/** An OCSP response about one certificate, by its issuer's responder. */
export function ocspFor(certificate: Certificate, at: Date, status: CertStatus = { status: 'good' }, freshMinutes = 60): Uint8Array {
  const byRoot = Buffer.compare(certificate.issuer.der, root.certificate.subject.der) === 0
  const by = byRoot ? rootResponder : responder
  const issuer = byRoot ? root.certificate : authority.certificate
  const nextUpdate = new Date(at.getTime() + freshMinutes * 60_000)
  const answer = { id: certIdFor(issuerHashesOf(issuer), certificate.serial), statement: statementOf(status, at, nextUpdate) }
  return writeOcspResponse(responderOf(by.certificate.der, by.signer), at, [answer])
}

const unit = timeStampUnitOf(timeUnit.signer, [timeUnit.certificate.der, authority.certificate.der], '1.2.3.4.1', 1000)

export function tokenFor(sha256: Uint8Array, at: Date, by = unit): Uint8Array {
  const request = readTimeStampRequest(
    sequence(
      integer(1),
      sequence(sequence(Buffer.from('0609608648016503040201', 'hex')), Buffer.concat([Buffer.from([4, 32]), sha256])),
      Buffer.from([1, 1, 255]),
    ),
    ['1.2.3.4.1'],
  )
  return writeTimeStampToken(by, request, new Uint8Array([1, serials++ & 0x7f, 1]), at)
}

export const timestamper = (at: Date, by = unit) => ({ request: (imprint: Uint8Array) => tokenFor(imprint, at, by), maxLength: 4096 })

export type SignOptions = Partial<Omit<SignatureOptions, 'contentsLength'>> & {
  level?: Level
  by?: Party
  above?: Party
  at?: Date
  stampedBy?: typeof unit
}

/** The file signed by our own signer, whatever it draws: other signers do not look. */
export async function signFile(
  bytes: Uint8Array,
  { level = 'B-B', by = sara, above = authority, at = signedAt, stampedBy = unit, ...signature }: SignOptions = {},
): Promise<Buffer> {
  const facts = readSigningFacts(bytes, { renewal: true })
  if (!facts.signable) throw new Error(`not signable: ${facts.code} ${facts.detail}`)
  const signed = await signPdf({
    facts,
    hashState: advance(emptyState(), bytes),
    signer: by.signer,
    certificate: by.certificate.der,
    certificates: [by.certificate.der, above.certificate.der],
    signature: { fieldName: `Signature${facts.signatures.length + 1}`, signedAt: at, ...signature },
    level,
    timestamp: timestamper(at, stampedBy),
    validationMaterial: () => ({
      certificates: [root, authority, timeUnit, responder, rootResponder].map(({ certificate }) => certificate.der),
      ocsps: [by.certificate, timeUnit.certificate, authority.certificate].map((one) => ocspFor(one, at)),
      crls: [],
    }),
  })
  return Buffer.concat([bytes, signed.tail])
}

/** OCSP answers from outside, as a verifier that asks would have them. */
export const freshAnswers = (at: Date) => ({
  ocsps: [sara, fahad, noura, timeUnit, authority].map(({ certificate }) => ocspFor(certificate, at)),
})

export const sha256 = (data: Uint8Array) => hash('sha256', data, 'buffer')
