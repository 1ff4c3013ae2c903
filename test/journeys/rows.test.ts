/** Every list of the product, from a narrow telephone to a wide desk: nothing of a row is lost, and without room a row is a card of its own. */
import { readFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { routedScreens } from '../../bin/routedScreens.ts'
import { inviter } from '../inviter.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { journey, type Tab } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const root = fileURLToPath(new URL('../../', import.meta.url))
const screens = `${root}.cache/screens/`

const isList = ({ file }: { file: string }) => file.endsWith('.tsx') && readFileSync(`${root}${file}`, 'utf8').includes('<ListTable')
/** A list within one thing is opened by that thing's journey. */
const lists = (await routedScreens()).filter((screen) => isList(screen) && !screen.path.includes(':'))
/** Who has something in them. */
const readers = [
  ['/app/my/', cast.noura],
  ['/app/org/', cast.sarah],
  ['/app/operations/', cast.amal],
  ['/app/operations/audit', cast.tariq],
] as const

/** The nearest area that it lies in. */
const readerOf = (path: string) =>
  readers
    .map(([area]) => area)
    .filter((area) => path.startsWith(area))
    .toSorted((a, b) => b.length - a.length)[0]

const widths = [320, 360, 390, 480, 560, 640, 768, 840, 900, 1024, 1150, 1360]

/** What is wrong with the tables that are shown, at one width. */
function faultsOfTables(): string[] {
  const faults: string[] = []
  for (const box of document.querySelectorAll('#main .table-box')) {
    if (box.scrollWidth > box.clientWidth + 1) faults.push(`the table is ${box.scrollWidth - box.clientWidth} px wider than its place`)
    const edge = box.getBoundingClientRect()
    for (const row of box.querySelectorAll('tbody tr')) {
      const cells = [...row.querySelectorAll<HTMLElement>('td')]
      const shown = (cell: Element) =>
        cell.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && cell.getBoundingClientRect()
      const isCard = getComputedStyle(row).display !== 'table-row'
      for (const cell of cells) {
        if (isCard && cell.dataset.part === 'line' && cell.querySelector('.cell')!.textContent === '—') continue // a card's line goes without it
        const at = cell.querySelector('.cell')?.textContent ? shown(cell.querySelector('.cell')!) : edge
        if (!at || at.left < edge.left - 1 || at.right > edge.right + 1 || at.width < 1)
          faults.push(`not to be seen: ${cell.dataset.title}`)
      }
      if (!isCard) continue
      const part = (name: string) => cells.filter((cell) => cell.dataset.part === name)
      const [title, ...more] = part('title')
      if (!title?.textContent || more.length > 0) faults.push('a card has not one title')
      const lines = part('line').filter((line) => line.checkVisibility()) // nothing is shown of what is empty
      if (lines.length === 0) faults.push('a card has no small print')
      const top = (cell: Element) => cell.getBoundingClientRect().top
      for (const state of part('state'))
        if (lines.some((line) => top(line) <= top(state))) faults.push('the state does not stand beside the title')
      const start = (cell: Element) => cell.getBoundingClientRect().right
      if (part('state').some((state) => start(state) > start(title!))) faults.push('the state stands before the title')
      for (const line of lines) if (top(line) <= top(title!)) faults.push('the small print does not stand below the title')
    }
  }
  return [...new Set(faults)]
}

/** As a person sees it: what is still wrong a second after its place became another. */
async function atRest(tab: Tab): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const faults = await tab.evaluate(faultsOfTables)
    if (faults.length === 0 || tries === 5) return faults
    await tab.waitForTimeout(200)
  }
}

/** What somebody's list looks like, and nothing where they have no row in it. */
async function faultsAt(tab: Tab, path: string): Promise<string[] | null> {
  await tab.goto(path)
  const rows = tab.locator('#main .list [aria-busy=false] tbody tr')
  await rows.first().or(tab.locator('#main .list .state').first()).first().waitFor()
  if ((await rows.count()) === 0) return null
  const found: string[] = []
  for (const width of widths) {
    await tab.setViewportSize({ width, height: 844 })
    for (const fault of await atRest(tab)) found.push(`${path} at ${width}: ${fault}`)
    if (width === 390 || width === 1024) {
      mkdirSync(screens, { recursive: true })
      await tab.screenshot({ path: `${screens}rows${path.replaceAll('/', '-')}-${width}.png` })
    }
  }
  return found
}

/** Somebody whom an organisation has invited, some who asked to join it and were approved, and a document that waits to be sealed. */
beforeAll(async () => {
  const sarah = await here.server.signIn(cast.sarah)
  await inviter(here.server).invite(sarah, nationalIdWith(2, 71_000))
  const uploaded = await sarah.send('POST', '/api/v1/profile/org/seal/documents?name=letter.pdf', {
    body: readFileSync(`${root}test/fixtures/pdf/chromium.pdf`),
    headers: { 'content-type': 'application/pdf' },
  })
  if (uploaded.status !== 200) throw new Error(uploaded.text)
  await here.server.owner.updateTable('membership').set({ submitted_at: new Date() }).where('status', '=', 'approved').execute()
})

test('there are lists for everybody', () => {
  expect(lists.length).toBeGreaterThanOrEqual(20)
  expect(lists.filter(({ path }) => !readers.some(([area]) => path.startsWith(area)))).toEqual([])
})

/** Screens whose list was shown with rows in it. */
const shown = new Set<string>()

test.each(readers)('the lists of %s, at every width', { timeout: 300_000 }, async (area, reader) => {
  const tab = await here.open({ size: 'phone' })
  await signIn(tab, reader)
  const faults: string[] = []
  for (const { path, file } of lists.filter(({ path: one }) => readerOf(one) === area)) {
    const found = await faultsAt(tab, path)
    if (found) shown.add(file)
    faults.push(...(found ?? []))
  }
  expect(faults).toEqual([])
  expect(tab.complaints).toEqual([])
})

test('each of them was seen with rows in it', () => {
  expect([...new Set(lists.map(({ file }) => file))].filter((file) => !shown.has(file))).toEqual([])
})

test('the words that were searched for are marked in the rows', async () => {
  const tab = await here.open()
  await signIn(tab, cast.noura, '/app/my/esign/transactions?search=disclosure')
  const marked = () =>
    tab.evaluate(() =>
      [...((CSS.highlights.get('listed') as unknown as Set<Range> | undefined) ?? [])].map((range) => range.toString().toLowerCase()),
    )
  await expect.poll(async () => [...new Set(await marked())]).toEqual(['disclosure'])
  expect((await marked()).length).toBe(await tab.locator('#main tbody tr', { hasText: /disclosure/i }).count())
  await tab.goto('/app/my/esign/transactions')
  await tab.locator('#main tbody tr').first().waitFor()
  expect(await marked()).toEqual([])
})
