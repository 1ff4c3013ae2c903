import { oldNameDays } from '#contract/certificateStates.ts'
import { describeCertificate } from '#server/ca/describeCertificate.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { Nameless, subjectOf, type SubjectPerson } from '#server/signing/personSubject.ts'
import { tellHolder } from './news.ts'
import { type Acting, certificates } from './states.ts'

/**
 * What a changed name does to the person's certificates (EN 319 411-1 §6.2.4: a certificate is revoked when what it certifies is no longer
 * right; CA/Browser Forum BR §4.9.1.1 gives five days). At once none of them signs here, and each may be renewed early; after the days the
 * sweep revokes them. A name that comes back to what a certificate says leaves it alone.
 * @returns when those in another name are revoked; null where there are none
 */
export async function markOldNames(tx: Queryable, { app, now }: Acting, before: SubjectPerson, after: SubjectPerson): Promise<Date | null> {
  const name = namesIn(after, app.secrets.challenges)
  if (name === namesIn(before, app.secrets.challenges)) return null
  const rows = await tx
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .select(['dsc.id', 'dsc.old_name_until', 'certificate.certificate'])
    .where('dsc.person_id', '=', after.id)
    .where('dsc.organisation_id', 'is', null)
    .where('dsc.state', 'in', ['issued', 'active', 'suspended'])
    .orderBy('dsc.id')
    .forUpdate('dsc')
    .execute()
  let latest: Date | null = null
  for (const { id, old_name_until, certificate } of rows) {
    const isOld = textOf(describeCertificate(certificate!).subject) !== name
    const until = isOld ? (old_name_until ?? addDays(now, oldNameDays)) : null
    await tx.updateTable('dsc').set({ old_name_until: until }).where('id', '=', id).execute()
    if (until && (!latest || until > latest)) latest = until
  }
  return latest
}

/** Whom no certificate can name any more has none in their name. */
function namesIn(person: SubjectPerson, lookUpKey: Buffer): string {
  try {
    return textOf(subjectOf(person, lookUpKey).map(([name, value]) => ({ name, value })))
  } catch (error) {
    if (error instanceof Nameless) return ''
    throw error
  }
}

const textOf = (subject: readonly { name: string; value: string }[]) =>
  JSON.stringify(subject.filter(({ name }) => name === 'GN' || name === 'SN' || name === 'CN').map(({ name, value }) => [name, value]))

/** Revokes what was left in an old name to the end of its days: superseded where its successor is in force, else as the name says. */
export async function revokeOldNames(acting: Acting): Promise<void> {
  const { app, now } = acting
  const rows = await app.db
    .selectFrom('dsc')
    .select('id')
    .where('old_name_until', '<=', now)
    .where('state', 'in', ['active', 'suspended'])
    .orderBy('id')
    .limit(100)
    .execute()
  for (const { id } of rows)
    await app.db.transaction().execute(async (tx) => {
      const locked = await certificates.lock(tx, id)
      if ((locked.state !== 'active' && locked.state !== 'suspended') || !locked.old_name_until || locked.old_name_until > now) return
      const successor = await tx.selectFrom('dsc').select('id').where('renews', '=', id).where('state', '=', 'active').executeTakeFirst()
      const reason = successor ? 'superseded' : 'affiliationChanged'
      await app.authority.status.revoke(tx, locked.serial_number!, reason)
      await certificates.move(tx, acting, locked, 'revoked', {
        cause: 'old name',
        event: { reason },
        set: { pkcs12_sealed: null, pkcs12_until: null },
      })
      await tellHolder(tx, acting, id, 'revoked')
    })
  if (rows.length > 0) await app.authority.publish('people')
}
