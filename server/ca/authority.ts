import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { responderOf, type Responder } from '#pki/revocation/ocspResponse.ts'
import type { IssuerHashes } from '#pki/revocation/ocspRequest.ts'
import type { ValidationMaterial } from '#pki/signature/securityStore.ts'
import { readTimeStampRequest, sha256Imprint, TimeStampError, type TimeStampRequest } from '#pki/timestamp/request.ts'
import {
  longestToken,
  timeStampUnitOf,
  writeTimeStampResponse,
  writeTimeStampRejection,
  writeTimeStampToken,
  type TimeStampUnit,
} from '#pki/timestamp/token.ts'
import { reasonOf, type RevocationReason } from '#pki/revocation/reasons.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { Name } from '#pki/x509/names.ts'
import type { KeyStore } from '#server/adapters/keys/keys.ts'
import type { TimeServer } from '#server/adapters/time/time.ts'
import { addDays, addSeconds, type Clock } from '#server/platform/clock.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import { randomOctets } from '#server/platform/randomness.ts'
import type { Db, Queryable } from '#server/platform/db/db.ts'
import { openIssuing, operatorName, performCeremony, type Operator } from './ceremony.ts'
import { eSignatureSeconds, policiesBelow, profilesBelow } from './classes.ts'
import { summarize } from './describeCertificate.ts'
import { issue } from './issue.ts'
import type { Issuing } from './issuing.ts'
import { keysIn, personalCertificates } from './personalCertificates.ts'
import { answerOcsp, currentCrl, hashesOf, hold, isCrlBehind, ocspFor, release, revoke, revokeOrphans } from './revocation.ts'
import { sealCertificates } from './sealCertificates.ts'
import { statusesOf, type Statuses } from './statuses.ts'
import { mostErrorMs, trustedTime, type TrustedTime } from './trustedTime.ts'

export type AuthorityOptions = {
  db: Db
  /** By which its clock is read. */ probe: Db
  keys: KeyStore
  clock: Clock
  /** Who knows the time besides the machine. */ timeServers: readonly TimeServer[]
  log: Logger
  operator: Operator
  policyArc: string
  practiceStatement: string
}
export type Authority = Awaited<ReturnType<typeof openAuthority>>

type Unit = { by: Issuing; hashes: IssuerHashes; statuses: Statuses; responder: Responder; renewBy: Date }
const units = ['people', 'seals'] as const
export type UnitId = (typeof units)[number]

const responderDays = 10

/** Opens the certification authority: holds the key ceremony at first, then keeps responders fresh. The only owner of its keys. */
export async function openAuthority({
  db,
  probe,
  keys,
  clock,
  timeServers,
  log,
  operator,
  policyArc,
  practiceStatement,
}: AuthorityOptions) {
  const profiles = profilesBelow(policyArc, practiceStatement)
  const stampPolicy = policiesBelow(policyArc).timeStamps
  await performCeremony(db, keys, clock, profiles, operator)
  const certificateOf = async (id: string) =>
    (await db.selectFrom('authority_key').select('certificate').where('id', '=', id).executeTakeFirstOrThrow()).certificate
  const root = await openIssuing(db, keys, operator.baseUrl, 'root')
  const rootCertificate = await certificateOf('root')
  const chains = { people: [await certificateOf('people'), rootCertificate], seals: [await certificateOf('seals'), rootCertificate] }
  const opened = { people: await openUnit('people'), seals: await openUnit('seals') }
  const time = trustedTime({ clock, db: probe, servers: timeServers, log })
  await time.look()
  const stamping: TimeStampUnit = timeStampUnitOf(
    await keys.open('tsa'),
    [await certificateOf('tsa'), ...chains.seals],
    stampPolicy,
    mostErrorMs,
  )
  const seal = {
    signer: await keys.open('documents'),
    certificate: await certificateOf('documents'),
    chain: chains.seals,
  }

  /** The responder's key lives in memory as long as its certificate is used: a restart makes a new pair. */
  async function openUnit(id: UnitId): Promise<Unit> {
    const by = await openIssuing(db, keys, operator.baseUrl, id)
    return { by, hashes: hashesOf(by), statuses: statusesOf(db, id, () => clock.now()), ...(await newResponder(by, id)) }
  }

  async function newResponder(by: Issuing, id: UnitId): Promise<Pick<Unit, 'responder' | 'renewBy'>> {
    const keyId = `ocsp-${id}`
    const signer = await db.transaction().execute(async (tx) => {
      await lockKey(tx, keyId) // replicas share the key store
      await keys.destroy(keyId)
      return keys.create(keyId, 'P-256')
    })
    const now = clock.now()
    const subject = operatorName(operator, id === 'people' ? 'Tawqi People OCSP' : 'Tawqi Seals OCSP')
    const order = {
      pinned: profiles.ocsp,
      subject,
      publicKey: signer.publicKey,
      notBefore: addSeconds(now, -60),
      validitySeconds: responderDays * 86_400,
    }
    return { responder: responderOf(await issue(db, () => clock.now(), by, order), signer), renewBy: addDays(now, responderDays / 2) }
  }

  /** @throws TimeStampError timeNotAvailable */
  function stamp(imprint: Uint8Array): Uint8Array {
    return token({ imprint: sha256Imprint(imprint), digest: 'sha256', hashedMessage: imprint, certificatesRequested: true })
  }

  function token(request: TimeStampRequest): Uint8Array {
    const { at, accuracyMs } = trustedNow()
    return writeTimeStampToken(stamping, request, newStampSerial(), at, accuracyMs)
  }

  function trustedNow(): TrustedTime {
    const now = time.now()
    if (!now) throw new TimeStampError('timeNotAvailable', 'nothing shows that the clock is right')
    return now
  }

  const unitOf = (id: UnitId) => opened[id]

  const statusOf = ({ statuses, hashes, responder }: Unit, certificate: Uint8Array) =>
    ocspFor(statuses, () => clock.now(), hashes, responder, serialOf(certificate))

  /** Makes a change of status, that is on record, known: here at once, to others by the next list. */
  async function publish(id: UnitId): Promise<void> {
    unitOf(id).statuses.forget()
    await currentCrl(db, clock.now(), unitOf(id).by)
  }

  const personal = personalCertificates({
    db,
    keys,
    clock,
    profiles,
    by: opened.people.by,
    ownKeys: keysIn([rootCertificate, chains.people[0]!, chains.seals[0]!, stamping.certificate]),
  })

  const seals = sealCertificates({ db, keys, clock, profiles, by: opened.seals.by })

  return {
    /** The trust anchor, DER. */
    rootCertificate,
    /** Certificates of people for years, and those of their keys that are kept here. */
    personal,
    /** Certificates of organisations' seals, and their keys. */
    seals,
    /** Those above the certificates of a unit, the nearest first, DER. */
    chainOf: (id: UnitId): readonly Uint8Array[] => chains[id],
    certificateOf: (id: 'root' | UnitId) => (id === 'root' ? rootCertificate : chains[id][0]!),
    /** The certificate for one e-signature, with those above it. */
    async issueForSignature({
      subject,
      publicKey,
      personId,
      transactionId,
    }: {
      subject: Name
      publicKey: Uint8Array
      personId: number
      transactionId: number
    }) {
      const notBefore = addSeconds(clock.now(), -60)
      const order = {
        pinned: profiles.eSignature,
        subject,
        publicKey,
        notBefore,
        validitySeconds: eSignatureSeconds,
        personId,
        transactionId,
      }
      const certificate = await issue(db, () => clock.now(), unitOf('people').by, order)
      return { certificate, chain: chains.people }
    },
    /** The provider's own seal on what it writes for people. */
    seal,
    timestamper: {
      /** In a turn of its own: a signature is long enough without it, and others wait for both. */
      request: (imprint: Uint8Array) => turn().then(() => stamp(imprint)),
      maxLength: longestToken(stamping),
      name: summarize(stamping.certificate).issuedTo,
    },
    /** Whether time stamps are given now. */
    knowsTime: () => time.now() !== null,
    /** Asks those who know the time, each as often as it wants to be asked. */
    lookAtTime: () => time.look(),
    /** What proves a certificate of the unit and its signature's time stamps from now on: chains, OCSP answers and the root's list. */
    async validationMaterial(certificate: Uint8Array, id: UnitId = 'people'): Promise<ValidationMaterial> {
      const of = opened[id]
      // One after the other: at once they would take three connections, whose server processes know less than the one that is in use.
      const signer = await statusOf(of, certificate)
      const unit = await statusOf(opened.seals, stamping.certificate)
      const list = await currentCrl(db, clock.now(), root)
      const certificates = [
        certificate,
        ...chains[id],
        stamping.certificate,
        chains.seals[0]!,
        of.responder.certificate,
        opened.seals.responder.certificate,
      ]
      return { certificates: [...new Set(certificates)], ocsps: [signer, unit], crls: [list.crl] }
    },
    /** RFC 3161: the answer to a request, a token or a refusal. */
    answerTimeStamp(request: Uint8Array): Uint8Array {
      try {
        const read = readTimeStampRequest(request, [stampPolicy])
        return writeTimeStampResponse(token(read))
      } catch (error) {
        if (error instanceof TimeStampError) return writeTimeStampRejection(error.failure, error.message)
        throw error
      }
    },
    /** RFC 6960: the answer to a request about a unit's certificates. */
    answerOcsp: (id: UnitId, request: Uint8Array) =>
      answerOcsp(unitOf(id).statuses, () => clock.now(), unitOf(id).hashes, unitOf(id).responder, request),
    /** Whether status answers and lists are signed now, looked at as whoever relies on them would. */
    async publishes(): Promise<{ ocsp: boolean; lists: boolean }> {
      const status = async (id: UnitId) => statusOf(opened[id], stamping.certificate)
      const list = async (id: UnitId) => currentCrl(db, clock.now(), opened[id].by)
      const isWell = async (look: (id: UnitId) => Promise<unknown>) =>
        Promise.all(units.map(look)).then(
          () => true,
          () => false,
        )
      const [ocsp, lists] = await Promise.all([isWell(status), isWell(list)])
      return { ocsp, lists }
    },
    /** The unit's list in force. */
    crl: (id: 'root' | UnitId) => currentCrl(db, clock.now(), id === 'root' ? root : unitOf(id).by),
    /** Changes of a certificate's status in the caller's transaction; `publish` follows it. Each says whether there was something to change. */
    status: {
      revoke: (tx: Queryable, serial: Uint8Array, reason: RevocationReason) => revoke(tx, clock.now(), serial, reason),
      hold: (tx: Queryable, serial: Uint8Array) => hold(tx, clock.now(), serial),
      release: (tx: Queryable, serial: Uint8Array) => release(tx, serial),
      /** The name of a reason's code (RFC 5280 §5.3.1). */
      reasonOf,
    },
    publish,
    /** Housekeeping: intents that never became certificates are revoked, lists brought up to the record, responders renewed in time. */
    async sweep(): Promise<void> {
      await revokeOrphans(db, clock.now())
      for (const id of units) if (await isCrlBehind(db, id)) await publish(id)
      for (const id of units) if (opened[id].renewBy <= clock.now()) Object.assign(opened[id], await newResponder(opened[id].by, id))
    },
  }
}

const serialOf = (certificate: Uint8Array) => readCertificate(certificate).serial
const newStampSerial = () => {
  const serial = randomOctets(17)
  serial[0] = 0x5b // positive, and of one length
  return serial
}
