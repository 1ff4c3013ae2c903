/** Messages of the contact page wait in the queue, are read, answered by letter or closed. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { sentTo } from '#test/inbox.ts'
import { solvedHumanCheck } from '#test/humanCheck.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer()
  ;[officer, auditor] = [await server.signIn(cast.bandar), await server.signIn(cast.tariq)]
  await server.owner.deleteFrom('contact_message').execute()
})
afterAll(() => server.close())

const path = '/api/v1/operations/contact'
const queue = '/api/v1/operations/requests'
async function written(subject: string, email: string): Promise<string> {
  const body = { name: 'Sara Alharbi', email, subject, message: 'How do I sign ten documents at once?\nThank you.' }
  const answer = await server.browser({ language: 'en' }).post('/api/v1/common/contact', body, solvedHumanCheck(server))
  expect(answer.status, answer.text).toBe(200)
  return answer.body.reference as string
}
const waiting = async (query = '') =>
  (await officer.get(`${queue}?limit=100${query}`)).body.dataList as {
    requestID: string
    kind: string
    serviceLevel: string
    answerDueDate: string
  }[]

test('a message waits, is read on record, answered by letter in its language, and gone from the queue', async () => {
  const reference = await written('signing', 'sara@people.example')
  const [one] = await waiting('&kind=contact')
  expect(one).toMatchObject({ kind: 'contact', serviceLevel: 'inTime' })
  const { requestID } = one!
  const { body: list, text } = await auditor.get(`${path}?state=received`)
  expect(list.dataList).toMatchObject([{ requestID, contactReference: reference, contactSubject: 'signing', state: 'received' }])
  expect(text).not.toMatch(/sara|Alharbi|documents/)

  const { body } = await auditor.get(`${path}/${requestID}`)
  expect(body).toMatchObject({
    name: 'Sara Alharbi',
    email: 'sara@people.example',
    language: 'en',
    message: expect.stringContaining('ten documents'),
  })
  const read = await server.owner.selectFrom('audit_event').selectAll().where('action', '=', 'contact.opened').execute()
  expect(read).toMatchObject([{ subject: reference, person_id: auditor.session.slno }])

  const answer = 'Choose up to ten files on one page.\nThen approve once.'
  expect((await auditor.post(`${path}/answer`, { requestID, answer })).status).toBe(403)
  const handled = await officer.post(`${path}/answer`, { requestID, answer })
  expect(handled.body).toMatchObject({ state: 'answered', answer, processedBy: expect.any(String) })
  await vi.waitFor(async () => {
    const [mail] = (await sentTo(server, 'mail', 'sara@people.example')).filter(({ subject }) => subject?.startsWith('Our answer'))
    expect(mail).toMatchObject({ subject: `Our answer to your message ${reference}`, text: expect.stringContaining('Then approve once.') })
  }, 10_000)
  expect(await waiting('&kind=contact')).toEqual([])
  expect((await officer.post(`${path}/answer`, { requestID, answer })).body.detail).toBe('WRONG_STATE')
  expect((await officer.post(`${path}/close`, { requestID, remarks: 'Again' })).body.detail).toBe('WRONG_STATE')
})

test('what needs no answer is closed with a reason, and its sender hears nothing', async () => {
  await written('other', 'pills@people.example')
  const [{ requestID } = { requestID: '' }] = await waiting('&kind=contact')
  const before = await vi.waitFor(async () => {
    const mails = await sentTo(server, 'mail', 'pills@people.example')
    expect(mails).toHaveLength(1)
    return mails
  }, 10_000)
  expect((await officer.post(`${path}/close`, { requestID, remarks: '  ' })).status).toBe(422)
  expect((await officer.post(`${path}/close`, { requestID, remarks: 'An advertisement.' })).body).toMatchObject({
    state: 'closed',
    remarks: 'An advertisement.',
  })
  const { count } = await server.owner
    .selectFrom('message')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('recipient', '=', 'pills@people.example')
    .executeTakeFirstOrThrow()
  expect(count).toBe(before.length)
})

test('one that is not there answers as nothing does', async () => {
  for (const answer of [
    await officer.get(`${path}/${'A'.repeat(22)}`),
    await officer.post(`${path}/close`, { requestID: 'A'.repeat(22), remarks: 'x' }),
  ])
    expect([answer.status, answer.body.detail]).toEqual([404, 'NOT_FOUND'])
})

test('what is due first stands first, by the hours of its kind, and the counts say how much presses', async () => {
  await written('compromise', 'urgent@people.example')
  const now = server.clock.now()
  const at = (subject: string, hours: number) =>
    server.owner
      .insertInto('contact_message')
      .values({
        reference: `C-${subject}-${hours}`,
        received_at: addSeconds(now, -hours * 3_600),
        language: 'ar',
        subject: subject as 'plans',
        name: 'x',
        email: 'x@people.example',
        body: 'x',
      })
      .execute()
  await at('plans', 73)
  await at('plans', 25)
  await at('compromise', 5)
  const levels = (await waiting())
    .filter(({ kind }) => kind === 'contact' || kind === 'compromise')
    .map(({ kind, serviceLevel }) => `${kind} ${serviceLevel}`)
  expect(levels).toEqual(['contact late', 'compromise soon', 'compromise inTime', 'contact soon'])
  const all = await waiting()
  expect(all.map(({ answerDueDate }) => answerDueDate)).toEqual(all.map(({ answerDueDate }) => answerDueDate).toSorted())
  expect((await waiting('&serviceLevel=late&kind=contact')).map(({ kind }) => kind)).toEqual(['contact'])
  const counts = (await officer.get(`${queue}/counts`)).body.dataList as { kind: string; count: number; soon: number; late: number }[]
  expect(counts).toEqual(
    expect.arrayContaining([
      { kind: 'contact', count: 2, soon: 1, late: 1 },
      { kind: 'compromise', count: 2, soon: 1, late: 0 },
    ]),
  )
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
})
