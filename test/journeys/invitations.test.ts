/** From the invitation to the new user's own area: by whom each step is taken, and what each sees. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { enroller } from '../enroller.ts'
import { inviter, vacateSeat } from '../inviter.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, expectFit, journey, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'
import { sendDetails } from './joining.ts'

const here = journey()
let people: ReturnType<typeof inviter>
beforeAll(() => void (people = inviter(here.server)))

const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')
/** The admin invites; what was typed wrong stands beside its field. */
async function invite(view: View, nationalID: string, role: 'enrolmentAdmin' | 'organizationUser', n: number) {
  const { invitations: say } = textsOf(view.language!)
  const tab = await here.open(view)
  await signIn(tab, cast.sarah, '/app/org/manage/users')
  await tab.getByRole('link', { name: say.invite }).click()
  await tab.getByLabel(say.nationalId).fill(cast.reem)
  await tab.getByLabel(say.name).fill(`Invited ${n}`)
  await tab.getByLabel(say.email).fill(`joins-${n}@horizon.example`)
  await tab.getByLabel(say.mobile).fill(`05612345${n}`)
  if (role === 'enrolmentAdmin') await tab.locator('.radio').last().click()
  await tab.getByLabel(say.employeeId).fill(`N-${n}`)
  await expectFit(tab, view)
  await tab.getByRole('button', { name: say.send }).click()
  await tab.locator('.field-error').filter({ hasText: /./ }).first().waitFor() // a user already
  tab.complaints.length = 0 // that was refused
  await tab.getByLabel(say.nationalId).fill(nationalID)
  await tab.getByRole('button', { name: say.send }).click()
  await tab.getByText(say.waitsPerson).waitFor()
  await expectFit(tab, view)
  return { tab, token: await people.tokenTo(`joins-${n}@horizon.example`) }
}

/** The invited person follows the link and proves who they are. */
async function follow(view: View, token: string, nationalID: string) {
  const { invitations: say, sessions } = textsOf(view.language!)
  const tab = await here.open(view)
  await tab.goto(`/verify-orgUser#${token}`)
  await tab.getByRole('button', { name: say.join.continue }).waitFor()
  await tab.getByLabel(sessions.nationalId).fill(cast.noura)
  await expectFit(tab, view)
  await tab.getByRole('button', { name: say.join.continue }).click()
  await tab.getByText(view.language === 'ar' ? 'ليست لصاحب هذا الرقم' : 'not for the holder of this number').waitFor()
  tab.complaints.length = 0
  await tab.getByLabel(sessions.nationalId).fill(nationalID)
  await tab.getByRole('button', { name: say.join.continue }).click()
  return tab
}

/** The signatory decides it, beside what was sent. */
async function approveAsSignatory(view: View) {
  const { approvals: say, decisions, ui } = textsOf(view.language!)
  const tab = await here.open(view)
  await signIn(tab, cast.abdulaziz, '/app/org/approval/user')
  await tab.getByRole('link', { name: ui.view }).waitFor() // nobody else waits
  await expectFit(tab, view)
  await tab.getByRole('link', { name: ui.view }).click()
  await tab.getByRole('heading', { name: say.facts }).waitFor()
  await expectFit(tab, view)
  await tab.getByRole('button', { name: decisions.approve }).click()
  await tab.getByText(decisions.done).first().waitFor()
  await tab.waitForURL(/pending=1/)
  expect(tab.complaints).toEqual([])
}

const statusOf = async (n: number) =>
  (await here.server.db.selectFrom('membership').select('status').where('employee_number', '=', `N-${n}`).executeTakeFirstOrThrow()).status

test(
  'in Arabic on a phone: a new admin is invited, and approved by the organisation and by the provider',
  { timeout: 240_000 },
  async () => {
    const view = { language: 'ar', size: 'phone', theme: 'light' } as const
    const { approvals, decisions, invitations: say, ui } = textsOf('ar')
    await vacateSeat(here.server, 'enrolmentAdmin')
    const { nationalId } = await addPerson(here.server, 2, 9_811)
    const { tab: admin, token } = await invite(view, nationalId, 'enrolmentAdmin', 11)
    const person = await follow(view, token, nationalId)
    await sendDetails(person, view, { place: ['منطقة الرياض', 'الخرج'], file: pdf })
    await approveAsSignatory({ ...view, theme: 'dark' })
    expect(await statusOf(11)).toBe('pending')

    const officer = await here.open({ ...view, theme: 'dark' })
    await signIn(officer, cast.bandar, '/app/operations/requests')
    const asked = officer.locator('tr').filter({ hasText: ui.view }).filter({ hasText: 'مسؤول أو مفوض جديد' })
    await asked.getByRole('link').click()
    await officer.getByRole('heading', { name: approvals.facts }).waitFor()
    await officer.getByRole('button', { name: 'chromium.pdf' }).click()
    await officer.locator('.viewer').waitFor()
    await expectFit(officer, view)
    await officer.getByRole('button', { name: decisions.approve }).click()
    await officer.getByText(decisions.done).first().waitFor()
    expect(await statusOf(11)).toBe('approved')

    await admin.goto('/app/org/manage/users/uav')
    await admin
      .locator('tr')
      .filter({ hasText: 'N-11' })
      .or(admin.locator('tr').nth(1))
      .first()
      .getByRole('link', { name: ui.view })
      .click()
    await admin.getByText(say.by).waitFor()
    await expectFit(admin, view)
    const joined = await here.open(view)
    await signIn(joined, nationalId, '/app/org')
    await joined.getByText(textsOf('ar').dashboard.org.own, { exact: true }).waitFor()
    for (const { complaints } of [admin, person, officer, joined]) expect(complaints).toEqual([])
  },
)

test(
  'in English on a wide screen: somebody without an account opens one on the way, and a user is approved',
  { timeout: 240_000 },
  async () => {
    const view = { language: 'en', size: 'wide', theme: 'light' } as const
    const { enrolment, invitations: say } = textsOf('en')
    const someone = enroller(here.server)
    const nationalID = nationalIdWith(2, 61_000)
    const { tab: admin, token } = await invite(view, nationalID, 'organizationUser', 12)
    await admin.getByRole('button', { name: say.resend }).click()
    await admin.getByText(say.resent).first().waitFor()
    const newest = await people.tokenTo('joins-12@horizon.example', 2)
    const late = await here.open(view)
    await late.goto(`/verify-orgUser#${token}`)
    await late.getByRole('heading', { name: say.join.over }).waitFor()
    await expectFit(late, view)

    const person = await follow(view, newest, nationalID)
    await person.waitForURL('**/create-account')
    const contact = someone.contact()
    await person.getByLabel(enrolment.email).fill(contact.email)
    await person.getByLabel(enrolment.mobile).fill(`0${contact.mobile.slice(3)}`)
    await person.getByText(enrolment.agree).click()
    await person.getByRole('button', { name: enrolment.sendCodes }).click()
    await person.waitForURL('**/code-verification')
    for (const [channel, place, to] of [
      ['sms', 'sms', contact.mobile],
      ['email', 'mail', contact.email],
    ] as const) {
      const part = person.getByRole('region', { name: enrolment.codes[channel].title })
      await part.getByLabel(enrolment.codes[channel].code).fill(await someone.code(place, to))
      await part.getByLabel(enrolment.codes[channel].code).waitFor({ state: 'detached' })
    }
    await person.getByRole('link', { name: enrolment.welcome.invited }).click()
    await sendDetails(person, view, { place: ['Riyadh', 'Al Kharj'] })
    await approveAsSignatory(view)
    expect(await statusOf(12)).toBe('approved')
    for (const { complaints } of [admin, late, person]) expect(complaints).toEqual([])
  },
)

test('in Arabic on a wide screen: an invitation is declined, and one is cancelled', { timeout: 240_000 }, async () => {
  const view = { language: 'ar', size: 'wide', theme: 'dark' } as const
  const { dashboard, invitations: say } = textsOf('ar')
  const { nationalId } = await addPerson(here.server, 2, 9_813)
  const { tab: admin } = await invite(view, nationalId, 'organizationUser', 13)
  const person = await here.open(view)
  await signIn(person, nationalId, '/app/my')
  await person.getByText(dashboard.invited_one).waitFor()
  await expectFit(person, view)
  await person.getByRole('link', { name: dashboard.answer }).click()
  await person.getByRole('button', { name: say.details.decline }).click()
  const question = person.getByRole('alertdialog')
  await question.getByRole('textbox').fill('أعمل في مكان آخر')
  await expectAccessible(person)
  await question.getByRole('button', { name: say.details.decline }).click()
  await person.getByRole('heading', { name: say.details.none }).waitFor()
  await expectFit(person, view)
  expect(await statusOf(13)).toBe('userRejected')
  await admin.reload()
  await admin.getByText('أعمل في مكان آخر').waitFor()

  const { nationalId: another } = await addPerson(here.server, 2, 9_814)
  const { tab } = await invite(view, another, 'organizationUser', 14)
  await tab.getByRole('button', { name: say.cancel }).click()
  const asked = tab.getByRole('alertdialog')
  await asked.getByRole('textbox').fill('دُعي خطأ')
  await asked.getByRole('button', { name: say.cancel }).click()
  await tab.getByText(say.cancelled).first().waitFor()
  expect(await statusOf(14)).toBe('cancelled')
  for (const { complaints } of [admin, person, tab]) expect(complaints).toEqual([])
})
