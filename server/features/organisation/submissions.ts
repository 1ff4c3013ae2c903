/** What a unit and a contact of an organisation have in common: they wait, are decided once, and are in use or not from then on. */
import { sql } from 'kysely'
import { submissionEdges, type SubmissionStatus } from '#contract/submissions.ts'
import { membersInRole } from '#server/features/members/membersInRole.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { machine } from '#server/platform/machine.ts'
import type { NotificationFacts } from '#server/platform/notificationFacts.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'

export type Acting = Ctx<Caller, ActingOrganisation>

export const units = machine({
  table: 'organisation_unit',
  column: 'status',
  edges: submissionEdges,
  event: null,
  action: (_, to) => `unit.${to}`,
})
export const contacts = machine({
  table: 'organisation_contact',
  column: 'status',
  edges: submissionEdges,
  event: null,
  action: (_, to) => `contact.${to}`,
})

/** Whoever made and decided the row `s`, by name. */
export const byWhom = [
  sql<{ fullName: string; fullNameAr: string }>`(select jsonb_build_object('fullName', by.name_en, 'fullNameAr', by.name_ar)
    from person by where by.id = s.made_by)`.as('madeBy'),
  sql<{ fullName: string; fullNameAr: string } | null>`(select jsonb_build_object('fullName', by.name_en, 'fullNameAr', by.name_ar)
    from person by where by.id = s.decided_by)`.as('decidedBy'),
]

/** Tells the signatories of the acting organisation what waits for one of them; the maker is told nothing that they did themselves. */
export async function tellSignatories(
  tx: Tx,
  ctx: Acting,
  about: Omit<NotificationFacts['organisationRequestWaits'], 'nameAr' | 'nameEn'>,
): Promise<void> {
  const { id, nameAr, nameEn } = ctx.organisation
  const letter = { subject: { ar: 'طلب ينتظر قرارك', en: 'A request waits for your decision' } }
  for (const signatory of await membersInRole(tx, id, 'authorizedSignatory'))
    if (signatory !== ctx.caller.personId)
      await tell(tx, ctx, { to: signatory, kind: 'organisationRequestWaits', facts: { nameAr, nameEn, ...about }, letter })
}

const inUse = {
  pending: { ar: 'لم يُبتّ في هذا الطلب بعد.', en: 'This has not been decided yet.' },
  rejected: { ar: 'رُفض هذا الطلب. أرسل طلبًا جديدًا.', en: 'This was rejected. Submit it anew.' },
  active: { ar: 'نشط بالفعل.', en: 'It is active already.' },
  inactive: { ar: 'غير نشط بالفعل.', en: 'It is inactive already.' },
}

/** @throws Problem WRONG_STATE, with the reason, where it cannot become what is wanted */
export function refuseSameUse({ status, active }: { status: SubmissionStatus; active: boolean }, wanted: boolean): void {
  const why = status === 'approved' ? (active === wanted ? (active ? 'active' : 'inactive') : null) : status
  if (why) throw new Problem('WRONG_STATE', { title: inUse[why], cause: why })
}

/** Records that something that was approved is in use again, or no longer. */
export async function recordUse(
  tx: Tx,
  ctx: Acting,
  name: 'unit' | 'contact',
  row: { public_id: string },
  { active, remarks }: { active: boolean; remarks: string },
): Promise<void> {
  await audit(tx, ctx, `${name}.${active ? 'activated' : 'inactivated'}`, { subject: row.public_id, facts: { remarks } })
}
