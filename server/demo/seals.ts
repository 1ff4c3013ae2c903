/** The seal of the first organisation: one in force, one that was rejected before, and the order that is to take its place. */
import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { App } from '#server/app.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { placeOrder } from '#server/features/payments/orders.ts'
import { issueSeal } from '#server/features/seals/issue.ts'
import { subjectFor } from '#server/features/seals/order.ts'
import { systemActor } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { addPayment } from './paymentHistory.ts'

type Who = { organisationId: number; admin: number }
/** Invoices are one chain in the order of their days: these orders come after everything that was bought before. */
type Ordered = { hoursAgo: number; years: 1 | 2 | 3; becomes: 'rejected' | 'active' | 'waiting'; colour: readonly [number, number, number] }

const orders: readonly Ordered[] = [
  { hoursAgo: 8, years: 1, becomes: 'rejected', colour: [70, 70, 80] },
  { hoursAgo: 6, years: 2, becomes: 'active', colour: [24, 80, 150] },
  { hoursAgo: 0, years: 3, becomes: 'waiting', colour: [0, 105, 92] },
]

export async function addSeals(app: App, who: Who, firstPayment = 3_000): Promise<void> {
  for (const [i, one] of orders.entries()) {
    if (app.leaving.isLeaving) throw new Error('the start was cut short')
    const id = await addOrder(app, who, one, firstPayment + i)
    if (one.becomes === 'active') await issueSeal(systemActor(app), id)
  }
}

async function addOrder(app: App, { organisationId, admin }: Who, { hoursAgo, years, becomes, colour }: Ordered, number: number) {
  const at = addSeconds(app.clock.now(), -hoursAgo * 3_600)
  const png = pictureOf(colour)
  const sha256 = createHash('sha256').update(png).digest()
  await expectContent(app, sha256)
  await app.documents.put(png)
  return app.db.transaction().execute(async (tx) => {
    const acting = { ...systemActor(app), now: at }
    const publicId = newPublicId()
    await referToContent(tx, sha256)
    const imageId = await addPicture(tx, { admin, publicId, sha256, size: png.length, at })
    const offer = await tx
      .selectFrom('certificate_price')
      .innerJoin('certificate_class', 'certificate_class.id', 'certificate_price.class_id')
      .select(['pricing_id', 'class_id'])
      .where('code', '=', 'organizationSeal')
      .where('years', '=', years)
      .executeTakeFirstOrThrow()
    const account = await tx.selectFrom('account').select('id').where('organisation_id', '=', organisationId).executeTakeFirstOrThrow()
    const placed = { accountId: account.id, personId: admin, kind: 'seal', pricingIds: [offer.pricing_id], at } as const
    const { id: orderId } = await placeOrder(tx, placed)
    const inForce = await tx
      .selectFrom('dsc')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'active')
      .executeTakeFirst()
    const row = await tx
      .insertInto('dsc')
      .values({
        public_id: publicId,
        person_id: admin,
        organisation_id: organisationId,
        order_id: orderId,
        class_id: offer.class_id,
        years,
        key_source: 'keyStore',
        key_algorithm: 'P-256',
        image_id: imageId,
        subject: JSON.stringify(await subjectFor(tx, organisationId)),
        renews: becomes === 'waiting' ? (inForce?.id ?? null) : null,
        created_at: at,
      })
      .returning(['id', 'public_id', 'person_id', 'state'])
      .executeTakeFirstOrThrow()
    await certificates.begin(tx, acting, row, { cause: 'enrolment admin' })
    // What is in force was issued a moment ago: its successor is ordered, and paid, after it.
    const paid = hoursAgo === 0 ? { settledAfterSeconds: 0 } : {}
    const status = becomes === 'rejected' ? 'refunded' : 'paid'
    await addPayment(tx, app, { orderId, status, at, number, ...paid, refundedAfterSeconds: 3_600 })
    const decidedAfterSeconds = hoursAgo === 0 ? 0 : 600
    await decide(tx, { ...acting, now: addSeconds(at, decidedAfterSeconds) }, row.id, becomes)
    return row.id
  })
}

async function decide(tx: Tx, acting: ReturnType<typeof systemActor>, id: number, becomes: Ordered['becomes']): Promise<void> {
  const step = async (to: 'paid' | 'identityVerified' | 'approved' | 'rejected', cause: string, set: object = {}) => {
    const locked = await certificates.lock(tx, id)
    if (locked.state !== to && certificates.edges[locked.state].includes(to))
      await certificates.move(tx, acting, locked, to, { cause, set })
  }
  await step('paid', 'payment')
  await step('identityVerified', 'identity app')
  const decided_at = acting.now
  if (becomes === 'rejected')
    await step('rejected', 'authorizedSignatory', { decided_at, remarks: 'الصورة غير واضحة. أرفق صورة أدق للختم.' })
  if (becomes !== 'active') return
  await tx.updateTable('dsc').set({ signatory_approved_at: acting.now }).where('id', '=', id).execute()
  await step('approved', 'registrationOfficer', { decided_at })
}

type New = { admin: number; publicId: string; sha256: Buffer; size: number; at: Date }

async function addPicture(tx: Tx, { admin, publicId, sha256, size, at }: New): Promise<number> {
  const file = { public_id: newPublicId(), person_id: admin, uploaded_by: admin, purpose: 'seal', name: 'seal.png', kind: 'png' } as const
  const sent = { request_number: publicId, sent_at: at, uploaded_at: at, expires_at: at }
  const { id } = await tx
    .insertInto('evidence_file')
    .values({ ...file, ...sent, sha256, size, width: side, height: side })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const side = 320

/** A round seal: two rings, a star of eight points, and dots between them, in ink on nothing. */
function pictureOf([red, green, blue]: readonly [number, number, number]): Buffer {
  const rows = Buffer.alloc(side * (1 + side * 4))
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [u, v] = [(x + 0.5) / (side / 2) - 1, (y + 0.5) / (side / 2) - 1]
      const far = Math.hypot(u, v)
      const turn = Math.atan2(v, u)
      const isRing = (far > 0.9 && far < 0.97) || (far > 0.62 && far < 0.65)
      const isDot = Math.abs(far - 0.775) < 0.06 && Math.abs(((turn * 24) / Math.PI) % 2) < 0.7
      const isStar = Math.max(Math.abs(u), Math.abs(v)) < 0.34 || Math.abs(u) + Math.abs(v) < 0.48
      const isHole = far < 0.2
      const ink = isRing || isDot || (isStar && !isHole) ? 255 : 0
      rows.set([red, green, blue, ink], y * (1 + side * 4) + 1 + x * 4)
    }
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}
