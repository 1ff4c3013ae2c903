import { assemble, prepare } from '#pki/profiles/prepare.ts'
import { profileHash } from '#pki/profiles/profile.ts'
import { begin, forLints, freshSerial, hierarchy, profiles, subjects } from '#test/conformance/pkiCast.ts'
import { measureAll } from './measure.ts'

const { keys, byPeople, eSignature } = hierarchy()
const profile = profiles.eSignature
const someBytes = eSignature.slice(0, 600)
const pinned = profileHash(profile)

function issueOne() {
  const contents = {
    issuer: byPeople,
    profileHash: pinned,
    serial: freshSerial(),
    notBefore: begin,
    validitySeconds: 3600,
    subject: subjects.layla,
    publicKey: keys.layla.publicKey,
  }
  const prepared = prepare(profile, contents, forLints)
  return assemble(prepared, keys.people.sign(prepared.tbs))
}

measureAll([{ name: 'issue a linted certificate, P-256', demanded: 0.6, baseline: () => keys.people.sign(someBytes), subject: issueOne }])
