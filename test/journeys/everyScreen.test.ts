/** Every address that a person can open, in both languages and both themes, on a wide screen and on a telephone's. */
import { describe, expect, test } from 'vitest'
import { allScreens } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { routedScreens } from '../../bin/routedScreens.ts'
import { expectAccessibleInEveryLook, expectFingerSized, expectStill, journey, sidewaysAt, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

const rich = cast.noura
/** Frames of other users have their own walk; these lead on at once. */
const leadsOn = ['/auth-check', '/logout']
/** The title of what stands there while a session is restored. */
const passing = (['ar', 'en'] as const).map((language) => textsOf(language).routes.authCheck)
const isPerson = ({ path }: { path: string }) => !/^\/app\/(org|operations)\b/.test(path) && !path.startsWith('/verify-orgUser')
const addresses = (await routedScreens()).filter(({ path, file }) => isPerson({ path }) && !file.startsWith('→') && !leadsOn.includes(path))
const personal = addresses.filter(({ path }) => path.startsWith('/app/my'))
const open = addresses.filter(({ path }) => !path.startsWith('/app/my'))

/** A row of the person's own for each parameter of an address. */
async function samples(): Promise<Record<string, string>> {
  const mine = await here.server.signIn(rich)
  const first = async (path: string, body?: object) => (body ? await mine.post(path, body) : await mine.get(path)).body.dataList[0]
  return {
    transactionID: (await first('/api/v1/esign/my/transactions', { type: 'success' })).transactionID,
    encodedCertificateSlno: (await first('/api/v1/dsc/my/certificates/1/10')).encodedCertificateSlno,
  }
}
const filled = (path: string, known: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_whole, name: string) => {
    if (!known[name]) throw new Error(`${path} needs a sample of :${name}`)
    return known[name]
  })

/** What is wrong with the screen at this address. */
async function faultsOf(tab: Tab, address: string): Promise<string[]> {
  tab.complaints.length = 0
  const faults: string[] = []
  try {
    await tab.goto(address)
    await tab.waitForFunction(
      (before) =>
        document.querySelector('#main h1') &&
        !before.some((title) => document.title === title || document.title.startsWith(`${title} ·`)) &&
        !document.querySelector('#main [aria-busy=true], #main .skeleton, #main .waiting'),
      ['', 'توقيع', ...passing],
    )
    await expectStill(tab)
    if (await tab.evaluate(() => matchMedia('(pointer: coarse)').matches)) await expectFingerSized(tab)
    await expectAccessibleInEveryLook(tab)
    if ((await tab.title()).startsWith('undefined')) faults.push('has no title')
    faults.push(...(await sidewaysAt(tab)))
    if ((await tab.locator('h1').count()) !== 1) faults.push(`has ${await tab.locator('h1').count()} headings of the first level`)
  } catch (error) {
    const { message, actual } = error as Error & { actual?: unknown }
    faults.push(`${message.slice(0, 300)} ${JSON.stringify(actual)?.slice(0, 900)}`)
  }
  return [...faults, ...tab.complaints].map((fault) => `${address}: ${fault}`)
}

describe.each([
  { language: 'ar', size: 'phone' },
  { language: 'en', size: 'wide' },
] as const)('in $language, loaded on a $size screen', ({ language, size }) => {
  test(`all ${open.length} open addresses`, { timeout: 300_000 }, async () => {
    const tab = await here.open({ language, size })
    const faults: string[] = []
    for (const { path } of open) faults.push(...(await faultsOf(tab, path)))
    expect(faults).toEqual([])
  })

  test(`all ${personal.length} addresses of a person's own area`, { timeout: 300_000 }, async () => {
    const known = await samples()
    const tab = await here.open({ language, size })
    await signIn(tab, rich)
    const faults: string[] = []
    for (const { path } of personal) faults.push(...(await faultsOf(tab, filled(path, known))))
    expect(faults).toEqual([])
  })
})

test('no screen of a person says that it is not made yet', () => {
  expect(addresses.filter(({ file }) => file.endsWith('NotYetPage.tsx')).map(({ path }) => path)).toEqual([])
})

test('no menu leads to a screen that is not made yet', () => {
  const offered = new Set<string>(allScreens.flatMap((screen) => ('menu' in screen ? [screen.path] : [])))
  expect(addresses.filter(({ file, path }) => file.endsWith('NotYetPage.tsx') && offered.has(path)).map(({ path }) => path)).toEqual([])
})
