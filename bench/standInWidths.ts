/**
 * How wide this machine's DejaVu Sans has to be set, in percent, to be as wide as the fonts of the screens over all of `web/locales`, and how far a
 * line of them reaches above and below its base line: the figures of `standIns` and `line` in `web/build/fonts.ts`. Not one of the benches:
 * `node bench/standInWidths.ts` prints them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumOptions } from '#test/chromium.ts'

const resolve = createRequire(import.meta.url).resolve
const locales = join(import.meta.dirname, '../web/locales')
const strings = (value: unknown): string[] => (typeof value === 'string' ? [value] : Object.values(value as object).flatMap(strings))
const textOf = (language: string) =>
  readdirSync(join(locales, language))
    .flatMap((file) => strings(JSON.parse(readFileSync(join(locales, language, file), 'utf8'))))
    .map((text) => text.replaceAll(/<[^>]*>|\{\{[^}]*\}\}/g, ''))
    .join(' ')
const texts = { arabic: textOf('ar').replaceAll(/[^\u0600-\u06ff ]/g, ''), latin: textOf('en').replaceAll(/[^\u0020-\u007e]/g, '') }

const browser = await chromium.launch(chromiumOptions)
try {
  const tab = await browser.newPage()
  for (const script of ['arabic', 'latin'] as const)
    for (const [weight, local] of [
      [400, 'DejaVu Sans'],
      [600, 'DejaVu Sans Bold'],
    ] as const) {
      const file = readFileSync(resolve(`@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${script}-${weight}-normal.woff`))
      const sources = [`url(data:font/woff;base64,${file.toString('base64')})`, `local('${local}')`]
      const [own, other] = await tab.evaluate(
        ([from, text]) =>
          Promise.all(
            from.map(async (source, i) => {
              const face = await new FontFace(`face${i}`, source).load()
              document.fonts.add(face)
              const context = document.createElement('canvas').getContext('2d')!
              context.font = `1000px face${i}`
              const width = text.match(/.{1,200}/g)!.reduce((sum, part) => sum + context.measureText(part).width, 0)
              const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text[0]!)
              document.fonts.delete(face)
              return { width, ascent, descent }
            }),
          ),
        [sources, texts[script]] as const,
      )
      const width = ((100 * own!.width) / other!.width).toFixed(1)
      console.log(`${script} ${weight}: ${width} %; a line ${own!.ascent / 10} % above its base line, ${own!.descent / 10} % below`)
    }
} finally {
  await browser.close()
}
