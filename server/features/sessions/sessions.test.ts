import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a person signs in through the identity app and gets a session', async () => {
  const browser = await server.signIn('1200000022')
  expect(browser.session).toMatchObject({
    status: '1',
    userName: 'Faisal Mohammed Ibrahim Alzahrani',
    isSubscriber: true,
    organizationList: [],
    selectedOrganization: null,
    kycDue: false,
  })
  const event = await server.db
    .selectFrom('audit_event')
    .select(['action', 'outcome'])
    .where('action', '=', 'session.opened')
    .executeTakeFirst()
  expect(event).toEqual({ action: 'session.opened', outcome: 'done' })
})
