/** What the holder of a certificate hears of its end: ahead by 90, 30 and 7 days, and on the day. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#server/platform/clock.ts'
import { sendMessages } from '#server/platform/outbox.ts'
import { certificateHolder, newRequest } from '#test/certificateHolder.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { reminderDays, sweepCertificates } from './sweep.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 }) // nothing sweeps but the test
})
afterAll(() => server.close())

let people = 0
/** Somebody with a language, who holds certificates. */
async function person(language: 'ar' | 'en') {
  const n = ++people
  const { nationalId, personId } = await addPerson(server, 2, n)
  await server.owner
    .updateTable('person')
    .set({ language, kyc_until: addDays(server.clock.now(), 3_650) })
    .where('id', '=', personId)
    .execute()
  const browser = await server.signIn(nationalId)
  const holder = certificateHolder(server, browser)
  return {
    holder,
    issued: (more: object = {}) => holder.issued({ code: 'personalSigning', keySource: 'csr', csr: newRequest().csr, ...more }),
    /** What came about the end of certificates, the oldest first. */
    async mails() {
      for (let i = 0; i < 5; i++) await sendMessages(server.app)
      const all = await sentTo(server, 'mail', `person-${n}@example.sa`)
      return all.filter(({ subject }) => /expire|تنتهي|انتهت/.test(subject!)).toReversed()
    },
    noticesOf: () =>
      server.db
        .selectFrom('notification')
        .select('kind')
        .where('person_id', '=', personId)
        .where('kind', 'in', ['certificateExpiring', 'certificateExpired'])
        .orderBy('id')
        .execute(),
  }
}
const subjectsOf = async (whom: Awaited<ReturnType<typeof person>>) => (await whom.mails()).map(({ subject }) => subject)

/** Two processes sweep, and then one again. */
async function sweep() {
  await Promise.all([sweepCertificates(server.app), sweepCertificates(server.app)])
  await sweepCertificates(server.app)
}
const day = 86_400
const yearDays = (from: Date) => {
  const to = new Date(from)
  to.setUTCFullYear(to.getUTCFullYear() + 1)
  return (to.getTime() - from.getTime()) / 86_400_000
}

test('90, 30 and 7 days ahead and on the day, each once and in the holder’s language; nobody hears of what was revoked or renewed', async () => {
  const began = server.clock.now()
  const [layla, john, revoker, renewer] = [await person('ar'), await person('en'), await person('ar'), await person('en')]
  const slno = await layla.issued()
  await john.issued()
  await revoker.holder.act('revoke', await revoker.issued(), { reason: 'superseded' })
  const old = await renewer.issued()
  const early = await renewer.holder.apply({ code: 'personalSigning', keySource: 'csr', csr: newRequest().csr, renews: old })
  expect(early.body.title).toBe('A certificate can be renewed in the last 90 days of its validity.')
  await server.owner
    .updateTable('certificate')
    .set({ not_after: addDays(began, 85) })
    .where('serial_number', '=', (e) => e.selectFrom('dsc').select('serial_number').where('public_id', '=', old))
    .execute()
  const next = await renewer.issued({ renews: old })
  expect(await renewer.holder.read(old)).toMatchObject({ state: 'active', renewedBy: next })
  expect(await renewer.holder.read(next)).toMatchObject({ state: 'active', renews: old })
  const again = await renewer.holder.apply({ code: 'personalSigning', keySource: 'csr', csr: newRequest().csr, renews: old })
  expect(again.body.title).toBe('This certificate is being renewed already.')

  let advanced = 0
  const to = (days: number) => {
    server.clock.advance(days * day - advanced)
    advanced = days * day
  }
  const life = yearDays(began)
  await sweep()
  to(life - 91)
  await sweep()
  expect([await subjectsOf(layla), await subjectsOf(john)]).toEqual([[], []])
  expect(await renewer.noticesOf()).toEqual([]) // its first certificate has ended by now

  for (const [told, days] of reminderDays.entries()) {
    to(life - days)
    await sweep()
    const mails = await layla.mails()
    expect(mails).toHaveLength(told + 1)
    expect(mails[told]!.subject).toBe(`تنتهي شهادتك الرقمية خلال ${days} ${days > 10 ? 'يومًا' : 'أيام'}`)
    const { serialNumberHex } = await dscOf(slno)
    for (const part of ['شهادة التوقيع الشخصية', serialNumberHex, 'الموافق', '/app/my/dsc/manage'])
      expect(mails[told]!.text).toContain(part)
    expect((await subjectsOf(john))[told]).toBe(`Your digital certificate expires in ${days} days`)
    expect(await subjectsOf(renewer)).toHaveLength(told + 1) // of the new certificate alone
  }

  to(life + 1)
  await sweep()
  expect((await subjectsOf(layla)).slice(3)).toEqual(['انتهت صلاحية شهادتك الرقمية'])
  expect((await subjectsOf(john)).slice(3)).toEqual(['Your digital certificate has expired'])
  expect((await dscOf(slno)).state).toBe('expired')
  expect((await layla.noticesOf()).map(({ kind }) => kind)).toEqual([
    ...reminderDays.map(() => 'certificateExpiring'),
    'certificateExpired',
  ])
  expect(await subjectsOf(revoker)).toEqual([])
  server.clock.advance(-advanced)
})

const dscOf = async (slno: string) => {
  const { state, serial_number } = await server.db
    .selectFrom('dsc')
    .select(['state', 'serial_number'])
    .where('public_id', '=', slno)
    .executeTakeFirstOrThrow()
  return { state, serialNumberHex: serial_number!.toString('hex').toUpperCase() }
}

test('whoever could not sweep for a while tells the nearest alone, with the days that are really left', async () => {
  const sara = await person('ar')
  await sara.issued()
  const life = yearDays(server.clock.now())
  server.clock.advance((life - 20) * day)
  await sweep()
  expect(await subjectsOf(sara)).toEqual(['تنتهي شهادتك الرقمية خلال 20 يومًا'])
  server.clock.advance(18 * day)
  await sweep()
  expect((await subjectsOf(sara)).slice(1)).toEqual(['تنتهي شهادتك الرقمية خلال يومين'])
  server.clock.advance(-(life - 2) * day)
})

test('a suspended certificate’s end is told too', async () => {
  const resting = await person('en')
  await resting.holder.act('suspend', await resting.issued())
  const life = yearDays(server.clock.now())
  server.clock.advance((life - 7) * day)
  await sweep()
  expect(await subjectsOf(resting)).toEqual(['Your digital certificate expires in 7 days'])
  server.clock.advance(-(life - 7) * day)
})

test('of one that ended while nobody swept only the end is told', async () => {
  const late = await person('en')
  await late.issued()
  const life = yearDays(server.clock.now())
  server.clock.advance((life + 1) * day)
  await sweep()
  expect(await subjectsOf(late)).toEqual(['Your digital certificate has expired'])
  server.clock.advance(-(life + 1) * day)
})
