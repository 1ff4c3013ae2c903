/** How an invited person joins an organisation, in a browser. */
import { choose, expectFit, type Tab, textsOf, type View } from './browser.ts'

type How = { place: readonly [region: string, city: string]; file?: string | undefined; isLookedAt?: boolean }

/** Sends the details that are asked for after the identity, with a file where the role needs one. */
export async function sendDetails(tab: Tab, view: View, { place: [region, city], file, isLookedAt = true }: How): Promise<void> {
  const { invitations: say, enrolment } = textsOf(view.language!)
  await tab.waitForURL('**/verify-orgUser-details')
  await tab.getByText(say.details.lead).waitFor()
  await choose(tab, say.details.region, region)
  await choose(tab, say.details.city, city)
  await tab.getByLabel(say.details.postalCode).fill('13321')
  await tab.getByText(enrolment.agree).click()
  if (file) {
    await tab.getByRole('button', { name: say.details.send }).click()
    await tab.getByText(say.details.noFiles).waitFor()
    await tab.locator('input[type=file]').first().setInputFiles(file)
    await tab.getByText('chromium.pdf').waitFor()
  }
  if (isLookedAt) await expectFit(tab, view)
  await tab.getByRole('button', { name: say.details.send }).click()
  await tab.getByText(say.details.sentTitle).waitFor()
  if (isLookedAt) await expectFit(tab, view)
}
