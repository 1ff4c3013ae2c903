import type { Kysely } from 'kysely'
import { issuerOf, selfIssuer, type Addresses } from '#pki/profiles/issuer.ts'
import { secondsOf } from '#pki/profiles/profile.ts'
import type { Signer } from '#pki/signer.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { Name } from '#pki/x509/names.ts'
import type { KeyKind, KeyStore } from '#server/adapters/keys/keys.ts'
import { addSeconds, type Clock } from '#server/platform/clock.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { documentSealSeconds, type Pinned, type Profiles } from './classes.ts'
import { issue } from './issue.ts'
import type { Issuing } from './issuing.ts'

export type Operator = { country: string; organisation: string; vatNumber: string; baseUrl: string }

type KeyId = 'root' | 'people' | 'seals' | 'tsa' | 'documents'
type Plan = {
  id: KeyId
  purpose: 'root' | 'issuingPeople' | 'issuingSeals' | 'timestamping' | 'sealing'
  kind: KeyKind
  by: KeyId
  commonName: string
  validitySeconds: number
  profile: keyof Profiles
}

/** The reviewed script of the ceremony: every key of the hierarchy, in the order in which they are made. */
const script: readonly Plan[] = [
  {
    id: 'root',
    purpose: 'root',
    kind: 'P-384',
    by: 'root',
    commonName: 'Tawqi Root CA',
    validitySeconds: 25 * secondsOf.year,
    profile: 'root',
  },
  {
    id: 'people',
    purpose: 'issuingPeople',
    kind: 'P-256',
    by: 'root',
    commonName: 'Tawqi People CA',
    validitySeconds: 10 * secondsOf.year,
    profile: 'people',
  },
  {
    id: 'seals',
    purpose: 'issuingSeals',
    kind: 'P-256',
    by: 'root',
    commonName: 'Tawqi Seals CA',
    validitySeconds: 10 * secondsOf.year,
    profile: 'seals',
  },
  {
    id: 'tsa',
    purpose: 'timestamping',
    kind: 'P-256',
    by: 'seals',
    commonName: 'Tawqi Time Stamp Unit 1',
    validitySeconds: 5 * secondsOf.year,
    profile: 'timeStamps',
  },
  {
    id: 'documents',
    purpose: 'sealing',
    kind: 'P-256',
    by: 'seals',
    commonName: 'Tawqi Documents',
    validitySeconds: documentSealSeconds,
    profile: 'documentSeal',
  },
]

/** Addresses at which an authority's publications stand; they are written into certificates and never change. */
export const addressesOf = (baseUrl: string, id: string): Addresses => ({
  ocsp: `${baseUrl}/pki/ocsp/${id}`,
  caIssuers: `${baseUrl}/pki/ca/${id}.cer`,
  crl: `${baseUrl}/pki/crl/${id}.crl`,
})

/** The provider's own name, as subjects of its units carry it (EN 319 412-1 §5.1.4). */
export const operatorName = (operator: Operator, commonName: string): Name => [
  ['C', operator.country],
  ['O', operator.organisation],
  ['organizationIdentifier', `VAT${operator.country}-${operator.vatNumber}`],
  ['CN', commonName],
]

/**
 * The key ceremony: makes the hierarchy, once. A step that was done before is left alone, so that a ceremony cut short goes on where
 * it stopped; a key whose certificate was not recorded is made anew.
 */
export async function performCeremony(db: Kysely<DB>, keys: KeyStore, clock: Clock, profiles: Profiles, operator: Operator): Promise<void> {
  for (const plan of script) {
    const done = await db.selectFrom('authority_key').select('id').where('id', '=', plan.id).executeTakeFirst()
    if (!done) await makeUnit(db, keys, clock, profiles, operator, plan)
  }
}

async function makeUnit(db: Kysely<DB>, keys: KeyStore, clock: Clock, profiles: Profiles, operator: Operator, plan: Plan): Promise<void> {
  await keys.destroy(plan.id) // left by a ceremony that was cut short: no certificate speaks of it
  const signer = await keys.create(plan.id, plan.kind)
  const subject = operatorName(operator, plan.commonName)
  const notBefore = addSeconds(clock.now(), -60)
  const order = { pinned: profiles[plan.profile], subject, publicKey: signer.publicKey, notBefore, validitySeconds: plan.validitySeconds }
  const certificate =
    plan.id === 'root'
      ? await issueRoot(db, clock, signer, order)
      : await issue(db, () => clock.now(), await openIssuing(db, keys, operator.baseUrl, plan.by), order)
  const { notBefore: from, notAfter } = readCertificate(certificate)
  await db
    .insertInto('authority_key')
    .values({
      id: plan.id,
      purpose: plan.purpose,
      state: 'active',
      issuer_id: plan.by,
      certificate: Buffer.from(certificate),
      not_before: from,
      not_after: notAfter,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ state: 'active', certificate: Buffer.from(certificate), not_before: from, not_after: notAfter }),
    )
    .execute()
}

type RootOrder = { pinned: Pinned; subject: Name; publicKey: Uint8Array; notBefore: Date; validitySeconds: number }

/** The root stands in its own record before its certificate does, because every serial number names its issuer. */
async function issueRoot(db: Kysely<DB>, clock: Clock, signer: Signer, order: RootOrder): Promise<Uint8Array> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await tx
      .insertInto('authority_key')
      .values({
        id: 'root',
        purpose: 'root',
        state: 'pending',
        issuer_id: null,
        certificate: Buffer.alloc(0),
        not_before: now,
        not_after: now,
      })
      .execute()
    const certificate = await issue(tx, () => clock.now(), { id: 'root', signer, issuer: selfIssuer(signer.algorithm) }, order)
    const { notBefore, notAfter } = readCertificate(certificate)
    await tx
      .updateTable('authority_key')
      .set({ state: 'active', certificate: Buffer.from(certificate), not_before: notBefore, not_after: notAfter })
      .where('id', '=', 'root')
      .execute()
    return certificate
  })
}

/** An authority's key, opened for issuing. */
export async function openIssuing(db: Kysely<DB>, keys: KeyStore, baseUrl: string, id: string): Promise<Issuing> {
  const row = await db
    .selectFrom('authority_key')
    .select('certificate')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow()
  const signer = await keys.open(id)
  return { id, signer, issuer: issuerOf(row.certificate, signer.algorithm, addressesOf(baseUrl, id)) }
}
