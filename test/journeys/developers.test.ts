import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { listEsignPlans } from '#contract/catalogue.ts'
import { problemSentences } from '#contract/problemSentences.ts'
import { problemStatus } from '#contract/problems.ts'
import { readOpenApi } from '#contract/site.ts'
import { expectAccessibleInEveryLook, expectStill, journey, textsOf } from './browser.ts'

const here = journey()

describe('the readable page of the API', () => {
  test.each(['ar', 'en'] as const)('shows every call and every code (%s)', async (language) => {
    const { developers } = textsOf(language)
    const tab = await here.open({ language })
    await tab.goto('/developers#initiateSigning')
    expect(await tab.getByRole('link', { name: developers.document }).getAttribute('href')).toBe(readOpenApi.path)
    const opened = tab.locator('#initiateSigning')
    await opened.getByRole('heading', { name: developers.who }).waitFor()
    await expect.poll(() => tab.locator('.api-call').count()).toBe(allCalls.length)
    expect(await tab.locator('#problems tbody tr').count()).toBe(Object.keys(problemStatus).length)
    // What a call takes is told with the fields of the objects inside.
    await opened.getByText('uniqueFileID', { exact: true }).first().waitFor()
    await opened.getByText(developers.callers.person).waitFor()
    await expectAccessibleInEveryLook(tab)
    expect(tab.complaints).toEqual([])
  })

  test('explains the code whose address a problem names', async () => {
    const tab = await here.open({ language: 'en' })
    const { type, title } = (await (
      await fetch(`${here.server.url}/api/v1/profile/my`, { headers: { 'accept-language': 'en' } })
    ).json()) as {
      type: string
      title: string
    }
    expect(new URL(type).origin).toBe(new URL(here.server.url).origin)
    await tab.goto(new URL(type).pathname + new URL(type).hash)
    const row = tab.getByRole('row', { name: 'NOT_SIGNED_IN' })
    await row.getByText(title).waitFor()
    const calls = tab.locator('.api-call')
    await expect.poll(() => calls.count()).toBe(allCalls.length)
    const isInSight = () => row.evaluate((one) => one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < innerHeight)
    await expect.poll(isInSight).toBe(true)
    await expectStill(tab)
    expect(tab.complaints).toEqual([])
  })

  test.each(['ar', 'en'] as const)('explains it in both languages where scripts do not run (%s)', async (language) => {
    const context = await here.browser.newContext({
      baseURL: here.server.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto(`/developers?lng=${language}#NO_BALANCE`)
    const row = page.getByRole('row', { name: 'NO_BALANCE' })
    const shown = await row
      .locator('p')
      .evaluateAll((all) => all.map((one) => [one.closest('[lang]')?.getAttribute('lang'), one.textContent]))
    const { ar, en } = problemSentences.NO_BALANCE
    expect(shown).toEqual(
      [
        ['ar', ar],
        ['en', en],
      ].toSorted(([one]) => (one === language ? -1 : 1)),
    )
    const { top, bottom } = await row.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect)
    expect([top > 0, bottom < 844]).toEqual([true, true])
    expect(await page.locator('noscript').innerText()).toBe(textsOf(language).developers.noScript)
    await context.close()
  })

  test('finds a call by its words, and its command works as it is copied', async () => {
    const { developers } = textsOf('en')
    const tab = await here.open({ language: 'en' })
    await tab.goto('/')
    await tab
      .getByRole('contentinfo')
      .getByRole('link', { name: textsOf('en').header.nav.developers })
      .click()
    await tab.getByLabel(developers.search).fill(`esign plans ${listEsignPlans.path}`)
    const found = tab.locator('.api-call')
    await expect.poll(() => found.count()).toBe(1)
    await found.locator('summary').click()
    await found.getByRole('button', { name: developers.copy }).click()
    await found.getByText(developers.copied).waitFor()
    const command = await found.locator('pre').innerText()
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s --max-time 10`])
    expect(JSON.parse(stdout)).toHaveProperty('planDetailsDTOList')
    await tab.getByLabel(developers.search).fill('no such thing')
    await tab.getByText(developers.found_other.replace('{{count}}', '0')).waitFor()
    expect(tab.complaints).toEqual([])
  })
})
