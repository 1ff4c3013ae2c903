/** Units, contacts and changes of an organisation in a browser: submitted by its admin or asked for by its users, and decided. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { codeTo } from '../inbox.ts'
import { choose, expectFit, journey, textsOf, type Tab } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')
const profile = '/app/org/orgProfile'

async function approve(tab: Tab, language: 'ar' | 'en') {
  const { decisions } = textsOf(language)
  await tab.getByRole('button', { name: decisions.approve }).click()
  await tab.getByText(decisions.done).first().waitFor()
}

test('in Arabic on a phone: a unit and a contact are submitted, approved, and put out of use', { timeout: 240_000 }, async () => {
  const view = { language: 'ar', size: 'phone', theme: 'light' } as const
  const { organisation: say, routes, ui } = textsOf('ar')
  const admin = await here.open(view)
  await signIn(admin, cast.sarah, `${profile}/units`)
  await admin.getByText('فرع الدمام').waitFor()
  await expectFit(admin, view)
  await admin.getByRole('link', { name: say.units.new }).click()
  await admin.getByLabel(say.units.nameAr).fill('العقود')
  await admin.getByLabel(say.units.nameEn).fill('Field Works')
  await admin.locator('input[type=file]').setInputFiles(pdf)
  await admin.getByText('chromium.pdf').waitFor()
  await admin.getByRole('button', { name: say.submission.send }).click()
  await admin.locator('.field-error').filter({ hasText: /./ }).first().waitFor() // a name that is taken
  await expectFit(admin, view)
  admin.complaints.length = 0 // that was refused
  await admin.getByLabel(say.units.nameAr).fill('الأعمال الميدانية')
  await admin.getByRole('button', { name: say.submission.send }).click()
  await admin.getByText(say.submission.signatoryOrOfficer).waitFor()
  await expectFit(admin, view)

  const signatory = await here.open({ ...view, theme: 'dark' })
  await signIn(signatory, cast.abdulaziz, `${profile}/units`)
  await signatory.getByRole('link', { name: ui.viewOne.replace('{{name}}', 'الأعمال الميدانية') }).click()
  await signatory.getByRole('button', { name: 'chromium.pdf' }).click()
  await signatory.locator('.viewer').waitFor()
  await expectFit(signatory, view)
  await approve(signatory, 'ar')
  await signatory.getByText('موافق عليه').first().waitFor()

  await admin.reload()
  await admin.getByRole('button', { name: say.submission.inactivate }).click()
  await admin.getByLabel(say.submission.remarks).fill('أُجّل العمل.')
  await expectFit(admin, view)
  await admin.getByRole('button', { name: say.submission.inactivate }).last().click()
  await admin.getByText('أُجّل العمل.').waitFor()
  await admin.goto(`${profile}/technical-contact`)
  await admin.getByText('راكان المطيري').waitFor()
  await expectFit(admin, view)
  await admin.getByRole('link', { name: say.contacts.new.technicalContact }).click()
  await admin.getByLabel(say.contacts.name).fill('منى الحربي')
  await admin.getByLabel(say.contacts.email).fill('mona@horizon.example')
  await admin.getByLabel(say.contacts.mobile).fill('0551231234')
  await expectFit(admin, view)
  await admin.getByRole('button', { name: say.submission.send }).click()
  await admin.getByText(say.submission.signatoryNext).waitFor()
  await signatory.goto(`${profile}/technical-contact`)
  await signatory.getByRole('link', { name: ui.viewOne.replace('{{name}}', 'منى الحربي') }).click()
  await signatory.getByText('mona@horizon.example').waitFor()
  await expectFit(signatory, view)
  await approve(signatory, 'ar')
  await admin.reload()
  await admin.getByRole('button', { name: say.contacts.makePrimary }).click()
  await admin.getByText(say.contacts.isPrimary).waitFor()
  await expectFit(admin, view)
  await admin.getByRole('link', { name: routes.orgProfile }).first().waitFor()
  for (const { complaints } of [admin, signatory]) expect(complaints).toEqual([])
})

test('in English on a wide screen: the provider goes through the units that wait', { timeout: 120_000 }, async () => {
  const view = { language: 'en', size: 'wide', theme: 'light' } as const
  const { operations: say } = textsOf('en')
  const made = await here.server.db.selectFrom('organisation_unit').select(['organisation_id', 'made_by']).executeTakeFirstOrThrow()
  for (const name of ['Second', 'Third'])
    await here.server.owner
      .insertInto('organisation_unit')
      .values({ ...made, public_id: name.padEnd(22, 'x'), name_ar: name, name_en: name, status: 'pending', created_at: new Date() })
      .execute()
  const officer = await here.open(view)
  await signIn(officer, cast.bandar, '/app/operations/requests?kind=unit')
  await officer.locator('tbody tr').nth(2).waitFor()
  await officer.locator('tbody tr').first().getByRole('link').click()
  await officer.getByRole('heading', { name: 'Dammam Branch' }).waitFor()
  await officer.getByText('1 of 3').waitFor()
  await expectFit(officer, view)
  await officer.getByRole('link', { name: say.waiting.next }).click()
  await officer.getByRole('heading', { name: 'Second' }).waitFor()
  await officer.getByRole('link', { name: say.waiting.previous }).click()
  await officer.getByRole('heading', { name: 'Dammam Branch' }).waitFor()
  await approve(officer, 'en')
  await officer.getByRole('heading', { name: 'Second' }).waitFor() // what waits next
  await officer.getByText('1 of 2').waitFor()
  expect(officer.complaints).toEqual([])
})

test('in English on a wide screen: a user changes their work e-mail, and becomes an admin', { timeout: 240_000 }, async () => {
  const view = { language: 'en', size: 'wide', theme: 'light' } as const
  const { approvals, members: say, profile: words } = textsOf('en')
  const user = await here.open(view)
  await signIn(user, cast.reem, '/app/org/account/my/profile')
  await user.getByRole('button', { name: say.work.changeEmail }).click()
  await user.getByLabel(words.contact.email.new).fill('desk@horizon.example')
  await expectFit(user, view)
  await user.getByRole('button', { name: words.contact.sendCode }).click()
  await user.getByLabel(words.contact.code).fill(await codeTo(here.server, 'mail', 'desk@horizon.example'))
  await user.getByRole('button', { name: words.contact.confirm }).click()
  await user.getByText(say.changes.waits.authorizedSignatory).first().waitFor()
  await expectFit(user, view)

  const admin = await here.open(view)
  await signIn(admin, cast.sarah, '/app/org/manage/users')
  await admin.getByRole('link', { name: 'Reem Fahad Ali Alshehri' }).click()
  await admin.getByRole('button', { name: say.changes.role }).click()
  await choose(admin, say.role, 'Enrolment Admin')
  await admin.getByLabel(say.remarks).fill('She leads the department now.')
  await expectFit(admin, view)
  await admin.getByRole('button', { name: say.changes.send }).click()
  await admin.getByText(say.changes.waits.authorizedSignatory).nth(2).waitFor()
  await expectFit(admin, view)

  const signatory = await here.open(view)
  await signIn(signatory, cast.abdulaziz, '/app/org/approval/user/changes?pending=1')
  await expectFit(signatory, view)
  await signatory.locator('tr').filter({ hasText: 'Role' }).filter({ hasText: 'Pending' }).getByRole('link').click()
  await signatory.getByText(approvals.full).waitFor()
  await expectFit(signatory, view)
  await signatory.goBack()
  await signatory.locator('tr').filter({ hasText: 'Work e-mail' }).filter({ hasText: 'Pending' }).getByRole('link').click()
  await signatory.getByText('desk@horizon.example').waitFor()
  await approve(signatory, 'en')
  await user.reload()
  await user.getByText('desk@horizon.example').first().waitFor()
  for (const { complaints } of [user, admin, signatory]) expect(complaints).toEqual([])
})
