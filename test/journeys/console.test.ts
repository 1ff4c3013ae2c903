/** What the provider's staff look up: a certificate, whose state they change, and the audit trail. */
import { expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { certificateHolder } from '../certificateHolder.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, journey, signIn, textsOf } from './browser.ts'

const here = journey()

test.each([
  { language: 'ar', size: 'phone', theme: 'light', n: 9_611 },
  { language: 'ar', size: 'wide', theme: 'dark', n: 9_612 },
  { language: 'en', size: 'wide', theme: 'light', n: 9_613 },
  { language: 'en', size: 'phone', theme: 'dark', n: 9_614 },
] as const)(
  'in $language, $size: a holder’s certificate is found by their ID and its state changed',
  { timeout: 120_000 },
  async ({ n, ...view }) => {
    const { nationalId } = await addPerson(here.server, 2, n)
    const holder = certificateHolder(here.server, await here.server.signIn(nationalId))
    const slno = await holder.issued()
    const { certificates: say } = textsOf(view.language).operations
    const tab = await here.open(view)
    await signIn(tab, cast.bandar, '/app/operations/certificates')
    await tab.getByPlaceholder(say.search).fill(nationalId)
    await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBe(1)
    expect(tab.url()).not.toContain(nationalId)
    await tab.reload()
    await expect.poll(() => tab.getByPlaceholder(say.search).inputValue()).toBe(nationalId)
    await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBe(1)
    await expectAccessible(tab)
    await tab.getByRole('link', { name: say.open }).click()
    await tab.getByRole('heading', { name: say.holder }).waitFor()
    await expectAccessible(tab)

    const change = async (step: 'suspend' | 'release' | 'revoke', reason?: string) => {
      await tab.getByRole('button', { name: say[step], exact: true }).click()
      const question = tab.getByRole('alertdialog')
      await question.getByRole('button', { name: say[step], exact: true }).click()
      await question.getByText(say.remarksNeeded).waitFor()
      await question.getByRole('textbox').fill('Reported by the bank.')
      if (reason) await question.getByText(reason, { exact: true }).click()
      await expectAccessible(tab)
      await question.getByRole('button', { name: say[step], exact: true }).click()
      await tab.getByText(say[`${step}Done`]).first().waitFor()
    }
    await change('suspend')
    expect((await holder.read(slno)).state).toBe('suspended')
    await change('release')
    expect((await holder.read(slno)).state).toBe('active')
    await change('revoke', say.reasons.keyCompromise)
    await tab.getByText(say.over).waitFor()
    expect(await holder.read(slno)).toMatchObject({ state: 'revoked', revocationReason: 'keyCompromise' })
    expect(tab.complaints).toEqual([])
  },
)

test.each([
  { language: 'ar', size: 'phone', theme: 'dark', n: 9_621 },
  { language: 'en', size: 'wide', theme: 'light', n: 9_622 },
] as const)(
  'in $language, $size: the auditor finds what somebody did, and reads one record',
  { timeout: 120_000 },
  async ({ n, ...view }) => {
    const { nationalId } = await addPerson(here.server, 2, n)
    await here.server.signIn(nationalId)
    const { trail: say } = textsOf(view.language).operations
    const tab = await here.open(view)
    await signIn(tab, cast.tariq, '/app/operations/audit')
    await tab.getByPlaceholder(say.search).fill(nationalId)
    await tab.locator('.notice').getByText('1•••••').waitFor()
    await expectAccessible(tab)
    await tab.getByRole('link', { name: say.open }).first().click()
    await tab.getByRole('heading', { name: say.facts }).waitFor()
    await tab.getByText(say.person, { exact: true }).waitFor()
    await expectAccessible(tab)
    expect(tab.complaints).toEqual([])
  },
)

test.each([
  { language: 'ar', size: 'phone', theme: 'light', n: 9_631 },
  { language: 'en', size: 'wide', theme: 'dark', n: 9_632 },
] as const)('in $language, $size: somebody is looked up, with a reason, and suspended', { timeout: 120_000 }, async ({ n, ...view }) => {
  const { nationalId, personId } = await addPerson(here.server, 2, n)
  const { people: say } = textsOf(view.language).operations
  const stateOf = async () =>
    (await here.server.db.selectFrom('person').select('status').where('id', '=', personId).executeTakeFirstOrThrow()).status
  const tab = await here.open(view)
  await signIn(tab, cast.bandar, '/app/operations/people')
  await tab.getByRole('textbox', { name: say.search }).fill(nationalId)
  await tab.getByRole('button', { name: say.find, exact: true }).click()
  await tab.locator('.field-error').first().waitFor()
  await tab.getByRole('textbox', { name: say.reason }).fill('They called us.')
  await tab.getByRole('button', { name: say.find, exact: true }).click()
  await tab.getByText(say.lastSignIn).waitFor()
  await expectAccessible(tab)
  const change = async (step: 'suspend' | 'reactivate') => {
    await tab.getByRole('button', { name: say[step], exact: true }).click()
    const question = tab.getByRole('alertdialog')
    await question.getByRole('button', { name: say[step], exact: true }).click()
    await question.getByText(say.remarksNeeded).waitFor()
    await question.getByRole('textbox').fill('Somebody else uses it.')
    await expectAccessible(tab)
    await question.getByRole('button', { name: say[step], exact: true }).click()
    await tab.getByText(say[`${step}Done`]).first().waitFor()
  }
  await change('suspend')
  expect(await stateOf()).toBe('suspended')
  await tab.getByRole('button', { name: say.reactivate, exact: true }).waitFor()
  await change('reactivate')
  expect(await stateOf()).toBe('active')
  expect(new URL(tab.url()).search).toBe('')
  expect(tab.complaints).toEqual([])
})

test.each([
  { language: 'ar', size: 'phone', theme: 'dark' },
  { language: 'en', size: 'wide', theme: 'light' },
] as const)('in $language, $size: the staff see how the product is', { timeout: 120_000 }, async (view) => {
  const { state: say } = textsOf(view.language).operations
  const tab = await here.open(view)
  await signIn(tab, cast.latifah, '/app/operations/state')
  await tab.getByText(say.allWell).waitFor()
  await tab.getByRole('heading', { name: say.sweeps }).waitFor()
  await expectAccessible(tab)
  expect(tab.complaints).toEqual([])
})
