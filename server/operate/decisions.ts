import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { calculateJwkThumbprint, compactVerify, decodeJwt, type JWK } from 'jose'
import { openSealed, type SealedTable } from '#server/features/erasure/kept.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Decision } from '#server/platform/db/schema.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { Refused, type Operation } from './operation.ts'

/**
 * Proves a decision again from what was kept, asking nobody: the digest of the content, the approval that was bound to it, and the identity
 * provider’s signature over the assertion that answered it (RFC 7515 §5.2). The provider signs who approved which of its transactions; that
 * this transaction was opened for this digest is our own record.
 * @throws Refused with each thing that does not hold
 */
export async function verifyDecision({ tx, acting }: Operation, [decisionID, ...rest]: string[]): Promise<string> {
  if (!decisionID || rest.length > 0) throw new Refused('Give the number of one decision, as the audit trail has it (decision.made).')
  const kept = await tx
    .selectFrom('decision as d')
    .innerJoin('challenge as c', 'c.id', 'd.challenge_id')
    .innerJoin('person as p', 'p.id', 'd.decider_id')
    .selectAll('d')
    .select(['c.subject', 'c.purpose', 'c.provider_trans_id', 'c.person_id', 'p.national_id_sealed', 'p.name_en'])
    .where('d.public_id', '=', decisionID)
    .executeTakeFirst()
  if (!kept) throw new Refused(`There is no decision ${decisionID}.`)
  const { secrets } = acting.app
  const { content, remarks, assertion, nationalId } = await withWhatWasSealed(tx, secrets, kept)
  const token = secrets.open(assertion, `decision ${decisionID}`)
  const digest = createHash('sha256').update(content).digest()
  const key = kept.provider_key as JWK
  const isSigned = await compactVerify(token, key, { algorithms: ['RS256'] }).then(
    () => true,
    () => false,
  )
  const claims = decodeJwt(token)
  const { kind, number, decision } = JSON.parse(content) as { kind: string; number: string; decision: Record<string, unknown> }
  const isSame =
    kind === kept.kind &&
    number === kept.number &&
    decision.isApproved === kept.is_approved &&
    decision.remarks === remarks &&
    decision.decider === kept.decider_id
  const faults = Object.entries({
    'its content has another digest than was kept': !digest.equals(kept.digest),
    'its content tells of another decision than its row': !isSame,
    'its approval was asked for something else': kept.purpose !== 'decision' || kept.subject !== digest.toString('hex'),
    'its approval was asked of somebody else': kept.person_id !== kept.decider_id,
    'its assertion has another hash than was kept': !createHash('sha256').update(token).digest().equals(kept.assertion_sha256),
    'the provider did not sign its assertion': !isSigned,
    'its assertion answers another request': claims.transId !== kept.provider_trans_id,
    'its assertion is no approval': claims.status !== 'COMPLETED',
    'its assertion names somebody else': String(claims.nin ?? claims.iqamaNumber) !== nationalId,
  }).flatMap(([fault, is]) => (is ? [fault] : []))
  if (faults.length > 0) throw new Refused(`The decision ${decisionID} does not hold:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return [
    `The decision ${decisionID} holds.`,
    `  ${kept.kind} ${kept.number}: ${kept.is_approved ? 'approved' : 'refused'} by ${kept.name_en} at ${kept.decided_at.toISOString()}`,
    `  digest of what was decided: ${digest.toString('hex')}`,
    `  the provider’s key: ${await calculateJwkThumbprint(key)} (RFC 7638; compare it with what the provider publishes or published)`,
    `  ${content}`,
  ].join('\n')
}

type Kept = Pick<Selectable<Decision>, 'id' | 'public_id' | 'decider_id' | 'content' | 'remarks' | 'assertion_sealed'> & {
  national_id_sealed: Buffer
}

/** Where the data of its maker or its decider was erased, what the decision said is sealed apart. @throws Refused once that is gone, too */
async function withWhatWasSealed(tx: Tx, secrets: Secrets, kept: Kept) {
  const opened = async <T>(table: SealedTable, row: number) => {
    const words = await openSealed(tx, secrets, table, String(row))
    if (words === null) throw new Refused(`The decision ${kept.public_id} can no longer be proved: what it said was erased.`)
    return words as T
  }
  const said = kept.content === '' ? await opened<{ content: string; remarks: string }>('decision', kept.id) : kept
  const assertion =
    kept.assertion_sealed.length > 0
      ? kept.assertion_sealed
      : Buffer.from((await opened<{ assertionSealed: string }>('decision_approval', kept.id)).assertionSealed, 'base64')
  const nationalId =
    kept.national_id_sealed.length > 0
      ? secrets.open(kept.national_id_sealed, 'national ID')
      : (await opened<{ nationalId: string }>('person', kept.decider_id)).nationalId
  return { content: said.content, remarks: said.remarks, assertion, nationalId }
}
