/** `node test/sample/share.ts http://127.0.0.1:8080`: the pictures that stand for the site where a link to it is shared, of the home page as it is. */
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumOptions } from '../chromium.ts'

const [, , url = 'http://127.0.0.1:8080'] = process.argv
const onlyTheHead = `
  .site-header .site-nav, .site-tools, .hero .actions-row, .hero-note, .from-price, main > :not(.hero), .site-footer { display: none !important }
  .site-header { border: 0; background: none }
  body { overflow: hidden; background: #fff }
  .hero { grid-template-columns: 1fr 1fr; padding-block: 16px }
  .signed-page { max-inline-size: 430px; justify-self: center }
  .signed-page figcaption p:last-child { display: none }`

const browser = await chromium.launch(chromiumOptions)
try {
  for (const language of ['ar', 'en']) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, bypassCSP: true })
    await page.goto(`${url}/?lng=${language}`, { waitUntil: 'networkidle' })
    await page.addStyleTag({ content: onlyTheHead })
    await page.screenshot({ path: join(import.meta.dirname, `../../web/public/share-${language}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
}
