import { localMobile } from '#contract/addresses.ts'
import * as calls from '#contract/contactMessages.ts'
import { audit } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { queueMail } from '#server/platform/messages.ts'
import { Problem } from '#server/platform/problems.ts'

export const contactMessages = machine({
  table: 'contact_message',
  edges: calls.contactEdges,
  event: null,
  action: (_, to) => (to === 'answered' ? 'contact.answered' : 'contact.closed'),
})

export const listContactMessages = listRoute(calls.listContactMessages, ({ db }, { state, contactSubject }) =>
  db
    .selectFrom('contact_message')
    .select(['public_id as requestID', 'reference as contactReference', 'subject as contactSubject', 'state'])
    .select(['received_at as receivedDate', 'handled_at as endedDate'])
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(contactSubject !== undefined, (q) => q.where('subject', '=', contactSubject!))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc'),
)

/** @throws Problem NOT_FOUND */
async function shown(db: Queryable, requestID: string) {
  const row = await db
    .selectFrom('contact_message as c')
    .leftJoin('person as by', 'by.id', 'c.handled_by')
    .select(['c.public_id as requestID', 'c.reference as contactReference', 'c.subject as contactSubject', 'c.state'])
    .select(['c.received_at as receivedDate', 'c.handled_at as endedDate', 'c.language', 'c.name', 'c.email', 'c.mobile', 'c.organisation'])
    .select(['c.body as message', 'c.answer', 'c.remarks', 'by.name_en as processedBy', 'by.name_ar as processedByAr'])
    .where('c.public_id', '=', requestID)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  const { mobile, organisation, processedBy, processedByAr, ...message } = row
  return {
    ...message,
    mobileNo: mobile === null ? '' : localMobile(mobile),
    organizationName: organisation ?? '',
    processedBy: processedBy ?? '',
    processedByAr: processedByAr ?? '',
  }
}

export const readContactMessage = route(calls.readContactMessage, async (ctx, { requestID }) => {
  const message = await shown(ctx.db, requestID)
  await audit(ctx.db, ctx, 'contact.opened', { subject: message.contactReference })
  return message
})

type Handled = { to: 'answered'; answer: string } | { to: 'closed'; remarks: string }

/** @throws Problem NOT_FOUND, WRONG_STATE where somebody was faster */
async function handle(ctx: Ctx<Caller>, requestID: string, { to, ...words }: Handled) {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('contact_message').selectAll().where('public_id', '=', requestID).forUpdate().executeTakeFirst()
    if (!row) throw new Problem('NOT_FOUND')
    const by = { handled_by: ctx.caller.personId, handled_at: ctx.now }
    const { id, state, reference: public_id, language, email } = row
    await contactMessages.move(tx, ctx, { id, state, public_id }, to, { set: { ...words, ...by } })
    if ('answer' in words)
      await queueMail(tx, ctx, {
        to: email,
        replyTo: ctx.app.configuration.CONTACT_MAIL,
        language,
        subject: { ar: `ردّنا على رسالتك ${public_id}`, en: `Our answer to your message ${public_id}` },
        text: { ar: words.answer, en: words.answer },
      })
    return shown(tx, requestID)
  })
}

export const answerContactMessage = route(calls.answerContactMessage, (ctx, { requestID, answer }) =>
  handle(ctx, requestID, { to: 'answered', answer }),
)
export const closeContactMessage = route(calls.closeContactMessage, (ctx, { requestID, remarks }) =>
  handle(ctx, requestID, { to: 'closed', remarks }),
)
