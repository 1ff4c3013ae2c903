/** The members of an organisation, as its enrolment admin, its signatory and the registration officer see them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/members.ts'
import { cast } from '#server/demo/cast.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'

let server: TestServer
let admin: Browser
let own: number
let foreign: number
beforeAll(async () => {
  server = await testServer()
  const numberOf = async (unifiedNumber: string) =>
    (await server.owner.selectFrom('organisation').select('id').where('unified_number', '=', unifiedNumber).executeTakeFirstOrThrow()).id
  ;[own, foreign] = [await numberOf('7001234567'), await numberOf('7007654321')]
  admin = await server.signIn(cast.sarah)
  await addMember({
    n: 9_701,
    status: 'deactivated',
    active: false,
    employee_number: 'A-9701',
    created_at: new Date('2026-01-31T20:59:59Z'),
  })
  await addMember({
    n: 9_702,
    status: 'approved',
    active: false,
    work_mobile: '966512345678',
    created_at: new Date('2026-01-31T21:00:00Z'),
  })
  await addMember({ n: 9_703, status: 'pending', active: true, employee_number: '100%', created_at: new Date('2026-02-01T21:00:00Z') })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

type Added = {
  n: number
  status: 'approved' | 'pending' | 'deactivated'
  active: boolean
  created_at: Date
  employee_number?: string
  work_mobile?: string
}
const addedBy = new Map<number, number>()
async function addMember({ n, ...more }: Added) {
  const { personId } = await addPerson(server, 2, n)
  const { id } = await server.owner
    .insertInto('membership')
    .values({ organisation_id: own, person_id: personId, role: 'organizationUser', ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  addedBy.set(id, n)
}

const grid = '/api/v1/user/org/orgUser/viewManageOrganizationUsersGrid'
type Row = { userSlno: number; employeeId: string; fullName: string }
/** The rows by the person's number here, or else by the employee number of the demonstration. */
const shown = async (filters: object, by = admin) => {
  const { status, body, text } = await by.post(grid, filters)
  expect(status, text).toBe(200)
  return (body.dataList as Row[]).map(({ userSlno, employeeId }) => addedBy.get(userSlno) ?? employeeId)
}
const demo = ['A-0055', 'A-0048', 'A-0030']

describe('the members of an organisation', () => {
  test('are its own alone, newest first, with what the organisation knows of them', async () => {
    expect(await shown({})).toEqual([...demo, 9_703, 9_702, 9_701])
    const { body } = await admin.post(grid, { search: 'A-0048' })
    expect(body.dataList).toEqual([
      expect.objectContaining({
        fullName: 'Abdulaziz Sulaiman Nasser Aldossari',
        userType: 'authorizedSignatory',
        employeeId: 'A-0048',
        email: 'abdulaziz.aldossari@horizon.example.sa',
        mobileNo: '966500000048',
        status: 'approved',
        active: true,
      }),
    ])
  })

  test.each([
    ['one status', { deactivated: '1' }, [9_701]],
    ['two statuses', { deactivated: '1', pending: '1' }, [9_703, 9_701]],
    ['a status that nobody has', { userRejected: '1' }, []],
    ['no flag that is on', { deactivated: '0' }, [...demo, 9_703, 9_702, 9_701]],
    ['the flag beside the status', { inActive: '1' }, [9_702, 9_701]],
    ['a status and the flag', { approved: '1', inActive: '1' }, [9_702]],
    ['both flags, which is all', { active: '1', inActive: '1' }, [...demo, 9_703, 9_702, 9_701]],
    ['the days in Riyadh, both inclusive', { fromDate: '2026-02-01', toDate: '2026-02-01' }, [9_702]],
    ['a whole employee number', { employeeId: 'A-9701' }, [9_701]],
    ['no part of an employee number', { employeeId: 'A-97' }, []],
    ['a mobile in Arabic digits', { search: '٩٦٦٥١٢٣٤٥٦٧٨' }, [9_702]],
    ['a sign that patterns know', { search: '0%' }, [9_703]],
    ['a name in Arabic', { search: 'الدوسري' }, ['A-0048']],
  ])('are narrowed by %s', async (_, filters, expected) => expect(await shown(filters)).toEqual(expected))

  test('come in pages that neither repeat nor leave out anybody', async () => {
    const pages = [1, 2, 3].map((pageNumber) => shown({ pageNumber, pageSize: 2 }))
    expect((await Promise.all(pages)).flat()).toEqual([...demo, 9_703, 9_702, 9_701])
  })

  test('go out as a spreadsheet by the same filters', async () => {
    const path = '/api/v1/excel/report/exportManageUsers'
    const { body } = await admin.post(path, { approved: '1', active: '1' }, { 'accept-language': 'ar' })
    const { rows, isRightToLeft } = readSpreadsheet(body)[0]!
    expect(isRightToLeft).toBe(true)
    expect(rows[0]).toMatchObject({ A: 'الاسم', B: 'الدور', C: 'الوحدة', D: 'الرقم الوظيفي' })
    expect(rows.slice(1).map(({ D }) => D)).toEqual(demo)
    expect(rows[2]).toMatchObject({ A: 'عبدالعزيز سليمان ناصر الدوسري', B: 'مفوّض بالتوقيع' })
  })

  test('are chosen by their employee numbers', async () => {
    const { body } = await admin.post(`/api/v1/user/org/orgUser/viewEmployeeIdList/${own}`, {})
    expect(body.totalCount).toBe(5)
    expect(body.dataList.map(({ employeeId }: Row) => employeeId)).toEqual(['100%', 'A-0030', 'A-0048', 'A-0055', 'A-9701'])
  })

  test('are read by signatory and registration officer, by nobody of another organisation', async () => {
    const [signatory, officer, foreignAdmin] = [
      await server.signIn(cast.abdulaziz),
      await server.signIn(cast.bandar),
      await server.signIn(cast.majed),
    ]
    expect(await shown({}, signatory)).toHaveLength(6)
    expect(await shown({ organizationSlno: own }, officer)).toHaveLength(6)
    expect(await shown({}, foreignAdmin)).toEqual(['B-0071', 'B-0063', 'B-0030'])
    const ids = (number: number) => foreignAdmin.post(`/api/v1/user/org/orgUser/viewEmployeeIdList/${number}`, {})
    for (const number of [own, 987_654_321]) {
      expect((await foreignAdmin.post(grid, { organizationSlno: number })).status).toBe(404)
      expect((await ids(number)).status).toBe(404)
    }
    expect((await ids(foreign)).body.totalCount).toBe(3)
  })
})

describe('a membership', () => {
  test.each(['initiated', 'pending', 'rejected', 'userRejected', 'deactivated'] as const)('that is %s gives no right', async (status) => {
    const { nationalId, personId } = await addPerson(server, 2, 9_720 + calls.memberStatuses.indexOf(status))
    const add = (each: typeof status | 'approved') => ({
      organisation_id: foreign,
      person_id: personId,
      role: 'authorizedSignatory' as const,
      status: each,
      created_at: new Date('2026-01-01'),
    })
    await server.owner.insertInto('membership').values(add(status)).execute()
    const somebody = await server.signIn(nationalId)
    for (const body of [{}, { organizationSlno: foreign }]) expect([403, 404]).toContain((await somebody.post(grid, body)).status)
    await server.owner.deleteFrom('membership').where('person_id', '=', personId).execute()
    await server.owner.insertInto('membership').values(add('approved')).execute()
    expect((await somebody.post(grid, { organizationSlno: foreign })).status).toBe(200)
    await server.owner.deleteFrom('membership').where('person_id', '=', personId).execute()
  })

  test('lives once for a person in an organisation, and may follow one that has ended', async () => {
    const { personId } = await addPerson(server, 2, 9_710)
    const add = (status: 'deactivated' | 'pending') =>
      server.owner
        .insertInto('membership')
        .values({ organisation_id: foreign, person_id: personId, role: 'organizationUser', status, created_at: new Date('2026-01-01') })
        .execute()
    await add('deactivated')
    await add('pending')
    await expect(add('pending')).rejects.toThrow('membership_living')
  })
})
