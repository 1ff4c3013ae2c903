/** What says that a certificate is good counts only from when, and from whom, it can speak. */
import { describe, expect, test } from 'vitest'
import { writeCrl } from '#pki/revocation/crl.ts'
import { certIdFor, issuerHashesOf } from '#pki/revocation/ocspRequest.ts'
import { responderOf, statementOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import { validateDocument } from '#pki/validation/document.ts'
import type { GivenMaterial } from '#pki/validation/material.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { anchors, authority, certify, ocspFor, responder, sara, signedAt, signFile, timeUnit } from './validation-cast.ts'
import type { Party } from './validation-cast.ts'
import { contract, file } from './validation-files.ts'

const minutesLater = (minutes: number) => new Date(signedAt.getTime() + minutes * 60_000)
const day = 24 * 60
const year = 365 * day
const tryLater = { indication: 'INDETERMINATE', subIndication: 'TRY_LATER' }
const passed = { indication: 'TOTAL-PASSED', document: 'asSigned' }

function answerBy(by: Party, about: Party, from: Date, until: Date): Uint8Array {
  const id = certIdFor(issuerHashesOf(authority.certificate), about.certificate.serial)
  return writeOcspResponse(responderOf(by.certificate.der, by.signer), from, [
    { id, statement: statementOf({ status: 'good' }, from, until) },
  ])
}

const listFrom = (from: Date) =>
  writeCrl({ issuer: authority.certificate, number: 1n, thisUpdate: from, nextUpdate: minutesLater(day), revoked: [] }, authority.signer)

describe('older than the certificate', () => {
  const late = certify('Late', authority, [extensions.keyUsage('nonRepudiation')], [minutesLater(-60), minutesLater(year)])
  const validate = async (given: GivenMaterial) => {
    const ocsps = [...(given.ocsps ?? []), ocspFor(authority.certificate, signedAt)]
    return validateDocument(await signFile(file(contract()), { by: late }), { anchors, at: signedAt, given: { ...given, ocsps } })
  }

  test('a list', async () => {
    expect(await validate({ crls: [listFrom(minutesLater(-30))] })).toMatchObject(passed)
    expect(await validate({ crls: [listFrom(minutesLater(-120))] })).toMatchObject(tryLater)
  })

  test('an answer', async () => {
    expect(await validate({ ocsps: [answerBy(responder, late, minutesLater(-30), minutesLater(day))] })).toMatchObject(passed)
    expect(await validate({ ocsps: [answerBy(responder, late, minutesLater(-120), minutesLater(day))] })).toMatchObject(tryLater)
  })
})

describe('by a responder whose certificate has expired', () => {
  const delegate = (from: number, until: number, ...more: Uint8Array[]) =>
    certify(
      'Brief Responder',
      authority,
      [extensions.keyUsage('digitalSignature'), extensions.extendedKeyUsage(false, extensions.purposes.ocspSigning), ...more],
      [minutesLater(from), minutesLater(until)],
    )
  /** A year later; the time stamp proves when the signature was made. */
  const validate = async (answer: Uint8Array, crls: Uint8Array[] = []) => {
    const at = minutesLater(year)
    const ocsps = [answer, ocspFor(authority.certificate, at), ocspFor(timeUnit.certificate, at)]
    return validateDocument(await signFile(file(contract()), { level: 'B-T' }), { anchors, at, given: { ocsps, crls } })
  }

  test('since, one that needs no check', async () => {
    const brief = delegate(-day, 60, extensions.ocspNoCheck())
    expect(await validate(answerBy(brief, sara, minutesLater(5), minutesLater(30)))).toMatchObject(passed)
  })

  test('since, one that a list of that time calls good', async () => {
    const brief = delegate(-day, 60)
    const answer = answerBy(brief, sara, minutesLater(5), minutesLater(30))
    expect(await validate(answer, [listFrom(minutesLater(10))])).toMatchObject(passed)
    expect(await validate(answer)).toMatchObject(tryLater)
  })

  test('before the signature is proven to have existed, whatever time the answer states', async () => {
    const brief = delegate(-day, -60, extensions.ocspNoCheck())
    expect(await validate(answerBy(brief, sara, minutesLater(-120), minutesLater(day)))).toMatchObject(tryLater)
  })
})
