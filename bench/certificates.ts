import { randomBytes, randomFillSync } from 'node:crypto'
import { assemble, prepare } from '#pki/profiles/prepare.ts'
import { profileHash } from '#pki/profiles/profile.ts'
import { certIdFor, issuerHashesOf, readOcspRequest, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { responderOf, statementOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import { readTimeStampRequest, writeTimeStampRequest } from '#pki/timestamp/request.ts'
import { timeStampUnitOf, writeTimeStampResponse, writeTimeStampToken } from '#pki/timestamp/token.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { serialFrom } from '#pki/x509/serial.ts'
import { begin, forLints, hierarchy, profiles, subjects, throwAway } from '#test/conformance/pkiCast.ts'
import { measure } from './measure.ts'

const { keys, byPeople, people, eSignature, unit, responder } = hierarchy()
const profile = profiles.eSignature
const someBytes = eSignature.slice(0, 600)
const pinned = profileHash(profile)
const prefix = new Uint8Array([0x4a])

/** Randomness drawn from the system in blocks, as a busy authority does. */
const pool = new Uint8Array(16 * 1024)
let drawn = pool.length
function random16(): Uint8Array {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  return pool.subarray(drawn, (drawn += 16))
}

/** Each certificate has another key than the one before it. */
const subjectKeys = Array.from({ length: 64 }, () => throwAway().publicKey)
let issued = 0

function issueOne(): Uint8Array {
  const prepared = prepare(
    profile,
    {
      issuer: byPeople,
      profileHash: pinned,
      serial: serialFrom(prefix, random16()),
      notBefore: begin,
      validitySeconds: 3600,
      subject: subjects.layla,
      publicKey: subjectKeys[issued++ % subjectKeys.length]!,
    },
    forLints,
  )
  return assemble(prepared, keys.people.sign(prepared.tbs))
}

const certId = certIdFor(issuerHashesOf(readCertificate(people)), readCertificate(eSignature).serial, 'sha1')
const ocspRequest = writeOcspRequest(certId, randomBytes(16))
const ourResponder = responderOf(responder, keys.responder)
const nextUpdate = new Date(begin.getTime() + 3_600_000)

function answerOne(): Uint8Array {
  const request = readOcspRequest(ocspRequest)
  const answers = request.ids.map((id) => ({ id, statement: statementOf({ status: 'good' }, begin, nextUpdate) }))
  return writeOcspResponse(ourResponder, begin, answers, request.nonce)
}

const policy = '1.3.6.1.4.1.99999.2.1'
const stampUnit = timeStampUnitOf(keys.unit, [unit], policy, 1000)
const stampRequest = writeTimeStampRequest(randomBytes(32), randomBytes(8))

const stampOne = () =>
  writeTimeStampResponse(
    writeTimeStampToken(stampUnit, readTimeStampRequest(stampRequest, [policy]), serialFrom(prefix, random16()), begin),
  )

measure({
  name: 'issue a linted certificate, P-256 : bare sign',
  demanded: 0.6,
  baseline: () => keys.people.sign(someBytes),
  subject: issueOne,
})
measure({ name: 'OCSP request to answer : bare sign', demanded: 0.7, baseline: () => keys.responder.sign(someBytes), subject: answerOne })
measure({ name: 'time-stamp request to token : bare sign', demanded: 0.55, baseline: () => keys.unit.sign(someBytes), subject: stampOne })
