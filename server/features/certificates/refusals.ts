import { certificateRefusal, type CertificateAction, type CertificateFacts, type CertificateRefusal } from '#contract/certificateStates.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { Problem } from '#server/platform/problems.ts'
import { canBeNamed, subjectColumns } from '#server/signing/personSubject.ts'
import { isHeldByProvider } from './rows.ts'
import type { Certificate } from './states.ts'

/** Why something cannot be done with a certificate, and what to do instead. */
const sentences: Record<CertificateRefusal, { ar: string; en: string }> = {
  unpaid: { ar: 'لم تُدفع قيمة الشهادة بعد. أكمل الدفع أولًا.', en: 'The certificate is not paid for yet. Complete the payment first.' },
  identityNotVerified: { ar: 'أكّد هويتك في نفاذ أولًا.', en: 'Confirm your identity in Nafath first.' },
  awaitsApproval: { ar: 'الطلب بانتظار الاعتماد.', en: 'The application waits to be approved.' },
  paidAlready: { ar: 'دُفعت قيمة هذا الطلب من قبل.', en: 'This application is paid for already.' },
  verifiedAlready: { ar: 'أُكّدت هويتك لهذا الطلب من قبل.', en: 'Your identity is confirmed for this application already.' },
  issuedAlready: { ar: 'صدرت الشهادة من قبل.', en: 'The certificate is issued already.' },
  notIssued: { ar: 'لم تصدر الشهادة بعد.', en: 'The certificate is not issued yet.' },
  active: { ar: 'الشهادة سارية وليست معلّقة.', en: 'The certificate is active, not suspended.' },
  suspended: { ar: 'الشهادة معلّقة. أعد تفعيلها أولًا.', en: 'The certificate is suspended. Resume it first.' },
  revoked: { ar: 'أُلغيت هذه الشهادة نهائيًا.', en: 'This certificate was revoked for good.' },
  expired: { ar: 'انتهت صلاحية هذه الشهادة.', en: 'This certificate has expired.' },
  rejected: { ar: 'رُفض هذا الطلب.', en: 'This application was rejected.' },
  cancelled: { ar: 'أُلغي هذا الطلب.', en: 'This application was cancelled.' },
  tooEarlyToRenew: {
    ar: 'يمكنك تجديد الشهادة خلال آخر 90 يومًا من صلاحيتها.',
    en: 'A certificate can be renewed in the last 90 days of its validity.',
  },
  renewedAlready: { ar: 'لهذه الشهادة طلب تجديد من قبل.', en: 'This certificate is being renewed already.' },
  oldName: {
    ar: 'هذه الشهادة باسمك السابق، فلا توقّع. جدّدها باسمك الحالي.',
    en: 'This certificate is in your earlier name and no longer signs. Renew it in your present name.',
  },
  heldByProvider: {
    ar: 'علّقنا نحن هذه الشهادة، فلا يعيد تفعيلها غيرنا. تواصل معنا.',
    en: 'We suspended this certificate, so only we can make it active again. Contact us.',
  },
  keyElsewhere: {
    ar: 'مفتاح هذه الشهادة محفوظ لديك لا لدينا، فلا يمكن التوقيع به هنا.',
    en: 'The key of this certificate is with you, not with us; it cannot sign here.',
  },
  notForSigning: { ar: 'هذه الشهادة للدخول إلى الأنظمة، لا للتوقيع.', en: 'This certificate is for signing in, not for signing documents.' },
  noFile: {
    ar: 'لا يوجد ملف للتنزيل. يُحفظ ملف PKCS#12 يومًا واحدًا بعد الإصدار ثم يُمحى.',
    en: 'There is no file to download. A PKCS#12 file is kept for one day after issuing, then forgotten.',
  },
}

/** What the contract's rules look at. */
export async function factsOf(
  db: Queryable,
  { id, class_id, serial_number, state, key_source, pkcs12_until, old_name_until }: Certificate,
): Promise<CertificateFacts> {
  const { usage } = await db.selectFrom('certificate_class').select('usage').where('id', '=', class_id).executeTakeFirstOrThrow()
  const issued =
    serial_number &&
    (await db.selectFrom('certificate').select('not_after').where('serial_number', '=', serial_number).executeTakeFirstOrThrow())
  const renewal = await db
    .selectFrom('dsc')
    .select('public_id')
    .where('renews', '=', id)
    .where('state', 'not in', ['rejected', 'cancelled'])
    .executeTakeFirst()
  const held = await db.selectFrom('dsc').select(isHeldByProvider.as('byProvider')).where('id', '=', id).executeTakeFirstOrThrow()
  const validTo = issued?.not_after ?? null
  return {
    state,
    keySource: key_source,
    usage,
    validTo,
    pkcs12Until: pkcs12_until,
    renewedBy: renewal?.public_id ?? null,
    oldNameUntil: old_name_until,
    isHeldByProvider: held.byProvider,
  }
}

/** Fails unless the contract allows it now. @throws Problem WRONG_STATE with a sentence that says why */
export async function assertMay(db: Queryable, action: CertificateAction, certificate: Certificate, now: Date): Promise<void> {
  const refusal = certificateRefusal(action, await factsOf(db, certificate), now)
  if (refusal) throw new Problem('WRONG_STATE', { title: sentences[refusal], cause: refusal })
}

const nameless = {
  ar: 'اسمك في نفاذ لا يحوي حروفًا عربية أو لاتينية يمكن أن تحملها شهادة. صحّحه في السجل المدني، ثم جدّد توثيق هويتك هنا.',
  en: 'Your name in Nafath has no Arabic or Latin letters that a certificate could carry. Have it corrected in the civil register, then renew your identity here.',
}

/** Fails where no certificate could name the person: before they pay, or a document waits. @throws Problem WRONG_STATE */
export async function assertNameable(db: Queryable, personId: number): Promise<void> {
  const person = await db.selectFrom('person').select(subjectColumns).where('id', '=', personId).executeTakeFirstOrThrow()
  if (!canBeNamed(person)) throw new Problem('WRONG_STATE', { title: nameless, cause: 'nameless' })
}
