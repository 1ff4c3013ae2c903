/** The whole story of an organisation in a browser: applied for, returned, approved; its people invited by a sheet, approved, and one of them signs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { orgRoleWords } from '#contract/members.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { pdfsig } from '#test/fixtures/pdf/judges.ts'
import { inviter } from '../inviter.ts'
import { addPerson } from '../people.ts'
import { readSpreadsheet } from '../spreadsheet.ts'
import { expectFit, journey, type Tab, textsOf } from './browser.ts'
import { signInOnPage } from './signIn.ts'
import { sendDetails } from './joining.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 200 }, wathq: { slowMs: 50 } } })
let people: ReturnType<typeof inviter>
beforeAll(() => void (people = inviter(here.server)))

const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')
const inFolder = (name: string, content: string | Uint8Array) => {
  const path = join(here.server.app.configuration.DATA_DIR, name)
  writeFileSync(path, content)
  return path
}

/** Both go on at once, each with people of its own: what takes long is waiting for the identity app. */
const stories = [
  {
    language: 'ar',
    size: 'phone',
    theme: 'light',
    number: '7050000011',
    name: 'شركة روافد الشرق',
    place: ['منطقة الرياض', 'الخرج'],
  },
  { language: 'en', size: 'wide', theme: 'dark', number: '7050000014', name: 'Masar Logistics Company', place: ['Riyadh', 'Al Kharj'] },
] as const
type Story = (typeof stories)[number]

async function openWaiting(officer: Tab, view: Story, kind: string): Promise<void> {
  await officer.goto(`/app/operations/requests?kind=${kind}`)
  await officer.locator('tr').filter({ hasText: view.name }).getByRole('link').click()
}

/** Fills in from the register, sends it, corrects what the officer returns, and is approved. */
async function register(tab: Tab, officer: Tab, view: Story): Promise<void> {
  const { applications: say, operations, decisions } = textsOf(view.language)
  await tab.locator('input[name=unifiedOrgNo]').fill(view.number)
  await tab.getByRole('button', { name: say.register.ask }).click()
  await tab.getByText(say.register.filled).waitFor()
  await tab.locator('input[name=email]').fill('info@company.example')
  await tab.locator('input[name=telephoneNumber]').fill('0112345678')
  await tab.locator('input[name=vatNumber]').fill('310000000000003')
  await tab.locator('input[type=file]').first().setInputFiles(pdf)
  await tab.getByText('chromium.pdf').waitFor()
  await tab.locator('input[type=file]').last().setInputFiles(inFolder('seal.png', scan))
  await tab.getByText('seal.png').waitFor()
  await tab.getByRole('button', { name: say.send }).click()
  await tab.getByText(say.inReview).waitFor()

  const open = async () => {
    await openWaiting(officer, view, 'organisation')
    await officer.getByText(operations.register.title).first().waitFor()
  }
  await open()
  await officer.locator('.check').filter({ hasText: say.field.vatNumber }).click()
  await officer.locator('.give-back').getByRole('textbox').fill('It is another company’s.')
  await officer.getByRole('button', { name: operations.giveBack.confirm }).click()
  await officer.getByText(operations.giveBack.done).first().waitFor()

  await tab.reload()
  await tab.getByText('It is another company’s.').waitFor()
  await tab.locator('input[name=vatNumber]').fill('399999999900003')
  await tab.getByRole('button', { name: say.sendAgain }).click()
  await tab.getByText(say.inReview).waitFor()
  await open()
  await officer.getByRole('button', { name: decisions.approve, exact: true }).click()
  await officer.getByText(decisions.done).first().waitFor()
  await tab.reload()
  await tab.getByRole('link', { name: say.open }).click()
  await tab.waitForURL('**/app/org')
}

/** The admin invites a signatory and a user by one file. */
async function inviteBySheet(tab: Tab, view: Story, invited: { id: string; email: string; role: string }[]): Promise<void> {
  const { invitations: say } = textsOf(view.language)
  await tab.goto('/app/org/manage/users/uav/sheet')
  const [template] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('button', { name: say.sheet.download }).click()])
  const heading = Object.values(readSpreadsheet(readFileSync(await template.path()))[0]!.rows[0]!)
  const rows = invited.map(({ id, email, role }, i) =>
    [id, `Invited ${i}`, email, `05${83_000_000 + (Number(view.number) % 1000) + i}`, role, `${view.language}-${i}`, ''].join(','),
  )
  await tab.locator('input[type=file]').setInputFiles(inFolder(`people-${view.language}.csv`, [heading.join(','), ...rows].join('\n')))
  const invite = view.language === 'ar' ? say.sheet.invite_two : say.sheet.invite_other.replace('{{count}}', '2')
  await tab.getByRole('button', { name: invite }).click()
  await tab.waitForURL('**/app/org/manage/users/uav?initiated=1')
}

/** Whoever was invited proves who they are and sends their details. */
async function joins(view: Story, { id, email }: { id: string; email: string }, file?: string): Promise<Tab> {
  const { invitations: say, sessions } = textsOf(view.language)
  const tab = await here.open(view)
  await tab.goto(`/verify-orgUser#${await people.tokenTo(email)}`)
  await tab.getByLabel(sessions.nationalId).fill(id)
  await tab.getByRole('button', { name: say.join.continue }).click()
  await sendDetails(tab, view, { place: view.place, file, isLookedAt: false })
  return tab
}

async function signs(tab: Tab, view: Story): Promise<string> {
  const { signing, transactions } = textsOf(view.language)
  await tab.goto('/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(pdf)
  await tab.locator('.sign-files li').first().waitFor()
  await tab.getByRole('button', { name: signing.choose.next, exact: true }).click()
  await tab.locator('.sign-box').waitFor()
  await tab.getByText(signing.approve.accept).click()
  await tab.getByRole('button', { name: signing.approve.start, exact: true }).click()
  await tab.locator('.done-documents li').first().waitFor()
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('button', { name: `${transactions.download.signed}: chromium.pdf` }).click(),
  ])
  return download.path()
}

const seatsIn = async (number: string) =>
  here.server.db
    .selectFrom('membership as m')
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .select(['m.role', 'm.status'])
    .where('o.unified_number', '=', number)
    .where('m.seat_plan_id', 'is not', null)
    .orderBy('m.id')
    .execute()

/** A registration officer of the provider besides the cast's: one identity app takes one approval at a time. */
async function officerLike(n: number): Promise<string> {
  const { nationalId, personId } = await addPerson(here.server, 2, n)
  await here.server.owner.insertInto('operator_role').values({ person_id: personId, role: 'registrationOfficer' }).execute()
  return nationalId
}

test(
  'in Arabic on a phone and in English on a wide screen: from the application to what a new user signs',
  { timeout: 300_000 },
  async () => {
    await Promise.all(stories.map(tell))
  },
)

async function tell(view: Story): Promise<void> {
  const { approvals, decisions, ui } = textsOf(view.language)
  const add = async (n: number) => (await addPerson(here.server, 2, n)).nationalId
  const first = view.language === 'ar' ? 9_700 : 9_750
  const [applicant, signatoryId, userId] = [await add(first), await add(first + 1), await add(first + 2)]
  const [tab, officer] = [await here.open(view), await here.open(view)]
  await signInOnPage(tab, applicant, '/app/my/organisations/new')
  await signInOnPage(officer, await officerLike(first + 3), '/app/operations/requests')
  await register(tab, officer, view)

  const toSign = {
    id: signatoryId,
    email: `signatory-${view.language}@company.example`,
    role: orgRoleWords.authorizedSignatory[view.language],
  }
  const toUse = { id: userId, email: `user-${view.language}@company.example`, role: orgRoleWords.organizationUser[view.language] }
  await inviteBySheet(tab, view, [toSign, toUse])
  await expectFit(tab, view)

  // Its first signatory waits for the provider alone.
  const signatory = await joins(view, toSign, pdf)
  await openWaiting(officer, view, 'membership')
  await officer.getByRole('heading', { name: approvals.facts }).waitFor()
  await officer.getByRole('button', { name: decisions.approve, exact: true }).click()
  await officer.getByText(decisions.done).first().waitFor()

  const user = await joins(view, toUse)
  await signInOnPage(signatory, signatoryId, '/app/org/approval/user')
  await signatory.getByRole('link', { name: ui.view }).click()
  await signatory.getByRole('button', { name: decisions.approve }).click()
  await signatory.getByText(decisions.done).first().waitFor()
  expect(await seatsIn(view.number)).toEqual([
    { role: 'enrolmentAdmin', status: 'approved' },
    { role: 'authorizedSignatory', status: 'approved' },
    { role: 'organizationUser', status: 'approved' },
  ])

  await signInOnPage(user, userId, '/app/org')
  await user.getByText(textsOf(view.language).dashboard.org.own, { exact: true }).waitFor()
  expect(pdfsig(await signs(user, view))[0]).toBe('Signature is Valid.')
  for (const { complaints } of [tab, officer, signatory, user]) expect(complaints).toEqual([])
}
