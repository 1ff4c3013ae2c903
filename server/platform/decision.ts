import { createHash } from 'node:crypto'
import { audit } from './audit.ts'
import { canonicalJson, type Json } from './canonicalJson.ts'
import type { Queryable, Tx } from './db/db.ts'
import type { Caller, Ctx } from './http/context.ts'
import type { Taken } from './identity/challenges.ts'
import { askOwnApproval, takeOwnApproval } from './identity/ownApproval.ts'
import type { RequestKind } from './notificationFacts.ts'
import { Problem } from './problems.ts'
import { newPublicId } from './secrets.ts'
import { tell } from './tell.ts'

/** What somebody wants to decide of a request. Remarks go to its maker, and are never empty where it is refused. */
export type Decided = { isApproved: boolean; remarks: string }

/** A request as it stands, for whoever decides it. */
type Request<Row> = {
  row: Row
  makerId: number
  state: string
  /** What the decider is shown, all of it: the approval is bound to it. */
  content: { readonly [name: string]: Json }
}

type Definition<Row> = {
  kind: RequestKind
  /** The request of a number; within a transaction its row is locked until the end. @throws Problem NOT_FOUND */
  read: (ctx: Ctx<Caller>, number: string, tx?: Tx) => Promise<Request<Row>>
  /** Whether the request still waits to be decided. */
  mayBeDecided: (row: Row) => boolean
  /** What stands against deciding it so, besides. @throws Problem */
  assertMay?: (db: Queryable, ctx: Ctx<Caller>, row: Row, decided: Decided) => Promise<void> | void
  /** Whether this decides it; false where somebody else approves it after. The maker is told at the end. */
  endsIt?: (row: Row, decided: Decided) => boolean
  /** Moves the locked request to what was decided. */
  carryOut: (tx: Tx, ctx: Ctx<Caller>, row: Row, decided: Decided) => Promise<void>
}

export const ownRequest = { ar: 'هذا طلبك أنت، فيقرّر فيه غيرك.', en: 'This request is your own: somebody else decides it.' }

const sentences = {
  decided: { ar: 'لم يعد هذا الطلب ينتظر قرارًا.', en: 'This request no longer waits to be decided.' },
  remarks: { ar: 'اكتب سبب الرفض؛ يصل إلى صاحب الطلب.', en: 'Give the reason for refusing it; it goes to whoever made the request.' },
  changed: {
    ar: 'تغيّر الطلب أو القرار بعد أن عُرض عليك، فلا تسري موافقتك. راجعه ثم قرّر من جديد.',
    en: 'The request or your decision changed after it was shown to you, so your approval does not count. Look at it and decide again.',
  },
}

const decidedSubject = { ar: 'صدر القرار في طلبك', en: 'Your request was decided' }

/**
 * How requests of a kind are decided, always in the same way. `propose` shows what is decided, with its digest, and asks the decider’s own
 * identity app; `decide` takes that approval, once, and only if request and decision are still exactly what was shown. What was decided, the
 * digest and the provider’s proof of the approval are kept together; the maker is told by letter and in the application.
 */
export function decision<Row>(definition: Definition<Row>) {
  const { kind, read, mayBeDecided, assertMay, endsIt = () => true, carryOut } = definition

  /** The request and what is bound, by the same rules whoever asks. @throws Problem NOT_FOUND, NOT_ALLOWED, WRONG_STATE, INVALID */
  async function bind(ctx: Ctx<Caller>, number: string, decided: Decided, tx?: Tx) {
    const request = await read(ctx, number, tx)
    if (request.makerId === ctx.caller.personId) throw new Problem('NOT_ALLOWED', { title: ownRequest, cause: 'the maker decides nothing' })
    if (!mayBeDecided(request.row)) throw new Problem('WRONG_STATE', { title: sentences.decided, cause: request.state })
    if (!decided.isApproved && decided.remarks === '')
      throw new Problem('INVALID', { errors: [{ field: 'remarks', message: sentences.remarks[ctx.language] }], cause: 'no remarks' })
    await assertMay?.(tx ?? ctx.db, ctx, request.row, decided)
    const { state, content } = request
    const bound = canonicalJson({ kind, number, state, content, decision: { ...decided, decider: ctx.caller.personId } })
    const digest = createHash('sha256').update(bound).digest()
    return { request, bound, digest, subject: digest.toString('hex') }
  }

  return {
    async propose(ctx: Ctx<Caller>, number: string, decided: Decided) {
      const { bound, subject } = await bind(ctx, number, decided)
      return { ...(await askOwnApproval(ctx, 'decision', subject)), bound, digest: subject }
    },

    decide(ctx: Ctx<Caller>, number: string, decided: Decided, { transId, random }: { transId: string; random: string }) {
      const lock = (tx: Tx) => bind(ctx, number, decided, tx)
      return takeOwnApproval(ctx, { purpose: 'decision', transId, random, lock, changed: sentences.changed }, async (tx, taken, locked) => {
        const { row, makerId } = locked.request
        const decisionID = await keep(tx, ctx, { kind, number, makerId, ...decided, ...locked }, taken)
        await carryOut(tx, ctx, row, decided)
        if (!endsIt(row, decided)) return { decisionID }
        await tell(tx, ctx, {
          to: makerId,
          kind: 'requestDecided',
          facts: { request: kind, number: null, isApproved: decided.isApproved, reason: decided.remarks || null },
          letter: { subject: decidedSubject },
        })
        return { decisionID }
      })
    },
  }
}

type Kept = Decided & { kind: RequestKind; number: string; makerId: number; bound: string; digest: Buffer }

async function keep(tx: Tx, ctx: Ctx<Caller>, { kind, number, makerId, isApproved, remarks, bound, digest }: Kept, taken: Taken) {
  const publicId = newPublicId()
  const { challenge, assertion, proof } = taken
  await tx
    .insertInto('decision')
    .values({
      public_id: publicId,
      kind,
      number,
      maker_id: makerId,
      decider_id: ctx.caller.personId,
      is_approved: isApproved,
      remarks,
      content: bound,
      digest,
      challenge_id: challenge.id,
      assertion_sha256: Buffer.from(assertion.tokenSha256, 'hex'),
      assertion_sealed: ctx.app.secrets.seal(proof.token, `decision ${publicId}`),
      provider_key: JSON.stringify(proof.key),
      decided_at: ctx.now,
    })
    .execute()
  const facts = { kind, number, isApproved, digest: digest.toString('hex'), token: assertion.tokenSha256 }
  await audit(tx, ctx, 'decision.made', { subject: publicId, facts })
  return publicId
}
