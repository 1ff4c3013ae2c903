/** What a form says of a field before it is sent is what the server would answer, word for word: both read the contract's own fields. */
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allCalls } from '#contract/areas.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import { judgePassword } from '#contract/password.ts'
import { changePassword, readMyProfile } from '#contract/profile.ts'
import { cast } from '#server/demo/cast.ts'
import { readForm } from '#web/kit/form.ts'
import { solvedHumanCheck } from './humanCheck.ts'
import { testServer, type Browser, type TestServer } from './server.ts'

/** Every form, with the calls whose fields it takes. */
const forms = globSync('web/features/**/*.tsx')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => /<form\b|\buseForm\(/.test(text))
  .map(({ file, text }) => ({ file, text, calls: [...new Set(text.matchAll(/z\s*\.object\((\w+)\.body\)/g).map(([, name]) => name!))] }))

/** The calls that are handed to the one form which asks for a national ID. */
const handed = globSync('web/features/**/*.tsx').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/<NationalIdForm\s+initiate=\{\(nationalID\) => send\((\w+), /g)].map(([, name]) => name!),
)

test('a form has no fields of its own making', () => {
  expect(forms.length).toBeGreaterThan(8)
  expect(forms.filter(({ text }) => !/\buseForm\(/.test(text)).map(({ file }) => file)).toEqual([])
  // What opens a document travels beside it in a header, and is declared there.
  const ofHeaders = forms.filter(({ text }) => /\buseForm\(Typed\b/.test(text) && text.includes("'#contract/documentPassword.ts'"))
  expect(forms.filter((form) => form.calls.length === 0 && !ofHeaders.includes(form)).map(({ file }) => file)).toEqual([])
  expect(forms.filter(({ text }) => /z\s*\.object\(\{/.test(text)).map(({ file }) => file)).toEqual([])
  // What is typed twice, the server never sees.
  expect(forms.flatMap(({ text }) => text.match(/\.extend\([^)]*\)/g) ?? [])).toEqual(['.extend({ repeated: z.string()'])
})

let server: TestServer
let browsers: Record<'ar' | 'en', Browser>
let staff: Record<'ar' | 'en', Browser>
let admins: Record<'ar' | 'en', Browser>
let administrators: Record<'ar' | 'en', Browser>
beforeAll(async () => {
  server = await testServer()
  const signedIn = async (id: string) => ({
    ar: await server.signIn(id, { language: 'ar' }),
    en: await server.signIn(id, { language: 'en' }),
  })
  ;[browsers, staff, admins] = [await signedIn(cast.noura), await signedIn(cast.bandar), await signedIn(cast.sarah)]
  administrators = await signedIn(cast.amal)
})
afterAll(() => server.close())

const byName = (name: string) => allCalls.find((one) => one.name === name)!.call
const typed = ['', ' ', 'x', '12345', '\u202ex', 'س'.repeat(9), '=1+1', 'a@b', 'x'.repeat(5_000), '0', '٠٥٠', '<b>', '1200000015']

test('the form that asks for a national ID asks for what every one of its calls takes', () => {
  expect(handed.toSorted()).toEqual(['initiateKycRenewal', 'initiateNafathEnrolment', 'initiateNafathLogin', 'validateInvitedNationalId'])
  const field = (name: string) => (byName(name).body as Record<string, unknown>).nationalID
  for (const name of handed) expect(field(name), name).toBe(field('initiateNafathLogin'))
})

describe.each([...new Set([...forms.flatMap(({ calls }) => calls), ...handed])].map((name) => [name, byName(name)] as const))(
  '%s',
  (_, call) => {
    test.each(['ar', 'en'] as const)('says the same on both sides, in %s', async (language) => {
      const schema = z.object(call.body as Record<string, z.ZodType>)
      const before = new Set<string>()
      const { access } = call
      const ofStaff = typeof access === 'object' && access.operator?.includes('registrationOfficer') ? staff : administrators
      const callers = typeof access === 'string' ? browsers : access.operator ? ofStaff : admins
      for (const text of typed) {
        const values = Object.fromEntries(Object.keys(call.body).map((name) => [name, text]))
        const said = [...readForm(schema, values).broken].map(([field, rule]) => ({ field, message: fieldSentence(rule, language) }))
        const answer = await callers[language].post(`${call.path}?undeclared=1`, values)
        const answered = answer.body.errors.filter(({ field }: { field: string }) => field !== 'undeclared')
        expect({ text, said: said.toSorted(byField) }).toEqual({ text, said: answered.toSorted(byField) })
        for (const { message } of said) before.add(message)
      }
      expect(before.size).toBeGreaterThan(0)
    })
  },
)
const byField = (one: { field: string }, other: { field: string }) => one.field.localeCompare(other.field)

describe('a password is judged by its person on both sides', () => {
  const personal = ['my Noura is here', 'نورة تسكن هنا', 'call 00000014 me', 'short', 'P@ssw0rd2026', 'x'.repeat(129), '']
  test.each(personal)('“%s”', async (newPassword) => {
    await server.forgetAttempts()
    for (const language of ['ar', 'en'] as const) {
      const { email, mobileNo, fullName, fullNameAr } = z.decode(
        readMyProfile.output,
        (await browsers[language].get('/api/v1/profile/my')).body,
      )
      const about = { email, mobile: mobileNo, names: [fullName, fullNameAr] }
      const schema = z.object(changePassword.body).pick({ newPassword: true })
      const rule = readForm(schema.check(judgePassword('newPassword', () => about)), { newPassword }).broken.get('newPassword')
      const answer = await browsers[language].post('/api/v1/profile/my/password', { newPassword }, solvedHumanCheck(server))
      expect(answer.body.errors).toEqual([{ field: 'newPassword', message: rule && fieldSentence(rule, language) }])
    }
  })
})
