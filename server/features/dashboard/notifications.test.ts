import { IdentityChange } from '#contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { inAppAddress, notificationKinds, type NotificationKind } from '#contract/dashboard.ts'
import { allScreens } from '#contract/screens.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import { notify } from '#server/platform/notifications.ts'
import type { NotificationFacts } from '#server/platform/notificationFacts.ts'
import { tellNotification } from '#server/platform/notificationSentences.ts'
import { type SigningFailure, signingFailures } from '#server/platform/signingFailures.ts'
import { forgetNotifications } from './forgetNotifications.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { addPerson } from '#test/people.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const list = '/api/v1/dashboard/my/notifications'

let people = 0
/** Somebody with `count` notifications, a minute apart, and nothing else. */
async function personTold(count: number): Promise<{ personId: number; nationalId: string; browser: Browser }> {
  const person = await addPerson(server, 2, ++people)
  const browser = await server.signIn(person.nationalId)
  await server.db.deleteFrom('notification').where('person_id', '=', person.personId).execute()
  for (let i = 0; i < count; i++)
    await notify(server.db, person.personId, 'newDevice', { model: `Device ${i}` }, addSeconds(server.app.clock.now(), i * 60 - 10_000))
  return { ...person, browser }
}

test('comes in pages, newest first, in the language of the request', async () => {
  const { nationalId, browser } = await personTold(23)
  const pages = await Promise.all([1, 2, 3, 4].map(async (page) => (await browser.get(`${list}?page=${page}&size=10`)).body))
  expect(pages.map(({ dataList }) => dataList.length)).toEqual([10, 10, 3, 0])
  expect(pages[0]).toMatchObject({ totalCount: 23, unreadCount: 23 })
  const models = pages.flatMap(({ dataList }) => dataList.map(({ message }: { message: string }) => /Device \d+/.exec(message)?.[0]))
  expect(models).toEqual(Array.from({ length: 23 }, (_, i) => `Device ${22 - i}`))
  expect((await browser.get(list)).body.dataList).toEqual(pages[0].dataList)
  const arabic = await server.signIn(nationalId, { language: 'ar' })
  const { message, link } = (await arabic.get(`${list}?size=100`)).body.dataList.at(-1)
  expect([message, link]).toEqual([
    'سُجّل الدخول إلى حسابك من جهاز جديد (\u2068Device 0\u2069). إن لم تكن أنت فألغِ الجهاز.',
    '/app/my/devices',
  ])
})

test('one is marked as read, then all; when each was first read stays', async () => {
  const { personId, browser } = await personTold(3)
  const [first] = (await browser.get(list)).body.dataList
  const { encodedNotificationSlno } = first
  expect((await browser.post(`${list}/read`, { encodedNotificationSlno })).body).toEqual({ status: '1', unreadCount: 2 })
  const readAt = async () =>
    (
      await server.db
        .selectFrom('notification')
        .select('read_at')
        .where('public_id', '=', encodedNotificationSlno)
        .executeTakeFirstOrThrow()
    ).read_at
  const before = await readAt()
  expect((await browser.get(`${list}?unread=1`)).body).toMatchObject({ totalCount: 2, unreadCount: 2 })
  expect((await browser.get(list)).body.dataList.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([true, false, false])
  expect((await browser.post(`${list}/readAll`)).body).toEqual({ status: '1', unreadCount: 0 })
  expect((await browser.post(`${list}/read`, { encodedNotificationSlno })).body).toEqual({ status: '1', unreadCount: 0 })
  expect(await readAt()).toEqual(before)
  const unread = await server.db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .execute()
  expect(unread).toEqual([])
})

test('somebody else’s answers like one that is not there, and stays unread', async () => {
  const [one, other] = [await personTold(1), await personTold(1)]
  const { encodedNotificationSlno } = (await one.browser.get(list)).body.dataList[0]
  const foreign = await other.browser.post(`${list}/read`, { encodedNotificationSlno })
  const absent = await other.browser.post(`${list}/read`, { encodedNotificationSlno: 'A'.repeat(22) })
  const shown = ({ status, body }: typeof foreign) => ({ status, ...body, reference: '' })
  expect(shown(foreign)).toEqual(shown(absent))
  expect(foreign.status).toBe(404)
  await other.browser.post(`${list}/readAll`)
  expect((await one.browser.get(list)).body.unreadCount).toBe(1)
})

test.each(['page=0', 'page=x', 'size=0', 'size=101', 'unread=yes'])('refuses ?%s', async (query) => {
  const { browser } = await personTold(0)
  expect((await browser.get(`${list}?${query}`)).status).toBe(422)
})

test('the same thing is told once, and not at all when its event is undone', async () => {
  const { personId, browser } = await personTold(0)
  const tell = () =>
    notify(server.db, personId, 'kycDue', { until: '2027-01-01T00:00:00.000Z' }, server.app.clock.now(), `kyc:${personId}:30`)
  const told = await Promise.all([tell(), tell(), tell()])
  expect(told.filter((recipient) => recipient !== undefined)).toHaveLength(1)
  const undone = server.db.transaction().execute(async (tx) => {
    await notify(tx, personId, 'passwordChanged', { area: 'my' }, server.app.clock.now())
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await browser.get(list)).body.dataList.map(({ kind }: { kind: string }) => kind)).toEqual(['kycDue'])
})

test('are forgotten after a year; what is told once, when no plan can be as old', async () => {
  const { personId, browser } = await personTold(0)
  const told = async () => {
    await forgetNotifications(server.app)
    return (await browser.get(`${list}?size=100`)).body.dataList.length as number
  }
  const now = server.app.clock.now()
  for (const days of [364, 366]) await notify(server.db, personId, 'newDevice', { model: `${days} days` }, addDays(now, -days))
  for (const days of [366, 1_094, 1_096])
    await notify(server.db, personId, 'kycDue', { until: now.toISOString() }, addDays(now, -days), `old:${days}`)
  expect(await told()).toBe(3)
  expect((await browser.get(list)).body.dataList[0].message).toContain('364 days')
})

const id = 'A'.repeat(22)
const named = { nameAr: 'باقة الأفراد', nameEn: 'Personal' }
const at = '2026-11-28T20:59:59.000Z'
const payment = { ...named, halalas: 5_750, paymentID: id }
const certificates = (['my', 'org'] as const).map((area) => ({ ...named, area, validTo: at }))
const failures = Object.keys(signingFailures) as SigningFailure[]
/** Facts of every kind in each of its forms. */
const examples: { [K in NotificationKind]: readonly NotificationFacts[K][] } = {
  planLow: [0, 1, 2, 7, 15, 100].map((left) => ({ ...named, left })),
  planExpiring: [1, 12].map((left) => ({ ...named, left, validTo: at })),
  kycDue: [{ until: at }],
  kycRenewed: [{ until: at }],
  paymentSettled: [payment],
  paymentFailed: [payment],
  agreementDue: (['my', 'org'] as const).map((area) => ({ titleAr: 'إشعار الخصوصية', titleEn: 'Privacy notice', area })),
  paymentRefunded: [payment, { ...payment, transactions: 1 }, { ...payment, transactions: 3 }],
  refundEnded: [true, false].map((isDone) => ({ requestID: id, reference: 'P-0123456789ABCDEF', isDone })),
  reconciliationDiffers: [1, 2, 3, 11].map((count) => ({ fromDate: at, toDate: at, count, runID: id })),
  signingEnded: (['success', 'failed', 'expired', 'rejected'] as const).flatMap((state) =>
    [1, 2, 3, 10].flatMap((documents) => [
      { state, documents, transactionID: id },
      { state, documents, transactionID: id, name: 'Contract 2026.pdf' },
      ...(state === 'failed' ? failures.map((reason) => ({ state, documents, transactionID: id, reason })) : []),
    ]),
  ),
  newDevice: [{ model: 'Safari, iOS' }],
  identityChanged: [null, at].map((oldNameUntil) => ({ facts: IdentityChange.shape.fact.options, oldNameUntil })),
  contactChanged: (['email', 'mobile'] as const).flatMap((contact) => (['my', 'org'] as const).map((area) => ({ contact, area }))),
  passwordChanged: [{ area: 'my' }, { area: 'org' }],
  requestDecided: (
    [
      'accountRequest',
      'membership',
      'change',
      'unit',
      'seal',
      'sponsor',
      'technicalContact',
      'organisation',
      'specialPlan',
      'purchaseOrder',
      'certificate',
      'organisationCertificate',
    ] as const
  ).flatMap((request) => [
    { request, number: 'R-1', isApproved: true, reason: null },
    { request, number: null, isApproved: false, reason: 'البيانات ناقصة.' },
  ]),
  applicationSent: [named],
  applicationReturned: [
    { ...named, reason: '' },
    { ...named, reason: 'الختم غير واضح.' },
  ],
  accountSuspended: [{ reason: 'بلاغ عن انتحال.' }],
  accountReactivated: [{ reason: 'تبيّن أن البلاغ غير صحيح.' }],
  organisationSuspended: [{ ...named, reason: 'انتهى السجل التجاري.' }],
  organisationReactivated: [{ ...named, reason: 'جُدّد السجل التجاري.' }],
  membershipEnded: [{ ...named, reason: 'انتهى عقد العمل.' }],
  membershipInactive: [{ ...named, reason: 'إجازة طويلة.' }],
  membershipActive: [{ ...named, reason: 'عاد من الإجازة.' }],
  sealHalfApproved: [named],
  organisationRequestWaits: [
    { ...named, request: 'unit', slNo: 1, aboutAr: 'العقود', aboutEn: 'Contracts' },
    { ...named, request: 'sponsor', slNo: 1, aboutAr: 'سارة القحطاني', aboutEn: 'Sarah Alqahtani' },
    { ...named, request: 'change', slNo: 1, aboutAr: 'سارة القحطاني', aboutEn: 'Sarah Alqahtani' },
    { ...named, request: 'technicalContact', slNo: 1, aboutAr: 'سارة القحطاني', aboutEn: 'Sarah Alqahtani' },
  ],
  memberChanged: [
    { ...named, isRole: true, valueAr: 'مفوّض بالتوقيع', valueEn: 'Authorized Signatory' },
    { ...named, isRole: false, valueAr: 'العقود', valueEn: 'Contracts' },
  ],
  memberWaits: [{ ...named, personAr: 'سارة القحطاني', personEn: 'Sarah Alqahtani' }],
  invitationEnded: [true, false].flatMap((isExpired) =>
    ['', 'غيّرت رأيي.'].map((reason) => ({ ...named, person: 'Sarah', isExpired, reason })),
  ),
  invitationCancelled: [{ ...named, reason: 'Invited by mistake.' }],
  memberResigned: [{ ...named, personAr: 'سارة العتيبي', personEn: 'Sara Alotaibi', reason: 'عمل آخر.' }],
  certificateIssued: certificates,
  certificateExpiring: certificates,
  certificateExpired: certificates,
  certificateSuspended: certificates,
  certificateReactivated: certificates,
  certificateRevoked: certificates,
}

test.each(notificationKinds)('%s: a sentence in each language, in all its forms, and a screen that exists', (kind) => {
  for (const facts of examples[kind]) {
    const [arabic, english] = [tellNotification(kind, facts, 'ar'), tellNotification(kind, facts, 'en')]
    expect(arabic.message).toMatch(/^[\u0600-\u06FF«][^{}]+[.»)\u2069]$/)
    expect(english.message).not.toMatch(facts && 'reason' in facts ? /undefined/ : /[\u0600-\u06FF{}]|undefined|NaN|Invalid/)
    expect(arabic.message).not.toMatch(/undefined|NaN|Invalid/)
    expect(arabic.link).toBe(english.link)
    expect(z.safeParse(inAppAddress, arabic.link).success, arabic.link).toBe(true)
    const path = arabic.link.replace(/\?.*$/, '')
    expect(
      allScreens.some((screen) => path === screen.path || path.startsWith(`${screen.path}/`)),
      path,
    ).toBe(true)
  }
})

test.each([
  'https://evil.example/app/my',
  '//evil.example',
  '/\\evil',
  '/app/my/../../evil',
  '/app/my?to=https://evil.example',
  '/evil',
  '',
])('%s is no place to lead to', (address) => expect(z.safeParse(inAppAddress, address).success).toBe(false))

test('days are those of Riyadh, money is in riyals, and numbers take their Arabic form', () => {
  expect(tellNotification('planExpiring', { ...named, left: 2, validTo: '2026-11-28T21:30:00.000Z' }, 'ar').message).toBe(
    'تنتهي صلاحية «باقة الأفراد» في 29 نوفمبر 2026، والمتبقي منها معاملتان.',
  )
  expect(tellNotification('paymentSettled', payment, 'en').message).toBe(
    'We received SAR 57.50 for “Personal” and credited its transactions.',
  )
})

test('digits and days are those that the person chose; what is foreign to the sentence keeps its own', async () => {
  const { personId, nationalId } = await personTold(1)
  await notify(
    server.db,
    personId,
    'signingEnded',
    { state: 'success', documents: 3, transactionID: 'x'.repeat(22) },
    server.app.clock.now(),
  )
  await notify(server.db, personId, 'planExpiring', { ...named, left: 2, validTo: '2026-11-28T21:30:00.000Z' }, server.app.clock.now())
  await notify(server.db, personId, 'paymentSettled', payment, server.app.clock.now())
  await notify(
    server.db,
    personId,
    'signingEnded',
    { state: 'success', documents: 2, name: 'عقد 2026.pdf', transactionID: 'y'.repeat(22) },
    server.app.clock.now(),
  )
  const said = async (language: 'ar' | 'en') => {
    const { body } = await (await server.signIn(nationalId, { language })).get(`${list}?size=100`)
    return body.dataList.map(({ message }: { message: string }) => message)
  }
  const browser = await server.signIn(nationalId)
  expect((await browser.post('/api/v1/profile/my/preferences', { digits: 'arab', calendar: 'islamic-umalqura' })).status).toBe(200)
  const arabic = await said('ar')
  expect(arabic).toContain('اكتمل توقيع ٣ مستندات. النسخ الموقّعة جاهزة للتنزيل.')
  expect(arabic).toContain('اكتمل توقيع مستندين منها «\u2068عقد 2026.pdf\u2069». النسخ الموقّعة جاهزة للتنزيل.')
  expect(arabic).toContain('تنتهي صلاحية «باقة الأفراد» في ١٩ جمادى الآخرة ١٤٤٨ هـ، والمتبقي منها معاملتان.')
  expect(arabic).toContain('استلمنا ٥٧٫٥٠ ريالًا مقابل «باقة الأفراد» وأضفنا معاملاتها إلى رصيدك.')
  expect(arabic).toContain('سُجّل الدخول إلى حسابك من جهاز جديد (\u2068Device 0\u2069). إن لم تكن أنت فألغِ الجهاز.')
  const english = await said('en')
  expect(english).toContain('3 documents signed. The signed copies are ready to download.')
  expect(english.find((message: string) => message.includes('expires'))).toMatch(/^“Personal” expires on 19 Jumada II 1448 AH/)
})
