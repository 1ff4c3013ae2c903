/** What stories about sessions ask again and again. */
import { stepUpMinutes } from '#server/platform/sessions/lifetime.ts'
import type { Answer, Browser, TestServer } from './server.ts'

export const refreshPath = '/api/v1/auth/refresh'
/** A call that any session may make and that counts as activity. */
export const act = (browser: Browser, headers?: Record<string, string>) =>
  browser.post('/api/v1/auth/session/organization', { organizationSlno: 987_654_321 }, headers)
export const isIn = ({ status, body }: Answer) => (status === 404 ? 'in' : body.detail)

export const refresh = (browser: Browser, refreshToken: string = browser.session.refreshToken, deviceID = browser.deviceId, headers = {}) =>
  browser.post(refreshPath, { refreshToken, deviceID }, headers)

export const sessionOf = (server: TestServer, browser: Browser) =>
  server.db.selectFrom('session').selectAll().where('id', '=', browser.session.token.split('.')[0]).executeTakeFirstOrThrow()

export const endsOf = async (server: TestServer, browser: Browser) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select(['outcome', 'facts'])
      .where('action', '=', 'session.ended')
      .where('subject', '=', browser.session.token.split('.')[0])
      .execute()
  ).map(({ outcome, facts }) => `${(facts as { reason: string }).reason} ${outcome}`)

/** Gives a signed-in person another ID: one whose holder decides otherwise. */
export async function becomes({ app: { secrets }, owner }: TestServer, browser: Browser, nationalId: string) {
  await owner
    .updateTable('person')
    .set({ national_id_hash: secrets.lookUp(nationalId), national_id_sealed: secrets.seal(nationalId, 'national ID') })
    .where('id', '=', browser.session.slno)
    .execute()
}

/** As if the identity had been confirmed too long ago for what matters. */
export async function letConfirmationLapse({ app, owner }: TestServer, browser: Browser) {
  const confirmedAt = new Date(app.clock.now().getTime() - (stepUpMinutes * 60 + 1) * 1000)
  await owner.updateTable('session').set({ confirmed_at: confirmedAt }).where('id', '=', browser.session.token.split('.')[0]).execute()
}
