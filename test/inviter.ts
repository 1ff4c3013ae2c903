/** Invitations to an organisation of the cast: its enrolment admin invites, and the invited person joins as people do. */
import { expect, vi } from 'vitest'
import type { OrgRole } from '#contract/kit.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { sentTo } from './inbox.ts'
import { organisations } from '#server/demo/cast.ts'
import { giveSeatBack } from '#server/platform/seats.ts'
import type { Browser, TestServer } from './server.ts'

const uav = '/api/v1/user/org/uav'
const joining = '/api/v1/orguser'
export const home = { country: 'SA', state: 'Riyadh', city: 'Al Kharj', postalCode: '13321' }
export type Invited = { id: number; token: string; email: string; nationalID: string }

let count = 0
export function inviter(server: TestServer) {
  /** What an enrolment admin types of somebody new. */
  function typed(nationalID: string, more: { userType?: OrgRole; email?: string } = {}) {
    const n = ++count
    const mobileNo = `05${String(61_000_000 + n)}`
    return { nationalID, fullName: `Invited ${n}`, email: `invited-${n}@horizon.example`, mobileNo, userType: 'organizationUser', ...more }
  }
  /** The token of the latest link that went to an address, once there are more letters than before. */
  const tokenTo = (email: string, letters = 1) =>
    vi.waitFor(
      async () => {
        const sent = await sentTo(server, 'mail', email)
        if (sent.length < letters) throw new Error(`no invitation to ${email}`)
        return /\/verify-orgUser\?lng=..#([\w-]{43})/.exec(sent[0]!.text)![1]!
      },
      { timeout: 8_000, interval: 50 },
    )
  async function invite(by: Browser, nationalID: string, more: { userType?: OrgRole } = {}): Promise<Invited> {
    const { email, ...rest } = typed(nationalID, more)
    const { status, body, text } = await by.post(`${uav}/createUavUser`, { email, ...rest })
    expect(status, text).toBe(200)
    return { id: body.id, token: await tokenTo(email), email, nationalID }
  }
  /** Proves in the identity app who the person is. @returns the answer, with a session or an enrolment */
  async function prove(browser: Browser, { token: hash, nationalID }: Pick<Invited, 'token' | 'nationalID'>) {
    const started = await browser.post(`${joining}/validate/nationalID`, { hash, nationalID })
    if (started.body.status !== '1') return started
    const { transId, random } = started.body
    return browser.pollUntilEnded(`${joining}/nafath/verify`, { hash, nationalID, transId, random })
  }
  /** A file of the person's, for their request. */
  async function file(browser: Browser): Promise<string> {
    const headers = { 'content-type': 'application/octet-stream' }
    const { body, text } = await browser.send('POST', '/api/v1/evidence/my/files?purpose=membership&name=letter.pdf', {
      body: simplePdf(),
      headers,
    })
    expect(body.uniqueFileID, text).toBeTruthy()
    return body.uniqueFileID as string
  }
  const requestOf = async (browser: Browser): Promise<string> => (await browser.get(`${joining}/invitations`)).body.dataList[0].requestID
  /** Signs in whoever has an account and sends their details. */
  async function join(invited: Invited, { evidence = 0 } = {}): Promise<Browser> {
    const browser = server.browser()
    const proven = await prove(browser, invited)
    expect(proven.body.session, proven.text).toBeTruthy()
    browser.session = proven.body.session
    const files = []
    for (let i = 0; i < evidence; i++) files.push(await file(browser))
    const details = { requestID: await requestOf(browser), ...home, evidence: files, acceptTerms: true }
    const { status, text } = await browser.post(`${joining}/userDetails`, details)
    expect(status, text).toBe(200)
    return browser
  }
  return { typed, invite, tokenTo, prove, file, requestOf, join }
}

/** A seat for one more in a role of the first organisation: the one who has it now acts without. */
export async function vacateSeat({ owner, app }: TestServer, role: OrgRole): Promise<void> {
  const { id } = await owner
    .selectFrom('membership as m')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .select('m.id')
    .where('o.unified_number', '=', organisations.A.unifiedNumber)
    .where('m.role', '=', role)
    .executeTakeFirstOrThrow()
  await owner.transaction().execute((tx) => giveSeatBack(tx, app.clock.now(), id))
}
