/** What belongs to another organisation answers as what does not exist: every call that names an object of one, asked from inside and outside. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { isBytes } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { handlers } from '#server/routes.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { organisationObjects } from './organisationObjects.ts'
import { testServer, type Answer, type Browser, type TestServer } from './server.ts'

let server: TestServer
let own: Awaited<ReturnType<typeof organisationObjects>>
let foreign: Record<'admin' | 'signatory', Browser>
/** What the organisation has, by the name under which the rows below ask for it. */
let has: Record<string, number | string>

beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  own = await organisationObjects(server, 31_000)
  foreign = { admin: await server.signIn(cast.majed), signatory: await server.signIn(cast.hind) }
  const member = await own.memberOf(await own.member('organizationUser'))
  const joining = await own.joining()
  const unit = await own.unit('Works')
  const organisationChange = await own.tradingName('Palms')
  const seal = await own.confirmed()
  const fileOf = async (path: string, body: object) => (await own.admin.post(path, body)).body
  has = {
    member,
    joining: joining.id,
    invitation: (await own.invite()).id,
    unit,
    contact: await own.contact('sponsor'),
    change: await own.unitChange(member),
    organisationChange,
    seal,
    document: (await own.upload(simplePdf())).body.slNo,
    joiningFile: (await fileOf('/api/v1/approval/org/users/new/viewNewRequestDetails', { userSlNo: joining.id })).Docs[0].uniqueFileID,
    changeFile: (await fileOf('/api/v1/profile/org/changes/view', { slNo: organisationChange })).evidence[0].uniqueFileID,
    stamp: (await own.read(seal)).stamp.uniqueFileID,
  }
}, 120_000)
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

type Asking = { call: string; of: string; by?: 'admin' | 'signatory'; ask: (by: Browser, id: number | string) => Promise<Answer> }
const post = (call: string, of: string, path: string, name: string, more: object = {}, by: Asking['by'] = 'admin'): Asking => ({
  call,
  of,
  by,
  ask: (browser, id) => browser.post(path, { [name]: id, ...more }),
})
const read = (call: string, of: string, address: (id: number | string) => string): Asking => ({
  call,
  of,
  ask: (browser, id) => browser.get(address(id)),
})
const nothing = { isApproved: '0', remarks: 'No.', transId: 'x', random: '1' }
const decided = { isApproved: '0', remarks: 'No.' }
const decision = (what: string, of: string, path: string, name: string): Asking[] => [
  post(`initiate${what}`, of, `${path}/initiate`, name, decided, 'signatory'),
  post(`verify${what}`, of, `${path}/verify`, name, nothing, 'signatory'),
]
const user = '/api/v1/user/org/orgUser'
const uav = '/api/v1/user/org/uav'
const approval = '/api/v1/approval/org'
const profile = '/api/v1/profile/org'
const seals = `${profile}/seal`
const remarks = { remarks: 'Why.' }

/** Those that change nothing stand first: what they name still waits when the last ask. */
const rows: Asking[] = [
  post('readMember', 'member', `${user}/viewOrganizationUser`, 'userSlNo', { orgSlNo: 0 }),
  post('readAccountRequest', 'invitation', `${uav}/viewUavUser`, 'id'),
  post('readNewUserRequest', 'joining', `${approval}/users/new/viewNewRequestDetails`, 'userSlNo'),
  post('readChangeRequest', 'change', `${approval}/users/change/viewChangeRequestDetails`, 'slNo'),
  post('readUnit', 'unit', `${profile}/units/view`, 'orgUnitSlNo'),
  post('readContact', 'contact', `${profile}/contacts/view`, 'slNo'),
  post('readOrganisationChange', 'organisationChange', `${profile}/changes/view`, 'slNo'),
  post('readSealRequest', 'seal', `${approval}/dsc/view`, 'slNo'),
  read('openUnitDocument', 'unit', (id) => `${profile}/units/${id}/document`),
  read('openNewUserDocument', 'joiningFile', (id) => `${approval}/users/new/${has['joining']}/documents/${id}`),
  read('openOrganisationChangeFile', 'changeFile', (id) => `${profile}/changes/${has['organisationChange']}/files/${id}`),
  read('openOrganisationStamp', 'stamp', (id) => `${profile}/stamp/${id}`),
  read('downloadSealInvoice', 'seal', (id) => `${seals}/invoice/${id}`),
  ...decision('NewUserDecision', 'joining', `${approval}/users/new/decision`, 'userSlNo'),
  ...decision('ChangeDecision', 'change', `${approval}/users/change/decision`, 'slNo'),
  ...decision('UnitDecision', 'unit', `${profile}/units/decision`, 'orgUnitSlNo'),
  ...decision('ContactDecision', 'contact', `${profile}/contacts/decision`, 'slNo'),
  ...decision('OrganisationChangeDecision', 'organisationChange', `${profile}/changes/decision`, 'slNo'),
  ...decision('SealDecision', 'seal', `${approval}/dsc/decision`, 'slNo'),
  post('inactivateUnit', 'unit', `${profile}/units/inactivate`, 'orgUnitSlNo', remarks),
  post('activateUnit', 'unit', `${profile}/units/activate`, 'orgUnitSlNo', remarks),
  post('makePrimaryContact', 'contact', `${profile}/contacts/primary`, 'slNo'),
  post('inactivateContact', 'contact', `${profile}/contacts/inactivate`, 'slNo', remarks),
  post('activateContact', 'contact', `${profile}/contacts/activate`, 'slNo', remarks),
  ...['pay', 'recheck', 'cancel', 'suspend', 'resume'].map((what) =>
    post(
      { pay: 'paySeal', recheck: 'recheckSealPayment', cancel: 'cancelSealOrder', suspend: 'suspendSeal', resume: 'resumeSeal' }[what]!,
      'seal',
      `${seals}/${what}`,
      'slNo',
      {},
      what === 'resume' ? 'signatory' : 'admin',
    ),
  ),
  post('revokeSeal', 'seal', `${seals}/revoke`, 'slNo', { reason: 'superseded' }),
  post('initiateSealIdentity', 'seal', `${seals}/identity/initiate`, 'slNo'),
  post('verifySealIdentity', 'seal', `${seals}/identity/verify`, 'slNo', { transId: 'x', random: '1' }),
  post('initiateSealing', 'document', `${seals}/documents/approve/initiate`, 'slNo'),
  post('discardDocumentToSeal', 'document', `${seals}/documents/discard`, 'slNo'),
  post('requestRoleChange', 'member', `${user}/change/role`, 'userSlNo', { orgSlNo: 0, userType: 'enrolmentAdmin', ...remarks }),
  post('requestUnitChange', 'member', `${user}/change/unit`, 'userSlNo', { orgSlNo: 0, orgUnitSlNo: 987_654_321, ...remarks }),
  post('resendAccountRequest', 'invitation', `${uav}/resendUavUser`, 'id'),
  post('inactivateMember', 'member', `${user}/inactivate`, 'userSlNo', { orgSlNo: 0, ...remarks }),
  post('activateMember', 'member', `${user}/activate`, 'userSlNo', { orgSlNo: 0, ...remarks }),
  post('deactivateMember', 'member', `${user}/deactivate`, 'userSlNo', { orgSlNo: 0, ...remarks }),
  post('cancelAccountRequest', 'invitation', `${uav}/cancelUavUser`, 'id', remarks),
]
/** A unit that somebody is to belong to is chosen among those in use: whoever asks, this one is none. */
const choosing: Asking[] = [
  {
    call: 'createAccountRequest',
    of: 'unit',
    ask: async (browser, orgUnitSlNo) =>
      browser.post(`${uav}/createUavUser`, { ...own.people.typed((await own.newPerson()).nationalId), orgUnitSlNo }),
  },
]
/** Answer alike for both, as there is nothing of the kind inside either: what they hand out is asked for beside what makes it. */
const alike = ['downloadSealCreditNote', 'downloadSealedDocument', 'verifySealing']

const absentOf = (id: number | string) => (typeof id === 'number' ? 987_654_321 : 'A'.repeat(22))
const shown = ({ status, text, body }: Answer) => `${status} ${text.replace(String(body?.reference), '')}`

/** As the row asks, with the asker’s own organisation where a call must name one. */
function asking({ ask }: Asking, browser: Browser, orgSlNo: number, id: number | string): Promise<Answer> {
  const named = {
    ...browser,
    post: (path: string, body?: object) => browser.post(path, body && 'orgSlNo' in body ? { ...body, orgSlNo } : body),
  }
  return ask(named as Browser, id)
}

describe('an object of another organisation', () => {
  test.each(rows.map((row) => [`${row.call} of ${row.of}`, row] as const))('%s', async (_, row) => {
    const id = has[row.of]!
    const outside = foreign[row.by ?? 'admin']
    const inside = own[row.by ?? 'admin']
    const elsewhere = outside.session.organizationList[0]!.organizationSlno
    const none = await asking(row, outside, elsewhere, absentOf(id))
    expect(none.status, none.text).toBe(404)
    expect(shown(await asking(row, outside, elsewhere, id))).toBe(shown(none))
    const theirs = await asking(row, inside, own.id, id)
    if (row.call === 'requestUnitChange') return // a unit that is none answers alike for whoever asks
    expect(shown(theirs), 'those whose it is are answered otherwise').not.toBe(shown(none))
  })

  test.each(choosing.map((row) => [`${row.call} with ${row.of}`, row] as const))('%s', async (_, { of, ask }) => {
    const none = await ask(foreign.admin, absentOf(has[of]!))
    expect([404, 422]).toContain(none.status)
    expect(shown(await ask(foreign.admin, has[of]!))).toBe(shown(none))
  })

  test('an approval to seal it, which nobody asked for, is none for whoever looks', async () => {
    const look = (by: Browser, slNo: number | string) => by.post(`${seals}/documents/approve/verify`, { slNo, transId: 'x', random: '1' })
    const none = shown(await look(foreign.admin, 987_654_321))
    expect(shown(await look(foreign.admin, has['document']!))).toBe(none)
    expect(shown(await look(own.admin, has['document']!))).toBe(none)
  })

  test('named with its own organisation’s number is no nearer to a stranger', async () => {
    const asked = await foreign.admin.post(`${user}/viewOrganizationUser`, { orgSlNo: own.id, userSlNo: has['member'] })
    const absent = await foreign.admin.post(`${user}/viewOrganizationUser`, { orgSlNo: 987_654_321, userSlNo: has['member'] })
    expect(asked.status).toBe(404)
    expect(shown(asked)).toBe(shown(absent))
  })
})

test('every call that names an object of an organisation is asked', () => {
  const names = /^(slNo|userSlNo|userSlno|orgUnitSlNo|id|uniqueFileID|esignLogsID|requestSlNo)$/
  const carriedOut = new Set(handlers.map(({ call }) => call))
  const naming = allCalls.filter(({ call }) => {
    if (typeof call.access !== 'object' || !('org' in call.access) || !carriedOut.has(call)) return false
    return [call.params, isBytes(call.body) ? {} : call.body].some((shape) =>
      Object.keys(shape).some((field) => names.test(field) && !(field === 'id' && call.path.includes('UnitList'))),
    )
  })
  const asked = new Set([...[...rows, ...choosing].map(({ call }) => call), ...alike])
  expect(naming.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([])
})
