import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyClassTexts } from './textChanges.ts'
import { to } from '#contract/screens.ts'
import { textPage } from '#server/features/agreements/legalPages.ts'
import { tellWhatIsDue } from '#server/features/dashboard/dueNotices.ts'
import { cast } from '#server/demo/cast.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { refresh } from '#test/sessions.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
let finance: Browser
let admin: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000 })
  ;[noura, finance, admin, auditor] = [
    await server.signIn(cast.noura, { language: 'ar' }),
    await server.signIn(cast.latifah),
    await server.signIn(cast.amal),
    await server.signIn(cast.tariq),
  ]
}, 240_000)
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

const root = '/api/v1/operations/catalogue'
const dayIn = (days: number) => riyadhDay(new Date(server.clock.now().getTime() + days * 86_400_000))
const source = (language: 'ar' | 'en') =>
  readFileSync(new URL(`../agreements/agreementTexts/privacyNotice-2.${language}.md`, import.meta.url), 'utf8')
const next = { ar: source('ar').replace('# إشعار', '# الإصدار الثالث من إشعار'), en: source('en').replace('# Privacy', '# Third privacy') }
const agreement = (more: object = {}) => ({
  kind: 'privacyNotice',
  textAr: next.ar,
  text: next.en,
  fromDate: dayIn(1),
  reason: '',
  ...more,
})
const propose = (what: 'agreement' | 'classTexts', body: object, by = admin) => by.post(`${root}/changes/${what}`, body)
const proposed = async (...asked: Parameters<typeof propose>) => {
  const answer = await propose(...asked)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.requestID as string
}
const decide = (by: Browser, requestID: string, how = {}) => decideAt(`${root}/decision`, by, { requestID }, how)
/** Nobody’s session ends by a move of the clock. */
const stayIn = () => {
  const now = server.clock.now()
  return server.owner.updateTable('session').set({ born_at: now, rotated_at: now, seen_at: now, confirmed_at: now }).execute()
}
async function aDayLater(look: () => Promise<void>): Promise<void> {
  server.clock.advance(86_400)
  await stayIn()
  for (const browser of [noura, finance, admin, auditor]) Object.assign(browser.session, (await refresh(browser)).body)
  try {
    await look()
  } finally {
    server.clock.advance(-86_400)
    await stayIn()
  }
}

/** The page that everybody reads, as it is put together for them. */
const privacyPage = async (query: Record<string, string> = {}) =>
  (await textPage('privacyNotice', to('privacy'))(server.app, { language: 'ar', query }))!.PART

test('a version is proposed, decided by another, in force from its day, and people are asked to agree again', async () => {
  const requestID = await proposed('agreement', agreement())
  const { body: change } = await auditor.get(`${root}/changes/${requestID}`)
  expect(change).toMatchObject({
    kind: 'agreement',
    offerName: expect.stringContaining('Third'),
    agreement: { version: 3, before: source('en') },
  })
  expect(change.agreement.afterAr).toContain('الإصدار الثالث')
  const { body: queue } = await finance.get('/api/v1/operations/requests?kind=catalogueChange')
  expect(queue.dataList.map((one: { requestID: string }) => one.requestID)).toContain(requestID)
  expect((await decide(admin, requestID)).body.detail).toBe('NOT_ALLOWED')
  expect((await propose('agreement', agreement())).body.detail).toBe('WRONG_STATE')
  expect((await decide(finance, requestID)).body.status).toBe('1')

  const versions = async () => (await auditor.get(`${root}/agreements`)).body.dataList as Record<string, unknown>[]
  const ofNotice = async () =>
    (await versions())
      .filter(({ kind, language }) => kind === 'privacyNotice' && language === 'ar')
      .map(({ version, isCurrent, isComing }) => [version, isCurrent, isComing])
  const due = async () => (await noura.get('/api/v1/profile/my/agreements/due')).body.dataList as { kind: string; uniqueFileID: string }[]
  expect(await ofNotice()).toEqual([
    [1, false, false],
    [2, true, false],
    [3, false, true],
  ])
  expect((await due()).map(({ kind }) => kind)).not.toContain('privacyNotice')
  expect(await privacyPage()).toContain('<strong>الإصدار 2</strong>')

  await aDayLater(async () => {
    const waiting = (await noura.get('/api/v1/profile/my/agreements/due')).body.dataList
    expect(waiting).toMatchObject([{ kind: 'privacyNotice', version: 3, isNewVersion: true }])
    const visitor = server.browser({ language: 'ar' })
    expect(await privacyPage()).toContain('<strong>الإصدار 3</strong>')
    expect(await privacyPage({ version: '2' })).toContain('<strong>الإصدار 2</strong>')
    expect((await visitor.get(`/api/v1/profile/agreements/files/${waiting[0].uniqueFileID}`)).text.slice(0, 5)).toBe('%PDF-')
    await tellWhatIsDue(server.app)
    await tellWhatIsDue(server.app)
    expect((await noticesOf(noura)).filter(({ kind }) => kind === 'agreementDue')).toHaveLength(1)
    expect((await noura.post('/api/v1/profile/my/agreements/accept', { uniqueFileID: waiting[0].uniqueFileID })).status).toBe(200)
    expect((await noura.get('/api/v1/profile/my/agreements/due')).body.totalCount).toBe(0)
    const { dataList: mine } = (await noura.get('/api/v1/profile/my/agreements')).body
    const ofMine = mine.filter(({ kind }: { kind: string }) => kind === 'privacyNotice')
    expect(ofMine.map(({ version, isCurrent }: { version: number; isCurrent: boolean }) => [version, isCurrent]).slice(0, 2)).toEqual([
      [3, true],
      [2, false],
    ])
    for (const { uniqueFileID } of ofMine)
      expect((await noura.get(`/api/v1/profile/my/agreements/files/${uniqueFileID}`)).text.slice(0, 5)).toBe('%PDF-')
    expect((await admin.post(`${root}/changes/withdraw`, { requestID })).body.detail).toBe('WRONG_STATE')
  })
  // Nobody changes what was published, past the handlers either.
  await expect(
    server.db
      .updateTable('catalogue_change')
      .set({ texts: JSON.stringify({ version: 3, ar: 'x', en: 'y' }) })
      .where('public_id', '=', requestID)
      .execute(),
  ).rejects.toMatchObject({ code: '23514' })
})

test('a rejected version, and one that was withdrawn before its day, are never in force', async () => {
  const rejected = await proposed('agreement', agreement({ kind: 'disclosureStatement' }), finance)
  expect((await decide(admin, rejected, { isApproved: false, remarks: 'Not yet.' })).body.status).toBe('1')
  const withdrawn = await proposed('agreement', agreement({ kind: 'disclosureStatement' }), finance)
  expect((await decide(admin, withdrawn)).body.status).toBe('1')
  expect((await finance.post(`${root}/changes/withdraw`, { requestID: withdrawn })).status).toBe(200)
  const { dataList } = (await auditor.get(`${root}/agreements`)).body
  expect(dataList.filter(({ kind }: { kind: string }) => kind === 'disclosureStatement')).toHaveLength(2)
})

const short = '# Title\n\nWords.\n\n## One\n\nWords.\n\n## Two\n\nWords.\n'
test.each([
  ['no title', { text: short.replace('# Title', 'Title') }, 'text'],
  ['no introduction', { textAr: short.replace('Words.\n\n## One', '## One') }, 'textAr'],
  ['one section', { text: '# Title\n\nWords.\n\n## One\n\nWords.\n' }, 'text'],
  ['a section without words', { text: short.replace('## One\n\nWords.', '## One') }, 'text'],
  ['other parts in the other language', { text: short, textAr: short.replace('Words.\n\n## Two', '- Words.\n\n## Two') }, 'text'],
  ['characters that turn the direction', { text: short.replace('Words', 'Wo\u202Erds') }, 'text'],
  ['a control character', { text: `${short}\u0085` }, 'text'],
  ['a day that has begun', { fromDate: '2020-01-01' }, 'fromDate'],
])('refused: %s', async (_, more, field) => {
  const answer = await propose('agreement', agreement({ kind: 'termsOfUse', textAr: short, text: short, ...more }))
  expect(answer.status, answer.text).toBe(422)
  expect(answer.body.errors[0]).toMatchObject({ field, message: expect.any(String) })
})

test('only those who change the catalogue propose texts', async () => {
  const bandar = await server.signIn(cast.bandar)
  for (const by of [auditor, bandar, noura]) expect((await propose('agreement', agreement({ kind: 'termsOfUse' }), by)).status).toBe(403)
  expect((await propose('agreement', agreement({ kind: 'other' }))).status).toBe(422)
})

type Class = Record<'classCode' | 'className' | 'classNameAr' | 'description' | 'descriptionAr', string> & {
  prices: { years: number; price: string }[]
}

test('a class is named and described anew from its day; what was ordered keeps its name', async () => {
  const classes = async () => (await server.browser().get('/api/v1/common/dsc/classes')).body.dataList as Class[]
  const [one] = await classes()
  const { classCode, classNameAr, descriptionAr } = one!
  const body = {
    classCode,
    className: 'Signing, renamed',
    classNameAr,
    description: 'Another description.',
    descriptionAr,
    fromDate: dayIn(1),
  }
  expect((await propose('classTexts', { ...body, classCode: 'none' })).status).toBe(404)
  expect((await propose('classTexts', { ...body, className: one!.className, description: one!.description })).body.detail).toBe(
    'WRONG_STATE',
  )
  const requestID = await proposed('classTexts', body)
  expect((await auditor.get(`${root}/changes/${requestID}`)).body).toMatchObject({
    offerName: 'Signing, renamed',
    classTexts: { before: { className: one!.className }, after: { className: 'Signing, renamed', description: 'Another description.' } },
  })
  expect((await decide(admin, requestID)).body.detail).toBe('NOT_ALLOWED')
  expect((await decide(finance, requestID)).body.status).toBe('1')
  const { certificates } = (await auditor.get(root)).body
  expect(certificates.find((found: { classCode: string }) => found.classCode === classCode)).toMatchObject({
    className: one!.className,
    textsAhead: { requestID, status: 'approved', fromDate: dayIn(1) },
  })
  await applyClassTexts(server.app)
  expect((await classes())[0]).toMatchObject({ className: one!.className })
  server.clock.advance(86_400)
  try {
    await Promise.all([applyClassTexts(server.app), applyClassTexts(server.app)])
    await applyClassTexts(server.app)
    const [renamed] = await classes()
    expect(renamed).toMatchObject({ className: 'Signing, renamed', description: 'Another description.' })
    expect(renamed!.prices.map(({ years, price }) => [years, price])).toEqual(one!.prices.map(({ years, price }) => [years, price]))
  } finally {
    server.clock.advance(-86_400)
  }
  const names = await server.db
    .selectFrom('product_pricing as p')
    .innerJoin('certificate_price as cp', 'cp.pricing_id', 'p.id')
    .innerJoin('certificate_class as c', 'c.id', 'cp.class_id')
    .select(['p.plan_name_en', 'p.sold_until'])
    .where('c.code', '=', classCode)
    .orderBy('p.id')
    .execute()
  expect(
    names.filter(({ sold_until }) => sold_until === null).every(({ plan_name_en }) => plan_name_en.startsWith('Signing, renamed')),
  ).toBe(true)
  expect(names.some(({ plan_name_en }) => plan_name_en.startsWith(one!.className))).toBe(true)
})
