import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { queueMail } from '#server/platform/messages.ts'
import { allRows, canary, search } from '#test/canaries.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { enroller } from '#test/enroller.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { sweepErasures } from './sweep.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('who belongs to an organisation leaves it a number: what it wrote of them, and what its people were told by name, is gone', async () => {
  const { owner } = server
  const reem = await server.signIn(cast.reem)
  const personId = reem.session.slno as number
  const person = await owner.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
  const member = await owner.selectFrom('membership').selectAll().where('person_id', '=', personId).executeTakeFirstOrThrow()
  const about = `About ${person.name_en}`
  await queueMail(
    server.db,
    { now: server.clock.now() },
    { to: 'admin@people.example', language: 'en', subject: { ar: about, en: about }, text: { ar: 'x', en: 'x' } },
  )
  const canaries = [
    canary('English name', person.name_en),
    canary('Arabic name', person.name_ar),
    canary('e-mail', person.email!),
    canary('mobile', person.mobile!),
    canary('work e-mail', member.work_email!),
    canary('employee number', member.employee_number!),
    canary('national ID', cast.reem),
    canary('masked ID', person.national_id_masked),
  ]
  const { requestID } = (await reem.post('/api/v1/profile/my/data/erasure', { reason: 'I left.' })).body
  const officer = await server.signIn(cast.bandar)
  expect((await decideAt('/api/v1/operations/erasure/decision', officer, { requestID })).body).toMatchObject({ status: '1' })
  const sarah = await server.signIn(cast.sarah)
  expect((await noticesOf(sarah)).find(({ kind }) => kind === 'memberResigned')?.message).toContain(person.name_en)
  await vi.waitFor(
    async () => {
      const unsent = await owner.selectFrom('message').select('id').where('sent_at', 'is', null).where('gave_up_at', 'is', null).execute()
      expect(unsent).toEqual([])
      await sweepErasures(server.app)
      const { state } = await owner
        .selectFrom('erasure_request')
        .select('state')
        .where('public_id', '=', requestID)
        .executeTakeFirstOrThrow()
      expect(state).toBe('erased')
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(search(canaries, await allRows(server))).toEqual([])
  const left = await owner.selectFrom('membership').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
  expect(left).toMatchObject({ status: 'deactivated', person_id: personId, work_email: null, employee_number: null, seat_plan_id: null })
  expect((await noticesOf(sarah)).find(({ kind }) => kind === 'memberResigned')?.message).not.toContain(person.name_en)
  const { body } = await sarah.post('/api/v1/user/org/orgUser/viewManageOrganizationUsersGrid', { pageNumber: 1, pageSize: 100 })
  expect(body.dataList.find(({ userSlno }: { userSlno: number }) => userSlno === member.id)).toMatchObject({
    fullName: 'Account with erased data',
    email: '',
  })
})

test('the last letter goes out first, and until all is carried out the same national ID opens nothing', async () => {
  const { owner } = server
  const { nationalId, personId } = await addPerson(server, 2, 61)
  const browser = await server.signIn(nationalId)
  const { requestID } = (await browser.post('/api/v1/profile/my/data/erasure', {})).body
  const at = server.clock.now()
  const { id } = await owner
    .insertInto('message')
    .values({ channel: 'mail', recipient: 'Person-61@example.sa', subject: 'Held up', body: 'x', created_at: at, due_at: addDays(at, 2) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const officer = await server.signIn(cast.bandar)
  expect((await decideAt('/api/v1/operations/erasure/decision', officer, { requestID })).body).toMatchObject({ status: '1' })
  const state = async () => {
    await sweepErasures(server.app)
    return (await owner.selectFrom('erasure_request').select('state').where('public_id', '=', requestID).executeTakeFirstOrThrow()).state
  }
  const letter = () =>
    owner.selectFrom('message').select('id').where('recipient', '=', 'person-61@example.sa').where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await letter()).toEqual([]), { timeout: 20_000, interval: 100 })
  expect(await state()).toBe('decided')

  await server.forgetAttempts()
  const someone = enroller(server)
  const again = server.browser({ language: 'en' })
  const enrolmentID = await someone.untilLast(again, nationalId, someone.contact())
  const refused = await someone.complete(again, enrolmentID)
  expect([refused.status, refused.body.detail]).toEqual([409, 'WRONG_STATE'])
  expect(refused.body.title).toContain('is being erased')

  await owner.updateTable('message').set({ sent_at: at }).where('id', '=', id).execute()
  expect(await state()).toBe('erased')
  const left = await owner
    .selectFrom('enrolment')
    .select('id')
    .where('national_id_hash', '=', server.app.secrets.lookUp(nationalId))
    .execute()
  expect(left, 'what they began meanwhile').toEqual([])
  expect(
    (await owner.selectFrom('person').select('erased_at').where('id', '=', personId).executeTakeFirstOrThrow()).erased_at,
  ).not.toBeNull()
})
