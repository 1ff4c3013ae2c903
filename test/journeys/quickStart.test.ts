import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { expectAccessibleInEveryLook, expectStill, journey, textsOf } from './browser.ts'

const here = journey()

test('what the page tells a stranger to type signs a document and verifies it, as it stands there', { timeout: 120_000 }, async () => {
  const context = await here.browser.newContext({ baseURL: here.server.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/quick-start?lng=en')
  const commands = await page.locator('.quick-steps code').allInnerTexts()
  await context.close()
  expect(commands).toHaveLength(5)
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-quick-'))
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\necho\n')], {
    cwd: folder,
    timeout: 90_000,
  })
  const [vat, ...rest] = stdout.trim().split(/\n+/)
  expect(JSON.parse(vat!)).toEqual({ vat: '15' })
  expect(JSON.parse(rest[0]!)).toMatchObject({ nationalID: expect.stringMatching(/22$/) })
  expect(rest.at(-1)).toBe('TOTAL-PASSED')
  const [before, after] = ['document.pdf', 'signed.pdf'].map((name) => readFileSync(join(folder, name)))
  expect(after!.subarray(0, before!.length)).toEqual(before)
  rmSync(folder, { recursive: true })
})

test.each(['ar', 'en'] as const)('a call is tried in the page, and its answer shown as it comes (%s)', async (language) => {
  const { quickStart } = textsOf(language)
  const tab = await here.open({ language, size: language === 'ar' ? 'phone' : 'wide' })
  await tab.goto('/developers')
  await tab.locator('#main').getByRole('link', { name: quickStart.title }).click()
  await tab.getByRole('heading', { level: 1, name: quickStart.title }).waitFor()
  await tab.getByRole('button', { name: quickStart.try.send }).waitFor()
  await expectStill(tab)
  await tab.getByRole('button', { name: quickStart.try.send }).click()
  await expect.poll(() => tab.locator('.api-try pre').innerText()).toContain('"vat": "15"')
  await tab.locator('.api-try select').selectOption({ index: 1 })
  await tab.getByRole('button', { name: quickStart.try.send }).click()
  await expect.poll(() => tab.locator('.api-try pre').innerText()).toContain('planDetailsDTOList')
  expect(await tab.locator('.quick-steps code').first().innerText()).toContain(`TAWQI='${here.server.url}'`)
  await expectAccessibleInEveryLook(tab)
  expect(tab.complaints).toEqual([])
})
