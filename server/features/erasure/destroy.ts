import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { erasures } from '#server/features/profile/erasure.ts'
import type { Acting } from '#server/features/signing/states.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { type Erased, sealLast } from './seal.ts'

type Held = Erased & { request: { id: number; state: 'decided'; public_id: string; person_id: number } }

/** Destroys what no law keeps and closes the request, all of it in one transaction: after a stop in the middle nothing of this has happened. */
export async function destroyRest(tx: Tx, acting: Acting, { request, ...erased }: Held): Promise<void> {
  const { personId } = erased
  await sealLast(tx, acting.app, erased)
  await destroyWhatWasSaid(tx, personId)
  await destroyWaysIn(tx, personId)
  await destroyDocuments(tx, personId)
  await destroyInOrganisations(tx, personId)
  await sql`select forget_rows(${personId})`.execute(tx)
  await tx.deleteFrom('session').where('person_id', '=', personId).execute()
  await tx.deleteFrom('device').where('person_id', '=', personId).execute()
  await destroyPerson(tx, acting.now, personId)
  const answer = sql<string | null>`case when answer is null then null else '' end`
  await tx.updateTable('erasure_request').set({ reason: '', answer }).where('person_id', '=', personId).execute()
  await sql`update refund set reason = '—', remarks = '', told = '' from payment p join sales_order o on o.id = p.order_id
    join account a on a.id = o.account_id where p.id = refund.payment_id and a.person_id = ${personId}`.execute(tx)
  await tx.updateTable('account_closure').set({ reason: '', remarks: '' }).where('person_id', '=', personId).execute()
  await erasures.move(tx, acting, request, 'erased', { set: { erased_at: acting.now } })
}

/** Letters and notices, what they wrote to us, and answers that are kept for repeats. */
async function destroyWhatWasSaid(tx: Tx, personId: number): Promise<void> {
  await sql`delete from message using person p where p.id = ${personId}
    and (lower(message.recipient) = lower(p.email) or message.recipient = p.mobile
      or lower(message.reply_to) = lower(p.email)
      or message.recipient in (select unnest(array[work_email, work_mobile]) from membership where person_id = p.id))`.execute(tx)
  await sql`delete from contact_message using person p where p.id = ${personId} and lower(contact_message.email) = lower(p.email)`.execute(
    tx,
  )
  // Letters to others are gone once they are sent; what they were about stands for a month.
  await sql`update message set subject = '' from person p where p.id = ${personId} and message.sent_at is not null
    and (position(p.name_ar in message.subject) > 0 or position(p.name_en in message.subject) > 0)`.execute(tx)
  await tx.deleteFrom('notification').where('person_id', '=', personId).execute()
  await forgetNameInNotices(tx, personId)
  await tx.deleteFrom('idempotency_key').where('person_id', '=', personId).execute()
}

/** Others of their organisations were told of them by name. */
async function forgetNameInNotices(tx: Tx, personId: number): Promise<void> {
  await sql`with own as (
      select distinct m.organisation_id, unnest(array[p.name_ar, p.name_en, m.invited_name]) as name from person p
      join membership m on m.person_id = p.id or m.national_id_hash = p.national_id_hash where p.id = ${personId})
    update notification n set facts = (select jsonb_object_agg(key, case when value in (select to_jsonb(name) from own) then '"—"' else value end)
      from jsonb_each(n.facts))
    where n.person_id in (select other.person_id from membership other where other.organisation_id in (select organisation_id from own))
      and exists (select from jsonb_each(n.facts) where value in (select to_jsonb(name) from own where name is not null))`.execute(tx)
}

/** Whatever let them in, or asked whether it was them; an approval that proves a signing, a certificate or a decision is sealed by now. */
async function destroyWaysIn(tx: Tx, personId: number): Promise<void> {
  await sql`delete from link using enrolment e where e.person_id = ${personId} and link.purpose = 'emailConfirmation' and link.subject = e.public_id`.execute(
    tx,
  )
  await sql`delete from link using membership m, person p where p.id = ${personId} and link.purpose = 'accountInvitation'
    and link.subject = m.public_id and (m.person_id = p.id or m.national_id_hash = p.national_id_hash)`.execute(tx)
  await sql`delete from enrolment using person p where p.id = ${personId}
    and (enrolment.person_id = p.id or enrolment.national_id_hash = p.national_id_hash)`.execute(tx)
  await tx.deleteFrom('login_attempt').where('person_id', '=', personId).execute()
  await tx.deleteFrom('contact_change').where('person_id', '=', personId).execute()
  await tx.deleteFrom('activation').where('person_id', '=', personId).execute()
  await tx.deleteFrom('approval_turn').where('person_id', '=', personId).execute()
  await sql`delete from challenge_precedence using person p where p.id = ${personId} and challenge_precedence.national_id_hash = p.national_id_hash`.execute(
    tx,
  )
  await sql`delete from challenge c using person p where p.id = ${personId} and (c.person_id = p.id or c.national_id_hash = p.national_id_hash)
    and not exists (select from erasure_sealed s where s.table_name = 'challenge' and s.row_key = c.id::text)`.execute(tx)
}

/** Their own documents; their bytes go once nothing refers to them (`contents`). What was signed for an organisation stays with it. */
async function destroyDocuments(tx: Tx, personId: number): Promise<void> {
  await tx.deleteFrom('signing_draft').where('person_id', '=', personId).execute()
  await sql`delete from document using account a where a.person_id = ${personId} and document.account_id = a.id`.execute(tx)
  await sql`delete from document where person_id = ${personId} and transaction_id is null`.execute(tx)
  await sql`delete from sealed_document where person_id = ${personId} and state in ('uploaded', 'failed')`.execute(tx)
  await tx
    .updateTable('esign_transaction')
    .set({ session_id: null, device_public_id: '', proof_code: null })
    .where('person_id', '=', personId)
    .execute()
}

/** What organisations wrote of them; that they were there stays with the organisation, under a number. */
async function destroyInOrganisations(tx: Tx, personId: number): Promise<void> {
  await sql`update membership_change c set old_value = '', new_value = case kind when 'unit' then new_value when 'role' then new_value else '-' end,
    reason = '', remarks = '' from membership m where m.id = c.membership_id and m.person_id = ${personId}`.execute(tx)
  await sql`update membership m set designation = '', employee_number = null, work_email = null, work_mobile = null, city = null, region = null, postal_code = null,
    country = null, remarks = '', invited_name = case when invited_name is null then null else '' end,
    national_id_hash = case when m.national_id_hash is null then null else sha256(convert_to('erased ' || m.id, 'UTF8')) end,
    national_id_masked = case when m.national_id_masked is null then null else '' end
    from person p where p.id = ${personId} and (m.person_id = p.id or m.national_id_hash = p.national_id_hash)`.execute(tx)
  await sql`delete from organisation_application where person_id = ${personId} and organisation_id is null`.execute(tx)
}

/** The row stays as a number. A random look-up value makes whoever proves the same national ID again somebody new. */
async function destroyPerson(tx: Tx, now: Date, personId: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      national_id_hash: randomBytes(32),
      national_id_sealed: Buffer.alloc(0),
      national_id_masked: '',
      first_name_ar: 'حساب',
      father_name_ar: 'أُتلفت',
      grandfather_name_ar: 'بيانات',
      family_name_ar: 'صاحبه',
      first_name_en: 'Account',
      father_name_en: 'with',
      grandfather_name_en: 'erased',
      family_name_en: 'data',
      // Columns that have to say something say the same of everybody.
      born_on: '1900-01-01',
      gender: 'M',
      nationality_code: '',
      nationality: null,
      identity_expires_on: null,
      email: null,
      mobile: null,
      language: 'ar',
      password_hash: null,
      password_changed_at: null,
      screen_language: null,
      letter_language: null,
      letters_left_out: [],
      theme: null,
      digits: 'latn',
      calendar: 'gregory',
      page_size: 10,
      is_subscriber: false,
      kyc_until: now,
      created_at: now,
      erased_at: now,
    })
    .where('id', '=', personId)
    .execute()
}
