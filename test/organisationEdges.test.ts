/** The machines of an organisation over HTTP: from each state, each call that moves one gets exactly where the contract’s edges lead. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  applicationEdges,
  applicationStates,
  organisationEdges,
  organisationStates,
  type ApplicationState,
} from '#contract/applications.ts'
import { memberEdges, type MembershipStatus } from '#contract/members.ts'
import { submissionEdges, submissionStatuses, type SubmissionStatus } from '#contract/submissions.ts'
import { cast } from '#server/demo/cast.ts'
import { giveSeatBack, takeSeat } from '#server/platform/seats.ts'
import { anyState, expectOutcome } from './anyState.ts'
import { decideAt } from './decider.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { home } from './inviter.ts'
import { organisationObjects } from './organisationObjects.ts'
import { testServer, type Answer, type Browser, type TestServer } from './server.ts'

let server: TestServer
let officer: Browser
let own: Awaited<ReturnType<typeof organisationObjects>>
let force: ReturnType<typeof anyState>['force']
let stateOf: ReturnType<typeof anyState>['stateOf']
beforeAll(async () => {
  server = await testServer({ sweepScale: 100, simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  ;({ force, stateOf } = anyState(server))
  officer = await server.signIn(cast.bandar)
  own = await organisationObjects(server, 33_000)
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

type Table = 'membership' | 'organisation_unit' | 'organisation_contact' | 'membership_change' | 'organisation_change'
describe('a membership', () => {
  const states = Object.keys(memberEdges) as MembershipStatus[]
  let one: Awaited<ReturnType<typeof own.joining>>
  let requestID: string
  beforeAll(async () => {
    one = await own.joining()
    ;({ requestID } = one)
  })
  const calls: Record<string, { to: MembershipStatus; ask: () => Promise<Answer> }> = {
    details: {
      to: 'pending',
      ask: () => one.browser.post('/api/v1/orguser/userDetails', { requestID, ...home, evidence: [], acceptTerms: true }),
    },
    decline: { to: 'userRejected', ask: () => one.browser.post('/api/v1/orguser/decline', { requestID }) },
    cancel: { to: 'cancelled', ask: () => own.admin.post('/api/v1/user/org/uav/cancelUavUser', { id: one.id, remarks: 'Why.' }) },
    approve: { to: 'approved', ask: () => decideAt('/api/v1/approval/org/users/new/decision', own.signatory, { userSlNo: one.id }) },
    reject: {
      to: 'rejected',
      ask: () =>
        decideAt('/api/v1/approval/org/users/new/decision', own.signatory, { userSlNo: one.id }, { isApproved: false, remarks: 'No.' }),
    },
    deactivate: {
      to: 'deactivated',
      ask: () => own.admin.post('/api/v1/user/org/orgUser/deactivate', { orgSlNo: own.id, userSlNo: one.id, remarks: 'Why.' }),
    },
  }
  const cases = states.flatMap((from) => Object.keys(calls).map((call) => ({ from, call })))
  test.each(cases)('$from: $call', async ({ from, call }) => {
    const { to, ask } = calls[call]!
    await server.owner.transaction().execute(async (tx) => {
      await giveSeatBack(tx, new Date(), one.id)
      await sql`alter table membership disable trigger user`.execute(tx)
      const sent = from === 'initiated' ? { submitted_at: null } : {}
      await tx
        .updateTable('membership')
        .set({ status: from, active: true, ...sent })
        .where('id', '=', one.id)
        .execute()
      await sql`alter table membership enable trigger user`.execute(tx)
      if (from === 'approved') await takeSeat(tx, new Date(), one.id)
    })
    const answer = await ask()
    const after = await stateOf('membership', 'status', one.id)
    expectOutcome(answer, from, after, to, memberEdges[from].includes(to))
    await server.owner.updateTable('membership').set({ submitted_at: new Date() }).where('id', '=', one.id).execute()
  })
})

describe.each([
  ['a unit', 'organisation_unit', '/api/v1/profile/org/units/decision', 'orgUnitSlNo', () => own.unit('Edges')],
  ['a contact', 'organisation_contact', '/api/v1/profile/org/contacts/decision', 'slNo', () => own.contact('sponsor')],
  [
    'a change to a user',
    'membership_change',
    '/api/v1/approval/org/users/change/decision',
    'slNo',
    async () => own.unitChange(await own.memberOf(await own.member('organizationUser'))),
  ],
  [
    'a change to what is registered',
    'organisation_change',
    '/api/v1/profile/org/changes/decision',
    'slNo',
    () => own.contactDetails('edges@palms.example'),
  ],
] as [string, Table, string, string, () => Promise<number>][])('%s', (_, table, path, name, make) => {
  let id: number
  beforeAll(async () => {
    id = await make()
  })
  const cases = submissionStatuses.flatMap((from) => (['approved', 'rejected'] as const).map((to) => ({ from, to })))
  test.each(cases)('$from → $to', async ({ from, to }: { from: SubmissionStatus; to: SubmissionStatus }) => {
    const decided = from === 'pending' ? { decided_at: null } : { decided_at: new Date() }
    const by = table === 'membership_change' ? {} : { decided_by: from === 'pending' ? null : own.signatory.session.slno }
    const primary = table === 'organisation_contact' ? { is_primary: false } : {}
    await force(table, 'status', id, from, { ...decided, ...by, ...primary, remarks: from === 'rejected' ? 'No.' : '' })
    const how = { isApproved: to === 'approved', remarks: to === 'approved' ? '' : 'No.' }
    const answer = await decideAt(path, own.signatory, { [name]: id }, how)
    expectOutcome(answer, from, await stateOf(table, 'status', id), to, submissionEdges[from].includes(to))
  })
})

let organisations = 0
async function anotherOrganisation(): Promise<number> {
  const unified_number = `70288${String(++organisations).padStart(5, '0')}`
  const names = { name_ar: 'شركة المدار', name_en: 'Almadar', sip_code: `SIP-${unified_number}` }
  const made = server.owner.insertInto('organisation').values({ unified_number, ...names, created_at: new Date() })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

describe('an application', () => {
  const mine = '/api/v1/organisation/my/application'
  const operations = '/api/v1/operations/organisation'
  let applicant: Browser
  let requestID: string
  let id: number
  let numbers = 0
  const typed = () => ({
    unifiedOrgNo: `70199${String(++numbers).padStart(5, '0')}`,
    organizationNameAr: 'شركة المدار',
    organizationName: 'Almadar',
    DBANameAr: '',
    DBAName: '',
    crNumber: '',
    vatNumber: '',
    email: 'info@almadar.example',
    telephoneNumber: '0112345678',
    country: 'SA',
    stateProvinceRegion: 'Riyadh',
    city: 'Al Kharj',
    address: '12 King Fahd Road',
    postalCodeZIPCode: '13321',
  })
  const upload = async (purpose: string, body: Uint8Array) => {
    const headers = { 'content-type': 'application/octet-stream' }
    return (await applicant.send('POST', `/api/v1/evidence/my/files?purpose=${purpose}&name=file`, { body, headers })).body.uniqueFileID
  }
  async function submit() {
    const files = { evidence: [await upload('organisation', simplePdf())], seal: await upload('organisationSeal', own.scan) }
    return applicant.post(`${mine}/submit`, { ...typed(), ...files })
  }
  beforeEach(async () => {
    applicant = await server.signIn((await own.newPerson()).nationalId)
    requestID = (await submit()).body.requestID
    ;({ id } = await server.db
      .selectFrom('organisation_application')
      .select('id')
      .where('public_id', '=', requestID)
      .executeTakeFirstOrThrow())
  })
  const decide = (isApproved: boolean) =>
    decideAt(`${operations}/decision`, officer, { requestID }, { isApproved, remarks: isApproved ? '' : 'No.' })
  const calls: Record<string, { to: ApplicationState; ask: () => Promise<Answer> }> = {
    return: {
      to: 'returned',
      ask: () =>
        officer.post(`${operations}/applications/return`, {
          requestID,
          remarks: 'Please correct it.',
          fieldRemarks: [{ field: 'vatNumber', remark: 'Not theirs.' }],
        }),
    },
    approve: { to: 'active', ask: () => decide(true) },
    reject: { to: 'rejected', ask: () => decide(false) },
  }
  const cases = applicationStates.flatMap((from) => Object.keys(calls).map((call) => ({ from, call })))
  test.each(cases)('$from: $call', async ({ from, call }) => {
    const { to, ask } = calls[call]!
    const isDecided = from === 'active' || from === 'rejected'
    await force('organisation_application', 'state', id, from, {
      submitted_at: from === 'application' ? null : new Date(),
      decided_at: isDecided ? new Date() : null,
      organisation_id: from === 'active' ? await anotherOrganisation() : null,
      remarks: from === 'rejected' || from === 'returned' ? 'No.' : '',
    })
    expectOutcome(await ask(), from, await stateOf('organisation_application', 'state', id), to, applicationEdges[from].includes(to))
  })
  test.each(['application', 'review', 'returned'] as const)('%s: send', async (from) => {
    await force('organisation_application', 'state', id, from, { submitted_at: from === 'application' ? null : new Date() })
    expectOutcome(
      await submit(),
      from,
      await stateOf('organisation_application', 'state', id),
      'review',
      applicationEdges[from].includes('review'),
    )
  })
  test.each(['active', 'rejected'] as const)('%s is left alone by another one that is sent', async (from) => {
    await force('organisation_application', 'state', id, from, {
      decided_at: new Date(),
      organisation_id: from === 'active' ? await anotherOrganisation() : null,
      remarks: from === 'rejected' ? 'No.' : '',
    })
    await submit()
    expect(await stateOf('organisation_application', 'state', id)).toBe(from)
  })
})

describe('an organisation', () => {
  const ways = { suspended: 'suspend', active: 'reactivate' } as const
  test.each(organisationStates.flatMap((from) => organisationStates.map((to) => ({ from, to }))))('$from → $to', async ({ from, to }) => {
    const { id } = await server.db
      .selectFrom('organisation')
      .select('id')
      .where('unified_number', '=', '7007654321')
      .executeTakeFirstOrThrow()
    await force('organisation', 'status', id, from)
    const answer = await officer.post(`/api/v1/operations/organisations/${ways[to]}`, { organizationSlno: id, remarks: 'Why.' })
    expectOutcome(answer, from, await stateOf('organisation', 'status', id), to, organisationEdges[from].includes(to))
    await force('organisation', 'status', id, 'active')
  })
})
