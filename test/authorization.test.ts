/** The authorization matrix, made from the contract: every declared call by everybody there is, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { organisationFields } from '#contract/actingOrganisation.ts'
import { allCalls, type NamedCall } from '#contract/areas.ts'
import { isBytes, type OperatorRole } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { nationalIdWith } from './nationalIds.ts'
import { sampleAddress } from './sampleAddress.ts'
import { testServer, type Answer, type Browser, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

type Actor = {
  name: string
  nationalId?: string
  /** What a call's access may name for this caller to pass; null: no session that counts. */
  is: readonly string[] | null
  /** Changes the world after the sign-in. */
  arrange?: (personId: number) => Promise<unknown>
}

const operatorRoles: readonly OperatorRole[] = ['registrationOfficer', 'sales', 'finance', 'auditor', 'administrator']

const actors: Actor[] = [
  { name: 'nobody', is: null },
  { name: 'a subscriber', nationalId: cast.noura, is: ['signedIn', 'person'] },
  { name: 'the enrolment admin of A', nationalId: cast.sarah, is: ['signedIn', 'person', 'enrolmentAdmin'] },
  { name: 'the authorized signatory of A', nationalId: cast.abdulaziz, is: ['signedIn', 'person', 'authorizedSignatory'] },
  { name: 'an organization user of A', nationalId: cast.reem, is: ['signedIn', 'person', 'organizationUser'] },
  { name: 'the enrolment admin of B', nationalId: cast.majed, is: ['signedIn', 'person', 'enrolmentAdmin'] },
  ...operatorRoles.map((role) => ({
    name: `an operator who is ${role} alone`,
    nationalId: cast.bandar,
    is: ['signedIn', role],
    arrange: async (personId: number) => {
      await server.owner.deleteFrom('operator_role').where('person_id', '=', personId).execute()
      await server.owner.insertInto('operator_role').values({ person_id: personId, role }).execute()
    },
  })),
  {
    name: 'an operator whose roles were taken',
    nationalId: cast.tariq,
    is: ['signedIn'],
    arrange: (personId) => server.owner.deleteFrom('operator_role').where('person_id', '=', personId).execute(),
  },
  {
    name: 'a person with no organisation and no account of their own',
    nationalId: cast.faisal,
    is: ['signedIn'],
    arrange: (personId) => server.owner.updateTable('person').set({ is_subscriber: false }).where('id', '=', personId).execute(),
  },
  {
    name: 'a member who was deactivated',
    nationalId: cast.abdulaziz,
    is: ['signedIn'],
    arrange: (personId) => server.owner.updateTable('membership').set({ active: false }).where('person_id', '=', personId).execute(),
  },
  {
    name: 'a member of an organisation that is suspended',
    nationalId: cast.hind,
    is: ['signedIn'],
    arrange: () =>
      server.owner.updateTable('organisation').set({ status: 'suspended' }).where('unified_number', '=', '7007654321').execute(),
  },
  {
    name: 'a person who was suspended',
    nationalId: cast.reem,
    is: null,
    arrange: (personId) => server.owner.updateTable('person').set({ status: 'suspended' }).where('id', '=', personId).execute(),
  },
]

describe.each(actors)('$name', ({ nationalId, is, arrange }) => {
  let answers: { named: NamedCall; answer: Answer }[]

  beforeAll(async () => {
    const browser = nationalId ? await server.signIn(nationalId) : server.browser()
    if (nationalId && arrange) await arrange(await personIdOf(browser))
    answers = await inTurns(allCalls, async (named) => ({ named, answer: await knock(browser, named) }))
  })

  test('gets through where the contract says so, and nowhere else', () => {
    const wrong = answers.flatMap(({ named, answer }) => {
      const expected = verdictFor(named, is)
      const seen = verdictOf(named, answer)
      return seen === expected ? [] : [`${named.area}.${named.name}: ${seen} (${answer.status}), declared ${expected}`]
    })
    expect(wrong).toEqual([])
  })

  test('leaves a record of each refusal, and of nothing else', async () => {
    const refused = answers.filter(({ named, answer }) => verdictOf(named, answer) === 'refused')
    const events = await eventsOf(answers.map(({ answer }) => answer))
    const callOf = ({ named: { call } }: { named: NamedCall }) => `${call.method} ${call.path}`
    expect(events.filter(({ action, outcome }) => action === 'access.refused' && outcome === 'refused').map(({ call }) => call)).toEqual(
      refused.map(callOf).toSorted(),
    )
    expect(events).toHaveLength(refused.length)
  })
})

type Verdict = 'passes' | 'not signed in' | 'refused'

function verdictFor({ call: { access } }: NamedCall, is: Actor['is']): Verdict {
  if (access === 'anyone') return 'passes'
  if (is === null) return 'not signed in'
  const named: readonly string[] = typeof access === 'string' ? [access] : [...(access.org ?? []), ...(access.operator ?? [])]
  return named.some((right) => is.includes(right)) ? 'passes' : 'refused'
}

/** A knock that gets through is answered by the check of the input, which comes after the one of the caller; or is served where a query changes nothing. */
function verdictOf({ call }: NamedCall, { status, body }: Answer): Verdict | 'something else' {
  if (call.ignoresQuery) return status === 200 ? 'passes' : 'something else'
  if (status === 401 && body.detail === 'NOT_SIGNED_IN') return 'not signed in'
  if (status === 403 && body.detail === 'NOT_ALLOWED') return 'refused'
  return status === 422 && body.detail === 'INVALID' ? 'passes' : 'something else'
}

/** Makes a call with a field that no call declares: it is judged like any other and can have no effect. */
function knock(browser: Browser, { call }: NamedCall): Promise<Answer> {
  const headers: Record<string, string> =
    call.method === 'GET' ? {} : { 'content-type': isBytes(call.body) ? call.body.bytes : 'application/json' }
  const body = call.method === 'GET' ? undefined : '{}'
  return browser.send(call.method, `${sampleAddress(call)}?undeclared=1`, { body, headers })
}

async function inTurns<T, R>(items: readonly T[], run: (item: T) => Promise<R>, width = 8): Promise<R[]> {
  const results: R[] = []
  for (let i = 0; i < items.length; i += width) results.push(...(await Promise.all(items.slice(i, i + width).map(run))))
  return results
}

async function personIdOf(browser: Browser): Promise<number> {
  const { person_id: personId } = await server.owner
    .selectFrom('session')
    .innerJoin('device', 'device.id', 'session.device_id')
    .select('session.person_id')
    .where('device.public_id', '=', browser.deviceId)
    .executeTakeFirstOrThrow()
  return personId
}

/** What the audit trail has of these requests, by call. */
async function eventsOf(answers: readonly Answer[]) {
  const references = answers.map(({ headers }) => headers.get('x-request-id')!)
  const rows = await server.owner
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'facts'])
    .where('reference', 'in', references)
    .execute()
  return rows
    .map(({ action, outcome, facts }) => ({ action, outcome, call: String((facts as { call?: unknown } | null)?.call) }))
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
}

describe('the organisation that a call is made for', () => {
  const naming = allCalls.filter(({ call }) => organisationFields(call).length > 0)
  const forMembers = naming.filter(({ call: { access } }) => typeof access === 'object')
  let own: Numbers
  let foreign: Numbers
  const absent = { row: 987_654_321, gateway: 987_654_321 }

  beforeAll(async () => {
    await server.owner.updateTable('organisation').set({ status: 'active' }).execute()
    await server.owner.updateTable('membership').set({ active: true }).execute()
    const numbersOf = (unifiedNumber: string) =>
      server.owner
        .selectFrom('organisation')
        .select(['id as row', 'sip_number as gateway'])
        .where('unified_number', '=', unifiedNumber)
        .executeTakeFirstOrThrow()
    own = await numbersOf('7001234567')
    await oneThatWasInvited()
    foreign = await numbersOf('7007654321')
    seal = await server.owner
      .selectFrom('dsc')
      .innerJoin('certificate_price as price', 'price.class_id', 'dsc.class_id')
      .select(['dsc.id as slNo', 'price.pricing_id as productPricingDetailsSlno'])
      .where('dsc.organisation_id', '=', own.row!)
      .where('dsc.state', '=', 'active')
      .orderBy('price.pricing_id')
      .executeTakeFirstOrThrow()
  })

  /** The first member came by an invitation too, so that there is one of each: what calls name by the number 1. */
  async function oneThatWasInvited(): Promise<void> {
    const { owner, app } = server
    const at = app.clock.now()
    const invited = { public_id: 'A'.repeat(22), invited_at: at, invitation_ends_at: at, invited_name: 'x', national_id_masked: 'x' }
    const address = {
      country: 'SA',
      region: 'Riyadh',
      city: 'Riyadh',
      postal_code: '13321',
      work_email: 'x@example.sa',
      work_mobile: '966500000000',
    }
    await owner
      .updateTable('membership')
      .set({ ...invited, ...address, invited_by: 1, national_id_hash: app.secrets.lookUp(cast.noura), submitted_at: at })
      .where('id', '=', 1)
      .execute()
  }

  test('is named by calls', () => expect(naming.length).toBeGreaterThan(20))

  test('answers as one that does not exist where it is another’s', async () => {
    const stranger = await server.signIn(cast.abdulaziz)
    const wrong = await inTurns(naming, async (named) => {
      const [one, other] = [await ask(stranger, named, foreign), await ask(stranger, named, absent)]
      const isHidden = one.status === 404 || one.body.detail === 'NOT_ALLOWED'
      const same = one.status === other.status && withoutReference(one) === withoutReference(other)
      return isHidden && same ? [] : [`${named.area}.${named.name}: ${one.status} ${one.text.slice(0, 200)} / ${other.status}`]
    })
    expect(wrong.flat()).toEqual([])
  })

  test('is the caller’s own by its number, and the selected one where none is named', async () => {
    const admin = await server.signIn(cast.sarah)
    const mayBe = forMembers.filter(
      ({ call: { access } }) => verdictFor({ call: { access } } as NamedCall, ['enrolmentAdmin']) === 'passes',
    )
    const oneByOne = 1 // nobody has two exports at once
    const judge = async (named: NamedCall) => {
      const byNumber = await ask(admin, named, own)
      const isOptional = organisationFields(named.call).every(({ isRequired }) => !isRequired)
      const unnamed = isOptional ? await ask(admin, named, {}) : byNumber
      return [byNumber, unnamed].every(passed) ? [] : [`${named.area}.${named.name}: ${byNumber.status} ${byNumber.text} / ${unnamed.text}`]
    }
    const wrong = await inTurns(mayBe, judge, oneByOne)
    expect(wrong.flat()).toEqual([])
  })

  test('is judged by the caller’s role there, whichever is selected', async () => {
    const admin = await server.signIn(cast.sarah) // of A, and an organization user of B
    const selected = await admin.post('/api/v1/auth/session/organization', { organizationSlno: foreign.row })
    expect(selected.status).toBe(200)
    const inA = await ask(admin, members, own)
    expect(passed(inA)).toBe(true)
    for (const numbers of [foreign, {}]) {
      const inB = await ask(admin, members, numbers)
      expect([inB.status, inB.body.detail]).toEqual([403, 'NOT_ALLOWED'])
      expect(await organisationOf('access.refused', inB)).toBe(foreign.row)
    }
  })

  test('is looked at by staff who name it, and the look is recorded', async () => {
    const officer = await server.signIn(cast.bandar)
    await server.owner
      .deleteFrom('operator_role')
      .where('person_id', '=', await personIdOf(officer))
      .execute()
    await server.owner
      .insertInto('operator_role')
      .values({ person_id: await personIdOf(officer), role: 'registrationOfficer' })
      .execute()
    const look = await ask(officer, members, foreign)
    expect(passed(look)).toBe(true)
    expect(await organisationOf('organisation.viewed', look)).toBe(foreign.row)
    const missing = await ask(officer, members, {})
    expect([missing.status, missing.body.errors]).toEqual([422, [expect.objectContaining({ field: 'organizationSlno' })]])
    expect((await ask(officer, members, absent)).status).toBe(404)
  })

  const members = naming.find(({ name }) => name === 'listMembers')!
  /** Whatever refuses the state of the caller's own things comes after the question whose they are. */
  const passed = ({ status, body }: Answer) =>
    status === 200 || ['NOT_YET', 'WRONG_STATE'].includes(String(body.detail)) || body.errors?.[0].field === 'evidence'
  async function organisationOf(action: string, { headers }: Answer): Promise<number | null> {
    const events = await server.owner
      .selectFrom('audit_event')
      .select('organisation_id')
      .where('action', '=', action)
      .where('reference', '=', headers.get('x-request-id')!)
      .execute()
    expect(events).toHaveLength(1)
    return events[0]!.organisation_id
  }
})

type Numbers = { row?: number; gateway?: number }

const withoutReference = ({ text, body }: Answer) => text.replace(String(body.reference), '')

/** Makes a call that is right in form, with these numbers wherever it takes an organisation's. */
function ask(browser: Browser, { area, call }: NamedCall, numbers: Numbers): Promise<Answer> {
  const given = Object.fromEntries(
    organisationFields(call).flatMap(({ field, which }) => (numbers[which] === undefined ? [] : [[field, numbers[which]]])),
  )
  const pick = (shape: Readonly<Record<string, z.ZodType>>) => Object.fromEntries(Object.entries(given).filter(([field]) => field in shape))
  const asText = (fields: Record<string, number>) =>
    Object.fromEntries(Object.entries(fields).map(([field, number]) => [field, String(number)]))
  const query = new URLSearchParams(asText(pick(call.query))).toString()
  const address = `${sampleAddress(call, asText(pick(call.params)))}${query && `?${query}`}`
  if (call.method === 'GET') return browser.get(address)
  if (isBytes(call.body)) return browser.post(address, {})
  const body = { ...requiredOf(call.body), ...pick(call.body) }
  const ofSeals = Object.entries(area === 'seals' ? seal : {}).filter(([field]) => field in body)
  return browser.post(address, { ...body, ...Object.fromEntries(ofSeals) })
}

/** The seal of the first organisation, and what one costs: certificates of people have the first numbers. */
let seal = { slNo: 0, productPricingDetailsSlno: 0 }

let made = 0
/** Right in form for most fields, the first that is right for the field; names, IDs and addresses are new each time. */
function candidates() {
  const n = ++made
  const words = ['organizationUser', 'sponsor', 'SA', '13321', '310000000000003', 'superseded', true]
  return [1, `Name ${n}`, 'A'.repeat(22), '1', nationalIdWith(2, 90_000 + n), `a${n}@example.sa`, '0512345678', ...words]
}

/** Values that are right in form for the fields that a body must have. */
function requiredOf(body: Readonly<Record<string, z.ZodType>>): Record<string, number | string | boolean> {
  return Object.fromEntries(
    Object.keys(body).flatMap((field) => {
      if (body[field]!.safeDecode(undefined).success) return []
      return [[field, candidates().find((value) => body[field]!.safeDecode(value as never).success) ?? 'A'.repeat(22)]]
    }),
  )
}
