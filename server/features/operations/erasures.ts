import * as calls from '#contract/operations.ts'
import { keptOf } from '#server/features/erasure/kept.ts'
import { grantedLetter } from '#server/features/erasure/letter.ts'
import { evidenceWith, openForDecider } from '#server/features/evidence/files.ts'
import { erasures } from '#server/features/profile/erasure.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { decision } from '#server/platform/decision.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'
import { closeAccount, obstaclesOf, refuseToClose } from './closeAccount.ts'

export const listErasuresToDecide = listRoute(calls.listErasuresToDecide, ({ db }, { state }) =>
  db
    .selectFrom('erasure_request')
    .select(['public_id as requestID', 'state', 'requested_at as requestedDate', 'answer_due_at as answerDueDate', 'ended_at as endedDate'])
    .where('state', '=', state)
    .orderBy('answer_due_at')
    .orderBy('id'),
)

/** A request as it is shown to staff. @throws Problem NOT_FOUND */
async function readRequest(db: Queryable, publicId: string, { lock = false } = {}) {
  const row = await db
    .selectFrom('erasure_request as r')
    .innerJoin('person as p', 'p.id', 'r.person_id')
    .select(['r.id', 'r.person_id', 'r.public_id', 'r.state', 'p.name_en as fullName', 'p.name_ar as fullNameAr'])
    .select(['p.national_id_masked as nationalID', 'r.reason', 'r.requested_at as requestedDate', 'r.answer_due_at as answerDueDate'])
    .select(['r.is_granted as isGranted', 'r.answer', 'r.ended_at as endedDate', 'r.erased_at as erasedDate'])
    .where('r.public_id', '=', publicId)
    .$if(lock, (query) => query.forUpdate('r'))
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

export const readErasureToDecide = route(calls.readErasureToDecide, async (ctx, { requestID }) => {
  const { id: _id, person_id: personId, public_id: _publicId, ...shown } = await readRequest(ctx.db, requestID)
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'requests' })
  const waits = shown.state === 'requested'
  return {
    requestID,
    ...shown,
    obstacles: waits ? await obstaclesOf(ctx.db, personId) : [],
    keptList: waits || shown.isGranted ? await keptOf(ctx.db, personId, shown.endedDate ?? ctx.now) : [],
    evidence: await evidenceWith(ctx.db, 'erasure', requestID),
  }
})

export const openErasureEvidence = route(calls.openErasureEvidence, (ctx, { requestID, uniqueFileID }) =>
  openForDecider(ctx, { purposes: ['erasure'], number: requestID, uniqueFileID }),
)

const erasureDecision = decision({
  kind: 'erasure',
  async read(ctx, requestID, tx) {
    const row = await readRequest(tx ?? ctx.db, requestID, { lock: tx !== undefined })
    const { person_id: makerId, state, fullName, fullNameAr, nationalID, reason, requestedDate, answerDueDate } = row
    const days = { requestedDate: requestedDate.toISOString(), answerDueDate: answerDueDate.toISOString() }
    const files = await evidenceWith(tx ?? ctx.db, 'erasure', requestID)
    const evidence = files.map(({ fileName, kind, sha256 }) => ({ fileName, kind, sha256 }))
    return { row, makerId, state, content: { requestID, fullName, fullNameAr, nationalID, reason, ...days, evidence } }
  },
  mayBeDecided: ({ state }) => erasures.edges[state].includes('decided'),
  assertMay: async (db, _ctx, { person_id }, { isApproved }) => {
    if (isApproved) await refuseToClose(db, person_id)
  },
  /** Who is granted it has no account from then on; the sweep destroys the rest, once the letter that says so has gone out. */
  async carryOut(tx, ctx, row, { isApproved, remarks }) {
    await erasures.move(tx, ctx, row, 'decided', {
      set: { is_granted: isApproved, answer: remarks, ended_at: ctx.now },
      facts: { isGranted: isApproved },
    })
    if (!isApproved) return
    const personId = row.person_id
    await closeAccount(tx, ctx, { personId, remarks })
    await tell(tx, ctx, { to: personId, kind: 'erasureGranted', letter: grantedLetter(await keptOf(tx, personId, ctx.now)) })
  },
})

export const initiateErasureDecision = route(calls.initiateErasureDecision, (ctx, { requestID, ...decided }) =>
  erasureDecision.propose(ctx, requestID, plain(decided)),
)

export const verifyErasureDecision = route(calls.verifyErasureDecision, (ctx, { requestID, transId, random, ...decided }) =>
  erasureDecision.decide(ctx, requestID, plain(decided), { transId, random }),
)

const plain = ({ isApproved, remarks }: { isApproved: boolean; remarks: string }) => ({ isApproved, remarks: remarks.trim() })
