import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solvedHumanCheck } from '#test/humanCheck.ts'
import { testServer, type Answer, type TestServer } from '#test/server.ts'
import { forgetContactMessages } from './contact.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
// One address sends everything here: each test begins with a fresh hour.
beforeEach(() => server.clock.advance(3_600))

const path = '/api/v1/common/contact'
const operator = 'contact@tawqi.example'
const good = { name: 'سارة الحربي', email: 'sara@people.example', subject: 'signing', message: 'كيف أوقّع عشرة مستندات معًا؟' }

const post = (body: unknown, language: 'ar' | 'en' = 'ar'): Promise<Answer> =>
  server.browser({ language }).post(path, body, solvedHumanCheck(server))

type Mail = { subject: string; text: string; html: string; replyTo: string }
async function mailWith(to: string, words: string): Promise<Mail> {
  for (let i = 0; i < 200; i++) {
    const mails = (await (await fetch(`${server.simulators.url}/mail/messages?to=${encodeURIComponent(to)}`)).json()) as Mail[]
    const found = mails.find(({ subject }) => subject.includes(words))
    if (found) return found
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error(`no mail to ${to} with ${words}`)
}
const rows = () => server.owner.selectFrom('contact_message').selectAll().orderBy('id').execute()

test('a message reaches the operator, who answers to its sender, and is acknowledged', async () => {
  const answer = await post({ ...good, mobile: '٠٥٠ ١٢٣ ٤٥٦٧', organisation: 'شركة الأفق' })
  expect(answer.status).toBe(200)
  const { reference } = answer.body as { reference: string }
  expect(answer.body).toEqual({ status: '1', reference: expect.stringMatching(/^C-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/) })

  const told = await mailWith(operator, reference)
  expect(told.subject).toBe(`[${reference}] التوقيع`)
  expect(told.replyTo).toBe('sara@people.example')
  for (const part of ['سارة الحربي', '0501234567', 'شركة الأفق', good.message]) expect(told.text).toContain(part)

  const thanks = await mailWith('sara@people.example', reference)
  expect(thanks.subject).toBe(`وصلتنا رسالتك، رقمها المرجعي ${reference}`)
  expect(thanks.replyTo).toBe(operator)

  expect((await rows()).at(-1)).toMatchObject({ reference, subject: 'signing', mobile: '966501234567', language: 'ar' })
  const events = await server.db.selectFrom('audit_event').selectAll().where('subject', '=', reference).execute()
  expect(events).toMatchObject([{ action: 'contact.received', facts: { about: 'signing' } }])
  expect(JSON.stringify(events)).not.toMatch(/sara|الحربي|050/)
})

test('the acknowledgement is in the language of the sender and repeats nothing of what was typed', async () => {
  const answer = await post(
    { name: 'Buy now', email: 'stranger@people.example', subject: 'other', message: 'Cheap pills at http://evil.example' },
    'en',
  )
  const thanks = await mailWith('stranger@people.example', answer.body.reference)
  expect(thanks.text).toContain('“Something else”')
  expect(thanks.subject + thanks.text + thanks.html).not.toMatch(/Buy now|pills|evil/)
})

test('markup that was typed is text in the operator’s mail', async () => {
  const { body } = await post({ ...good, name: '<b>x</b>', message: '<img src=x onerror=alert(1)> and more' })
  const { html } = await mailWith(operator, body.reference)
  expect(html).toContain('&lt;img src=x')
  expect(html).not.toMatch(/<img|<b>/)
})

describe('the human check', () => {
  test.each<[string, Record<string, string>]>([
    ['is always asked', {}],
    ['is not met by an invented answer', { 'x-human-check': Buffer.from('{"number":1}').toString('base64') }],
  ])('%s', async (_, headers) => {
    const before = (await rows()).length
    const answer = await server.browser().post(path, good, headers)
    expect([answer.status, answer.body.detail]).toEqual([403, 'HUMAN_CHECK'])
    expect(await rows()).toHaveLength(before)
  })

  test('serves once', async () => {
    const check = solvedHumanCheck(server)
    expect((await server.browser().post(path, good, check)).status).toBe(200)
    expect((await server.browser().post(path, good, check)).body.detail).toBe('HUMAN_CHECK')
  })
})

describe('what cannot be sent is said beside its field, in the language of the person', () => {
  test.each<[field: string, value: unknown, ar: RegExp, en: RegExp]>([
    ['name', '', /مطلوب/, /required/],
    ['name', 'a'.repeat(101), /الحد الأقصى/, /At most/],
    ['name', 'Ali\r\nBcc: victim@people.example', /غير مرئية/, /cannot be seen/],
    ['name', 'gpj\u202eexe', /غير مرئية/, /cannot be seen/],
    ['email', 'nobody', /بريدًا إلكترونيًا/, /e-mail address/],
    ['email', 'a@b.example\r\nBcc: victim@people.example', /بريدًا إلكترونيًا/, /e-mail address/],
    ['email', 'a@b.example, victim@people.example', /بريدًا إلكترونيًا/, /e-mail address/],
    ['email', '"x" <a@b.example>', /بريدًا إلكترونيًا/, /e-mail address/],
    ['email', { toString: 'a@b.example' }, /نوع القيمة/, /wrong type/],
    ['mobile', '12345', /جوال/, /mobile/],
    ['mobile', '05012345678', /جوال/, /mobile/],
    ['organisation', 'x\u200ey', /غير مرئية/, /cannot be seen/],
    ['subject', 'nothing', /اختر/, /Choose/],
    ['message', 'short', /10 أحرف على الأقل/, /at least 10 characters/],
    ['message', 'a'.repeat(4_001), /الحد الأقصى/, /At most/],
    ['message', '\u0007\u202e  \n '.repeat(9), /10 أحرف على الأقل/, /at least 10 characters/],
    ['role', 'administrator', /غير معروف/, /not known/],
  ])('%s, case %#', async (field, value, ar, en) => {
    const before = (await rows()).length
    for (const [language, sentence] of [['ar', ar] as const, ['en', en] as const]) {
      const answer = await post({ ...good, [field]: value }, language)
      expect([answer.status, answer.body.detail]).toEqual([422, 'INVALID'])
      expect(answer.body.errors).toMatchObject([{ field, message: expect.stringMatching(sentence) }])
    }
    expect(await rows()).toHaveLength(before)
    expect(await (await fetch(`${server.simulators.url}/mail/messages?to=victim@people.example`)).json()).toEqual([])
  })

  test.each(['name', 'email', 'subject', 'message'])('%s is required', async (field) => {
    const answer = await post({ ...good, [field]: undefined })
    expect(answer.body).toMatchObject({ detail: 'INVALID', errors: [{ field, message: 'هذا الحقل مطلوب.' }] })
  })

  test.each<[string, string]>([
    ['a NUL', '{"name":"a\\u0000b"}'],
    ['half a letter', '{"name":"\\ud800"}'],
    ['a prototype', '{"__proto__":{"name":"x"}}'],
    ['a name twice', '{"name":"x","name":"y"}'],
    ['no JSON', 'name=x'],
    ['a list', '[]'],
  ])('%s is no message', async (_, body) => {
    const answer = await server.browser().send('POST', path, { body, headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get('content-type')).toContain('problem+json')
  })
})

test('what a paste leaves in a message is taken out; its lines stay', async () => {
  const { body } = await post({ ...good, message: 'سطر أول\r\nسطر\u202e ثانٍ\u0007 هنا\rثالث', email: 'paste@people.example' })
  expect((await rows()).at(-1)).toMatchObject({ reference: body.reference, body: 'سطر أول\nسطر ثانٍ هنا\nثالث' })
})

test('an empty mobile and organisation, as the form sends them, are none', async () => {
  expect((await post({ ...good, mobile: '', organisation: '' })).status).toBe(200)
  expect((await rows()).at(-1)).toMatchObject({ mobile: null, organisation: null })
})

describe('how often', () => {
  test('three times an hour for one sender, whatever the letters', async () => {
    server.clock.toWindow(3_600)
    for (const email of ['often@people.example', 'OFTEN@people.example', 'often@people.example'])
      expect((await post({ ...good, email })).status).toBe(200)
    const fourth = await post({ ...good, email: 'Often@people.example' }, 'en')
    expect([fourth.status, fourth.body.detail]).toEqual([429, 'TOO_MANY'])
    expect(fourth.body.title).toMatch(/^You have sent several messages/)
    expect(fourth.headers.get('retry-after')).toBe('3600')
    expect((await post({ ...good, email: 'another@people.example' })).status).toBe(200)
  })

  test('five times an hour from one address, and again in the next', async () => {
    server.clock.toWindow(3_600)
    const send = (i: number) => post({ ...good, email: `many${i}@people.example` })
    for (let i = 0; i < 5; i++) expect((await send(i)).status).toBe(200)
    expect((await send(6)).status).toBe(429)
    server.clock.advance(3_600)
    expect((await send(7)).status).toBe(200)
  })
})

test('messages are forgotten after a year', async () => {
  const { body } = await post(good)
  server.clock.advance(364 * 86_400)
  await forgetContactMessages(server.app)
  expect((await rows()).map(({ reference }) => reference)).toContain(body.reference)
  server.clock.advance(2 * 86_400)
  await forgetContactMessages(server.app)
  expect(await rows()).toEqual([])
})

test('the addresses are those of the settings', async () => {
  expect((await server.browser().get(path)).body).toEqual({ email: operator, phone: '+966110000000' })
})
