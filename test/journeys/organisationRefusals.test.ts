/** Refusals on the way into an organisation, in a browser: by a signatory, and by the provider after one; each begins at what waits. */
import { beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { decideAt } from '../decider.ts'
import { inviter, vacateSeat } from '../inviter.ts'
import { addPerson } from '../people.ts'
import { expectFit, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 200 } } })
let people: ReturnType<typeof inviter>
beforeAll(async () => {
  people = inviter(here.server)
  await vacateSeat(here.server, 'authorizedSignatory')
})

async function refuse(tab: Tab, language: 'ar' | 'en', remarks: string): Promise<void> {
  const { decisions } = textsOf(language)
  const remarksField = tab.getByLabel(decisions.remarks)
  await remarksField.fill(remarks)
  await tab.getByRole('button', { name: decisions.reject }).click()
  await tab.getByText(decisions.done).first().waitFor()
}

const row = (id: number) =>
  here.server.db.selectFrom('membership').select(['status', 'public_id', 'seat_plan_id']).where('id', '=', id).executeTakeFirstOrThrow()

test.each([
  { language: 'ar', size: 'phone', theme: 'light', first: 9_870, remarks: 'ليس من منسوبي المنشأة.' },
  { language: 'en', size: 'wide', theme: 'dark', first: 9_880, remarks: 'Not known here.' },
] as const)('$language, $size', { timeout: 300_000 }, async ({ first, remarks, ...view }) => {
  const { language } = view
  const { approvals, dashboard, ui } = textsOf(language)
  const admin = await here.server.signIn(cast.sarah)
  const joined = async (n: number, userType: 'organizationUser' | 'authorizedSignatory') => {
    const invited = await people.invite(admin, (await addPerson(here.server, 2, first + n)).nationalId, { userType })
    return { ...invited, browser: await people.join(invited, { evidence: 1 }) }
  }

  // A signatory begins at what waits for them, and refuses a user.
  const user = await joined(0, 'organizationUser')
  const signatory = await here.open(view)
  await signIn(signatory, cast.abdulaziz, '/app/org')
  const waits = signatory.locator('.attention li').filter({ hasText: dashboard.org.waits.newUser })
  await waits.waitFor()
  await expectFit(signatory, view)
  await waits.getByRole('link').click()
  await signatory.waitForURL(/approval\/user\/new\?pending=1/)
  await signatory
    .getByRole('link', { name: ui.viewOne.split('{{')[0] })
    .first()
    .click()
  await signatory.getByRole('heading', { name: approvals.facts }).waitFor()
  await refuse(signatory, language, remarks)
  expect(await row(user.id)).toMatchObject({ status: 'rejected', seat_plan_id: null })

  // A signatory to be is approved by the organisation, and refused by the provider.
  const next = await joined(1, 'authorizedSignatory')
  const { body } = await decideAt('/api/v1/approval/org/users/new/decision', await here.server.signIn(cast.abdulaziz), {
    userSlNo: next.id,
  })
  expect(body.status, JSON.stringify(body)).toBe('1')
  const { public_id: number } = await row(next.id)
  const officer = await here.open(view)
  await signIn(officer, cast.bandar, `/app/operations/requests/membership/${number}`)
  await officer.getByRole('heading', { name: approvals.facts }).waitFor()
  await refuse(officer, language, remarks)
  expect(await row(next.id)).toMatchObject({ status: 'rejected', seat_plan_id: null })

  // The admin reads why, and the address without a number leads to all invitations.
  const tab = await here.open(view)
  await signIn(tab, cast.sarah, `/app/org/manage/users/uav/viewuav?id=${next.id}`)
  await tab.getByText(remarks).first().waitFor()
  await expectFit(tab, view)
  await tab.goto('/app/org/manage/users/uav/viewuav')
  await tab.waitForURL((address) => address.pathname === '/app/org/manage/users/uav')
  await tab.getByRole('link', { name: ui.view }).first().waitFor()
  for (const { complaints } of [signatory, officer, tab]) expect(complaints).toEqual([])
})

test('a user begins with what is theirs: their place, their own signings, and what waits about them', { timeout: 120_000 }, async () => {
  const view = { language: 'ar', size: 'phone', theme: 'dark' } as const
  const { dashboard } = textsOf('ar')
  const tab = await here.open(view)
  await signIn(tab, cast.reem, '/app/org')
  await tab.getByText(dashboard.org.own, { exact: true }).waitFor()
  await tab.getByRole('heading', { name: dashboard.org.waitsForOthers }).waitFor()
  await tab.getByRole('heading', { name: dashboard.recent }).waitFor()
  expect(await tab.getByRole('heading', { name: dashboard.org.waitsForYou }).count()).toBe(0)
  await expectFit(tab, view)
  await tab.locator('.attention a').first().click()
  await tab.waitForURL('**/app/org/account/my/profile')
  expect(tab.complaints).toEqual([])
})
