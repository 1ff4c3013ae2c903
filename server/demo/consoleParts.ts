/** What waits for the provider's staff besides what organisations ask: messages, an erasure, and what could not be delivered. */
import type { App } from '#server/app.ts'
import { erasureAnswerDays } from '#server/features/profile/erasure.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { sealUndelivered } from '#server/platform/outbox.ts'
import { newPublicId } from '#server/platform/secrets.ts'

type Subject = 'signing' | 'plans' | 'organisation' | 'certificate' | 'compromise' | 'integration' | 'privacy' | 'complaint' | 'other'
type Written = [
  subject: Subject,
  language: 'ar' | 'en',
  name: string,
  hoursAgo: number,
  body: string,
  end?: { answer: string } | { remarks: string },
]

const messages: Written[] = [
  ['compromise', 'ar', 'خالد الشمري', 5, 'فُقد جهازي وفيه ملف مفتاح شهادتي. أرجو إلغاءها حالًا.'],
  ['plans', 'ar', 'لمى العنزي', 9, 'هل تبقى المعاملات إن لم أستعملها قبل نهاية مدة الباقة؟'],
  ['integration', 'en', 'Rakan Almutairi', 31, 'We would like to send contracts for signing from our own system. Where do we begin?'],
  ['complaint', 'ar', 'منى الدوسري', 80, 'دفعت قيمة الباقة مرتين ولم يُعد إليّ شيء حتى الآن.'],
  [
    'signing',
    'en',
    'Omar Alsubaie',
    130,
    'Can I sign a file that my colleague has signed already?',
    { answer: 'Yes. Upload the file that they signed; your signature is added and theirs stays valid.' },
  ],
  ['other', 'en', 'Best Offers', 200, 'Grow your business with our newsletter!', { remarks: 'An advertisement.' }],
  [
    'organisation',
    'ar',
    'سعد الحارثي',
    260,
    'ما المستندات المطلوبة لتسجيل منشأة؟',
    { answer: 'السجل التجاري وتفويض من يقدّم الطلب، وصورة الختم. تفاصيلها في صفحة «المنشآت».' },
  ],
]

type People = { officer: number; lastAdmin: number; subscriber: number }

export async function addConsoleParts(tx: Tx, app: App, { officer, lastAdmin, subscriber }: People, now: Date): Promise<void> {
  for (const [i, [subject, language, name, hoursAgo, body, end]] of messages.entries()) {
    const received_at = addSeconds(now, -hoursAgo * 3_600)
    const handled = end && {
      state: 'answer' in end ? ('answered' as const) : ('closed' as const),
      handled_by: officer,
      handled_at: addSeconds(received_at, 40_000),
    }
    const from = { name, email: `writer.${i + 1}@example.sa` }
    await tx
      .insertInto('contact_message')
      .values({ reference: `C-7K${i + 2}M-4R9X`, received_at, language, subject, ...from, body, ...end, ...handled })
      .execute()
  }
  const requested_at = addDays(now, -22)
  await tx
    .insertInto('erasure_request')
    .values({
      public_id: newPublicId(),
      person_id: lastAdmin,
      reason: 'أترك العمل ولا حاجة لي بالحساب.',
      requested_at,
      answer_due_at: addDays(requested_at, erasureAnswerDays),
    })
    .execute()
  await tx
    .insertInto('account_closure')
    .values({
      public_id: newPublicId(),
      person_id: subscriber,
      made_by: officer,
      state: 'rejected',
      reason: 'لم يُستعمل الحساب منذ مدة.',
      remarks: 'لم يطلب صاحبه إغلاقه، وعدم الاستعمال ليس سببًا.',
      created_at: addDays(now, -30),
      ended_at: addDays(now, -29),
    })
    .execute()
  await addUndelivered(tx, app, addDays(now, -2))
}

async function addUndelivered(tx: Tx, { secrets }: App, at: Date): Promise<void> {
  const letter = {
    channel: 'mail' as const,
    recipient: 'old.address@refused.example',
    subject: 'توشك باقتك على الانتهاء',
    created_at: at,
    due_at: at,
  }
  const { id } = await tx
    .insertInto('message')
    .values({ ...letter, body: '', tries: 8, gave_up_at: addSeconds(at, 7_650) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = sealUndelivered(secrets, {
    ...letter,
    id,
    reply_to: null,
    body: 'تنتهي باقتك «باقة البداية» بعد سبعة أيام، وفيها 4 معاملات.',
    html: null,
  })
  await tx.updateTable('message').set({ sealed }).where('id', '=', id).execute()
}
