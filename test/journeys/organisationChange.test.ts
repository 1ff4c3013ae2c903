/** What is registered of an organisation is changed in a browser: asked for, approved by its signatory and by the provider. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectFit, journey, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const pdf = join(import.meta.dirname, '../fixtures/pdf/chromium.pdf')

test.each([
  { language: 'ar', size: 'phone', theme: 'light', name: 'شركة الأفق للحلول التقنية', kind: 'الاسم' },
  { language: 'en', size: 'wide', theme: 'dark', name: 'شركة الأفق للحلول الرقمية', kind: 'Name' },
] as const)('in $language: a new name, with the old one beside it for whoever decides', { timeout: 240_000 }, async (view) => {
  const { applications, decisions, organisation: say, ui } = textsOf(view.language)
  const admin = await here.open(view)
  await signIn(admin, cast.sarah, '/app/org/orgProfile/organisation')
  await admin.getByRole('link', { name: say.changes.new }).waitFor()
  await expectFit(admin, view)
  await admin.getByRole('link', { name: say.changes.new }).click()
  await admin.getByLabel(applications.field.organizationNameAr).waitFor()
  await admin.getByRole('button', { name: say.submission.send }).click()
  await admin.locator('.field-error').filter({ hasText: /./ }).first().waitFor() // no reason yet
  await admin.getByLabel(applications.field.organizationNameAr).fill(view.name)
  await admin.getByLabel(say.changes.reason).fill('As the register has it.')
  await admin.getByRole('button', { name: say.submission.send }).click()
  await admin.getByText(say.changes.noFile).waitFor()
  await admin.locator('input[type=file]').setInputFiles(pdf)
  await admin.getByText('chromium.pdf').waitFor()
  await expectFit(admin, view)
  await admin.getByRole('button', { name: say.submission.send }).click()
  await admin.getByRole('button', { name: say.submission.send }).waitFor({ state: 'detached' }) // beside it the form says the same
  await admin.getByText(say.changes.bothDecide).waitFor()
  await expectFit(admin, view)

  const signatory = await here.open(view)
  await signIn(signatory, cast.abdulaziz, '/app/org/account/organisation')
  await signatory
    .getByRole('link', { name: ui.viewOne.replace('{{name}}', view.kind) })
    .first()
    .click()
  await signatory.getByText(view.name).waitFor()
  await signatory.getByRole('button', { name: 'chromium.pdf' }).click()
  await signatory.locator('.viewer').waitFor()
  await expectFit(signatory, view)
  await signatory.getByRole('button', { name: decisions.approve }).click()
  await signatory.getByText(say.changes.officerNext).waitFor()

  const officer = await here.open(view)
  await signIn(officer, cast.bandar, '/app/operations/requests?kind=organisationChange')
  await officer.locator('tbody tr').last().getByRole('link').click()
  await officer.getByText(view.name).waitFor()
  await officer.getByText(say.changes.approvedBy).waitFor()
  await expectFit(officer, view)
  await officer.getByRole('button', { name: decisions.approve }).click()
  await officer.getByText(decisions.done).first().waitFor()

  await admin.goto('/app/org/orgProfile/organisation')
  await admin.getByText(view.name).first().waitFor()
  await admin.goto('/app/org/orgProfile/organisation/change?kind=address')
  await admin.getByLabel(applications.field.postalCodeZIPCode).waitFor()
  await expectFit(admin, view)
  for (const { complaints } of [admin, signatory, officer]) expect(complaints).toEqual([])
})
