import { createHash } from 'node:crypto'
import { contactSubjectWords } from '#contract/contactMessages.ts'
import { localMobile } from '#contract/addresses.ts'
import * as calls from '#contract/site.ts'
import type { Input } from '#contract/kit.ts'
import type { App } from '#server/app.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { requireHumanCheck } from '#server/platform/humanCheck.ts'
import { queueMail } from '#server/platform/messages.ts'
import { Problem } from '#server/platform/problems.ts'
import { randomOctets } from '#server/platform/randomness.ts'
import { countAttempt } from '#server/platform/throttle.ts'

const hourSeconds = 3_600
const most = { fromAddress: 5, fromSender: 3 }
const keptSeconds = 365 * 86_400

type Message = Input<typeof calls.sendContactMessage>

export const readContactAddresses = route(calls.readContactAddresses, async ({ app: { configuration } }) => ({
  email: configuration.CONTACT_MAIL,
  phone: configuration.CONTACT_PHONE,
}))

export const sendContactMessage = route(calls.sendContactMessage, async (ctx, message) => {
  await requireHumanCheck(ctx)
  await allowMessage(ctx, message.email)
  const reference = newReference()
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('contact_message')
      .values({
        reference,
        received_at: ctx.now,
        language: ctx.language,
        subject: message.subject,
        name: message.name,
        email: message.email,
        mobile: message.mobile || null,
        organisation: message.organisation || null,
        body: message.message,
      })
      .execute()
    await audit(tx, ctx, 'contact.received', { subject: reference, facts: { about: message.subject } })
    await tellOperator(tx, ctx, message, reference)
    await acknowledge(tx, ctx, message, reference)
  })
  return { status: '1' as const, reference }
})

/** By address against floods, by sender because the acknowledgement goes to whatever address was typed. @throws Problem TOO_MANY */
async function allowMessage({ db, network, now }: Ctx, email: string): Promise<void> {
  const sender = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  const fromAddress = await countAttempt(db, `contact|${network}`, hourSeconds, now)
  const fromSender = await countAttempt(db, `contact|${sender}`, hourSeconds, now)
  if (fromAddress > most.fromAddress || fromSender > most.fromSender)
    throw new Problem('TOO_MANY', {
      cause: 'contact messages in an hour',
      title: {
        ar: 'وصلتنا منك عدة رسائل خلال ساعة. انتظر قليلًا، أو راسلنا على البريد الظاهر في الصفحة.',
        en: 'You have sent several messages within an hour. Wait a little, or write to the address on this page.',
      },
      retryAfterSeconds: hourSeconds,
    })
}

// Crockford's alphabet: read out over the telephone, no sign is taken for another.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const newReference = () => {
  const drawn = Array.from(randomOctets(8), (octet) => signs[octet & 31]).join('')
  return `C-${drawn.slice(0, 4)}-${drawn.slice(4)}`
}

/** The subject is ours alone: what a stranger typed stands in the body. */
function tellOperator(tx: Queryable, ctx: Ctx, { name, email, mobile, organisation, subject, message }: Message, reference: string) {
  const { CONTACT_MAIL } = ctx.app.configuration
  const lines = (labels: [string, string | undefined][]) =>
    labels.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n')
  return queueMail(tx, ctx, {
    to: CONTACT_MAIL,
    replyTo: email,
    language: ctx.language,
    subject: { ar: `[${reference}] ${contactSubjectWords[subject].ar}`, en: `[${reference}] ${contactSubjectWords[subject].en}` },
    text: {
      ar: `${lines([
        ['الاسم', name],
        ['البريد الإلكتروني', email],
        ['الجوال', mobile && localMobile(mobile)],
        ['المنشأة', organisation],
      ])}\n\n${message}`,
      en: `${lines([
        ['Name', name],
        ['E-mail', email],
        ['Mobile', mobile && localMobile(mobile)],
        ['Organisation', organisation],
      ])}\n\n${message}`,
    },
  })
}

/** Repeats nothing of what was typed: the address may be a stranger's, and this must not carry an advertisement to them. */
function acknowledge(tx: Queryable, ctx: Ctx, { email, subject }: Message, reference: string) {
  return queueMail(tx, ctx, {
    to: email,
    replyTo: ctx.app.configuration.CONTACT_MAIL,
    language: ctx.language,
    subject: { ar: `وصلتنا رسالتك، رقمها المرجعي ${reference}`, en: `We have your message, reference ${reference}` },
    text: {
      ar: `وصلتنا رسالتك في موضوع «${contactSubjectWords[subject].ar}»، ورقمها المرجعي ${reference}.\nسنرد على هذا البريد. ولإضافة شيء إلى رسالتك، رُدّ على هذه الرسالة وأبقِ الرقم المرجعي في عنوانها.\n\nإن لم تراسلنا أنت فتجاهل هذه الرسالة.`,
      en: `Your message about “${contactSubjectWords[subject].en}” has reached us. Its reference is ${reference}.\nWe will answer to this address. To add something, reply to this mail and keep the reference in its subject.\n\nIf you did not write to us, ignore this mail.`,
    },
  })
}

/** Messages are kept for a year. */
export async function forgetContactMessages({ db, clock }: App): Promise<void> {
  await db.deleteFrom('contact_message').where('received_at', '<', addSeconds(clock.now(), -keptSeconds)).execute()
}
