import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { agreementsAmong, shippedTexts } from './agreementTexts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const mine = '/api/v1/profile/my/agreements'
const due = `${mine}/due`
const accept = `${mine}/accept`

/** People accepted these very bytes. A text that has to change becomes a new version, with a line of its own here. */
test('published texts are never altered', () => {
  expect(shippedTexts.map(({ kind, version, language, sha256 }) => `${kind} ${version} ${language} ${sha256.toString('hex')}`)).toEqual([
    'termsOfUse 1 ar e664b3487f57804ba4cbeb0bb72d551c8cdffca0cf9cc281fc43ad4b2d5442be',
    'termsOfUse 1 en 012cba25783db9351d9e3894e002102716bb413f85f1441606370666a151524e',
    'certificationAgreement 1 ar aa7d6cefd0d0b8b4535238588ba2983219250d3f28847428468acfd4ca016151',
    'certificationAgreement 1 en f59dc9617f44adbcda36a7d9449a4798e395cc15c9fa9d80f2691198c84e9d5a',
    'privacyNotice 1 ar db946367921be5c54d2a65b9e05ec69015f8fb7f12705cf129a0aeecb8085408',
    'privacyNotice 1 en a7bb86fc220ee7f5f08074036aa387f86a5f86bc0b2fedc1fc5ddb1a62c36105',
    'actingForOrganisation 1 ar eec02f367bd45c601da64c9c7ab277c312c8c6f15f58408b5f647e53efdc1a74',
    'actingForOrganisation 1 en 614d724b72dfea35702bf1362bded8a8a6f59e399064274e6522b4952c54031f',
    'certificatePolicy 1 ar d2f75263ec1ec3dacfb59826259882152a33519b79e7dcc37c564f9f6c2cb284',
    'certificatePolicy 1 en 91bdc1ba88c280b473e7e75a4b1dfe0714d18d72a3913c10c8e0c949e1dc72a2',
    'disclosureStatement 1 ar 36efe86306260ae238da02289c870d7182e19352238b06f31187cdf5c2031575',
    'disclosureStatement 1 en 7ab3a06cca71d1c41f7d84e033450ce0254f058c7017c7b6544e3fe41925b7fc',
    'certificationAgreement 2 ar 6dbf0ce4540b8d69e95fac74fb845f50e7c66901495c505d929f3a13d6a9634a',
    'certificationAgreement 2 en 65093089ab7bc2ceeca7ebf3020f95c67f94d5f92e1585ac3a3aa9a2d98eb084',
    'privacyNotice 2 ar 866f5014d6d379bc7818171febf9da81caff05327af83a534943ccc3b37916a2',
    'privacyNotice 2 en 337cb80f0eabedf270c3a67005100d80dc836b78decda6cad2f8308336188b2d',
  ])
})

test('both languages of a text have the same parts', () => {
  const shape = (language: 'ar' | 'en') =>
    shippedTexts
      .filter((text) => text.language === language)
      .map(({ kind, version, sections }) => [
        kind,
        version,
        sections.map(({ paragraphs }) => paragraphs.map(({ isBullet, isTitle }) => [isBullet, isTitle])),
      ])
  expect(shape('ar')).toEqual(shape('en'))
  expect(shippedTexts.every(({ title, introduction, sections }) => title && introduction && sections.length > 5)).toBe(true)
})

test('anybody reads what a new user accepts, in their language, and fetches it as PDF', async () => {
  for (const [language, title] of [
    ['ar', 'شروط استخدام خدمة توقيع'],
    ['en', 'Terms of use of the Tawqi service'],
  ] as const) {
    const visitor = server.browser({ language })
    const { body } = await visitor.get('/api/v1/profile/agreements/current/subscriber')
    expect(body.dataList.map(({ kind }: { kind: string }) => kind)).toEqual(['termsOfUse', 'certificationAgreement', 'privacyNotice'])
    expect(body.dataList[0].title).toBe(title)
    expect(body.dataList[0].sections[0].paragraphs[1].isBullet).toBe(true)
    const pdf = await visitor.get(`/api/v1/profile/agreements/files/${body.dataList[0].uniqueFileID}`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  }
  const visitor = server.browser()
  const member = await visitor.get('/api/v1/profile/agreements/current/enrolmentAdmin')
  expect(member.body.dataList.map(({ kind }: { kind: string }) => kind)).toContain('actingForOrganisation')
  expect((await visitor.get(`/api/v1/profile/agreements/files/${'A'.repeat(22)}`)).status).toBe(404)
  expect((await visitor.get('/api/v1/profile/agreements/current/operator')).status).toBe(404)
})

test.each(shippedTexts.map((text) => [`${text.kind} ${text.version} ${text.language}`, text] as const))(
  'whoever fetches %s can compute the fingerprint that is shown, and gets it as PDF',
  async (_, { fileId, sha256, title }) => {
    const visitor = server.browser()
    const source = await visitor.get(`/api/v1/profile/agreements/sources/${fileId}`)
    expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(createHash('sha256').update(source.text).digest()).toEqual(sha256)
    expect(source.text).toContain(title)
    expect((await visitor.get(`/api/v1/profile/agreements/files/${fileId}`)).text.slice(0, 5)).toBe('%PDF-')
  },
)

test('a text that nobody is asked for is not accepted', async () => {
  const faisal = await server.signIn(cast.faisal)
  const { fileId } = shippedTexts.find(({ kind }) => kind === 'certificatePolicy')!
  expect((await faisal.post(accept, { uniqueFileID: fileId })).status).toBe(404)
  expect((await server.browser().get(`/api/v1/profile/agreements/sources/${'A'.repeat(22)}`)).status).toBe(404)
})

test('a person sees what they accepted and fetches it with the record; somebody else’s is not there', async () => {
  const noura = await server.signIn(cast.noura)
  const { body } = await noura.get(mine)
  const inForce = body.dataList.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
  expect(inForce.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['certificationAgreement', 'privacyNotice', 'termsOfUse'])
  expect(body.dataList.at(-1)).toMatchObject({
    userType: 'subscriber',
    organization: '',
    acceptedHow: 'enrolment',
    acceptedLanguage: 'ar',
  })
  const { uniqueFileID } = body.dataList[0]
  const pdf = await noura.get(`${mine}/files/${uniqueFileID}`)
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  const faisal = await server.signIn(cast.faisal)
  const [foreign, absent] = [await faisal.get(`${mine}/files/${uniqueFileID}`), await faisal.get(`${mine}/files/${'A'.repeat(22)}`)]
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect(foreign.text.replace(foreign.body.reference, '')).toBe(absent.text.replace(absent.body.reference, ''))
})

test('what is due in a role is accepted once, as evidence', async () => {
  const sarah = await server.signIn(cast.sarah, { language: 'ar' })
  const before = (await sarah.get(due)).body
  expect(before.dataList.map(({ kind, userType }: Record<string, string>) => `${userType} ${kind}`)).toEqual([
    'organizationUser termsOfUse',
    'organizationUser certificationAgreement',
    'organizationUser privacyNotice',
    'organizationUser actingForOrganisation',
  ])
  const [first] = before.dataList
  const body = { uniqueFileID: first.uniqueFileID, organizationSlno: first.organizationSlno }
  const answers = await Promise.all([sarah.post(accept, body), sarah.post(accept, body), sarah.post(accept, body)])
  expect(answers.map(({ body: { status } }) => status)).toEqual(['1', '1', '1'])
  expect((await sarah.get(due)).body.totalCount).toBe(3)
  const rows = await server.owner
    .selectFrom('agreement_acceptance')
    .selectAll()
    .where('how', '=', 'account')
    .where('device_public_id', '=', sarah.deviceId)
    .execute()
  const text = agreementsAmong(shippedTexts).find(({ fileId }) => fileId === first.uniqueFileID)!
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ kind: 'termsOfUse', version: 1, language: 'ar', device_public_id: sarah.deviceId, address: '127.0.0.1' })
  expect(rows[0]!.sha256).toEqual(text.sha256)
  const events = await server.db
    .selectFrom('audit_event')
    .select(['subject', 'facts'])
    .where(
      'reference',
      'in',
      answers.map(({ headers }) => headers.get('x-request-id')!),
    )
    .execute()
  expect(events).toEqual([{ subject: rows[0]!.public_id, facts: expect.objectContaining({ kind: 'termsOfUse', how: 'account' }) }])
  await expect(server.db.deleteFrom('agreement_acceptance').execute()).rejects.toMatchObject({ code: '42501' })
})

test('a new version is due again, and the old one stays', async () => {
  const faisal = await server.signIn(cast.faisal, { language: 'en' })
  expect((await faisal.get(due)).body.totalCount).toBe(0)
  await server.owner
    .updateTable('agreement_acceptance')
    .set({ version: 0 })
    .where('person_id', '=', faisal.session.slno)
    .where('kind', '=', 'privacyNotice')
    .where('version', '=', 2)
    .execute()
  const { dataList } = (await faisal.get(due)).body
  expect(dataList).toEqual([expect.objectContaining({ kind: 'privacyNotice', version: 2, isNewVersion: true, organizationSlno: null })])
  expect((await faisal.post(accept, { uniqueFileID: dataList[0].uniqueFileID })).body).toEqual({ status: '1' })
  expect((await faisal.get(due)).body.totalCount).toBe(0)
})

test('nothing is accepted for an organisation that one does not belong to, nor a text that is not asked of one', async () => {
  const faisal = await server.signIn(cast.faisal)
  const sarah = await server.signIn(cast.sarah)
  const forMembers = agreementsAmong(shippedTexts).find(
    ({ kind, language }) => kind === 'actingForOrganisation' && language === 'en',
  )!.fileId
  const forAll = agreementsAmong(shippedTexts).find(({ kind, language }) => kind === 'privacyNotice' && language === 'en')!.fileId
  const organizationSlno = sarah.session.organizationList[0].organizationSlno
  const foreign = await faisal.post(accept, { uniqueFileID: forAll, organizationSlno })
  const absent = await faisal.post(accept, { uniqueFileID: forAll, organizationSlno: 987_654_321 })
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect((await faisal.post(accept, { uniqueFileID: 'A'.repeat(22) })).status).toBe(404)
  expect((await faisal.post(accept, { uniqueFileID: forMembers })).status).toBe(409)
  expect((await sarah.post(accept, { uniqueFileID: forAll })).status).toBe(404) // she is no subscriber
})

test('the evidence of an altered text is not given out', async () => {
  const abdulaziz = await server.signIn(cast.abdulaziz)
  const { uniqueFileID } = (await abdulaziz.get(mine)).body.dataList[0]
  await server.owner
    .updateTable('agreement_acceptance')
    .set({ sha256: createHash('sha256').update('another text').digest() })
    .where('public_id', '=', uniqueFileID)
    .execute()
  expect((await abdulaziz.get(`${mine}/files/${uniqueFileID}`)).status).toBe(500)
})
