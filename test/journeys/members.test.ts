/** The users of an organisation: found, made inactive and active, ended; and the way out that each of them has. */
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, expectFingerSized, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

async function addMember(n: number, role: 'organizationUser' | 'authorizedSignatory' = 'organizationUser') {
  const { nationalId, personId } = await addPerson(here.server, 2, n)
  const organisation = await here.server.owner
    .selectFrom('organisation')
    .select('id')
    .where('unified_number', '=', '7007654321')
    .executeTakeFirstOrThrow()
  const { id } = await here.server.owner
    .insertInto('membership')
    .values({
      organisation_id: organisation.id,
      person_id: personId,
      role,
      status: 'approved',
      employee_number: `E-${n}`,
      work_email: `e-${n}@horizon.example.sa`,
      work_mobile: '966512345678',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { nationalId, id }
}

const stateOf = (id: number) =>
  here.server.db.selectFrom('membership').select(['status', 'active', 'remarks']).where('id', '=', id).executeTakeFirstOrThrow()

async function change(tab: Tab, say: Record<string, string>, step: 'inactivate' | 'activate' | 'deactivate' | 'resign') {
  await tab.getByRole('button', { name: say[step], exact: true }).click()
  const question = tab.getByRole('alertdialog')
  await question.getByRole('button', { name: say[step], exact: true }).click()
  await question.getByText(say.remarksNeeded!).waitFor()
  await question.getByRole('textbox').fill('العقد انتهى')
  await expectAccessible(tab)
  await question.getByRole('button', { name: say[step], exact: true }).click()
  await tab.getByText(say[`${step}Done`]!).first().waitFor()
}

test.each([
  { language: 'ar', size: 'phone', theme: 'light', n: 9_641 },
  { language: 'en', size: 'wide', theme: 'dark', n: 9_642 },
] as const)('in $language, $size: an admin finds a user and changes their place', { timeout: 120_000 }, async ({ n, ...view }) => {
  const { id } = await addMember(n)
  const { members: say, ui } = textsOf(view.language)
  const tab = await here.open(view)
  await signIn(tab, cast.majed, '/app/org/manage/users')
  await tab
    .getByRole('row')
    .filter({ hasText: `E-${n}` })
    .waitFor()
  await expectAccessible(tab)
  if (view.size === 'phone') await expectFingerSized(tab)
  if (view.size === 'phone') await tab.getByRole('button', { name: ui.filters }).click()
  await tab.locator(`.field > span:text-is("${ui.status}") + button`).click()
  await tab.getByRole('option', { name: view.language === 'ar' ? 'رفض الدعوة' : 'Declined' }).click()
  await tab.getByText(ui.noMatch).waitFor()
  await tab.getByRole('button', { name: ui.clear }).first().click()
  await tab.getByPlaceholder(say.search).fill(`E-${n}`)
  await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBe(1)
  await tab.getByRole('link', { name: ui.view }).click()
  await tab.getByRole('heading', { name: say.facts }).waitFor()
  await expectAccessible(tab)
  await change(tab, say, 'inactivate')
  expect(await stateOf(id)).toMatchObject({ status: 'approved', active: false, remarks: 'العقد انتهى' })
  await change(tab, say, 'activate')
  expect(await stateOf(id)).toMatchObject({ active: true })
  await change(tab, say, 'deactivate')
  await tab.getByText(say.over).waitFor()
  expect(await stateOf(id)).toMatchObject({ status: 'deactivated', active: false })
  await expectAccessible(tab)
  expect(tab.complaints).toEqual([])
})

test.each([
  { language: 'ar', size: 'phone', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'light' },
] as const)('in $language, $size: each member begins with what is theirs', { timeout: 120_000 }, async (view) => {
  const { dashboard: say } = textsOf(view.language)
  for (const [nationalId, shows, leavesOut] of [
    [cast.sarah, [say.org.active, say.org.seats, say.org.own], []],
    [cast.abdulaziz, [say.org.seats, say.org.own], [say.org.active]],
    [cast.reem, [say.org.own], [say.org.seats, say.org.active]],
  ] as const) {
    const tab = await here.open(view)
    await signIn(tab, nationalId, '/app/org')
    for (const text of shows) await tab.getByText(text, { exact: true }).waitFor()
    for (const text of leavesOut) expect(await tab.getByText(text, { exact: true }).count()).toBe(0)
    await expectAccessible(tab)
    expect(tab.complaints).toEqual([])
  }
})

test.each([
  { language: 'ar', size: 'wide', theme: 'dark', n: 9_643 },
  { language: 'en', size: 'phone', theme: 'light', n: 9_644 },
] as const)(
  'in $language, $size: a user leaves and keeps their personal area; the last signatory reads why they stay',
  { timeout: 120_000 },
  async ({ n, ...view }) => {
    const { nationalId, id } = await addMember(n)
    const { members: say } = textsOf(view.language)
    const tab = await here.open(view)
    await signIn(tab, nationalId, '/app/org/account/my/profile')
    await expectAccessible(tab)
    await change(tab, say, 'resign')
    await tab.waitForURL(/\/app\/my/)
    expect(await stateOf(id)).toMatchObject({ status: 'deactivated' })
    expect(tab.complaints).toEqual([])

    const signatory = await here.open(view)
    await signIn(signatory, cast.hind, '/app/org/account/my/profile')
    const leave = signatory.getByRole('button', { name: say.resign })
    await leave.waitFor()
    expect(await leave.isDisabled()).toBe(true)
    await signatory.getByText(view.language === 'ar' ? 'عيّن غيره أولًا' : 'Appoint another one first').waitFor()
    await expectAccessible(signatory)
  },
)
