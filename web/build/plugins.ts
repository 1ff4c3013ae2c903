import react from '@vitejs/plugin-react'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import { fontFaces, type FontFile } from './fonts.ts'

export const webRoot = fileURLToPath(new URL('../', import.meta.url))

/** React Aria brings its spoken hints in over thirty languages; two are ours. */
const ownLanguagesOnly: Plugin = {
  name: 'tawqi-languages',
  enforce: 'pre',
  load: (id) =>
    /\/react-(aria|stately|aria-components)\/.*\/(?!ar-AE|en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id) ? 'export default {}' : undefined,
}

/** What every page has before it asks for anything, and need not be told to fetch. */
const isAlwaysThere = /\/(libraries|react|rolldown-runtime)-/

export const base = {
  root: webRoot,
  configFile: false,
  logLevel: 'warn',
  plugins: [react(), ownLanguagesOnly],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    chunkSizeWarningLimit: Infinity, // web/budgets.test.ts keeps the sizes; the one larger chunk is PDF.js, which comes with the first file
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed) => needed.filter((file) => !isAlwaysThere.test(file)) },
    // On a machine that has more to do, the bundler would warn of how long its plugins took, which nobody who builds can change.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
} satisfies InlineConfig

/**
 * The script that runs before the first paint: classic, so that it blocks.
 * @param textsVersion of all texts, nothing while they are written
 */
export async function boot(textsVersion = ''): Promise<string> {
  const result = await build({
    ...base,
    plugins: [],
    define: { textsVersion: JSON.stringify(textsVersion) },
    publicDir: false,
    build: {
      ...base.build,
      write: false,
      rolldownOptions: { ...base.build.rolldownOptions, input: join(webRoot, 'boot.ts'), output: { format: 'iife' } },
    },
  })
  const output = Array.isArray(result) ? result[0]!.output : 'output' in result ? result.output : []
  const script = output.find((file) => file.type === 'chunk')
  if (!script || script.type !== 'chunk') throw new Error('boot.ts gave no script')
  return script.code
}

const localesRoot = join(webRoot, 'locales')

/** All texts: language → namespace → texts. */
export async function readTexts(): Promise<Record<string, Record<string, object>>> {
  const texts: Record<string, Record<string, object>> = {}
  for (const language of await readdir(localesRoot)) {
    texts[language] = {}
    for (const file of await readdir(join(localesRoot, language))) {
      texts[language][file.replace('.json', '')] = JSON.parse(await readFile(join(localesRoot, language, file), 'utf8')) as object
    }
  }
  return texts
}

/** Emits `/locales/{language}/{namespace}.json`; while developing, also serves the boot script and the fonts. */
export function locales(outDir: string | undefined, fonts: FontFile[] = []): Plugin {
  return {
    name: 'tawqi-static',
    transformIndexHtml: () =>
      outDir
        ? []
        : [
            { tag: 'script', attrs: { src: '/boot.js' }, injectTo: 'head-prepend' },
            { tag: 'style', children: fontFaces(fonts, '/fonts/'), injectTo: 'head' },
          ],
    async closeBundle() {
      if (!outDir) return
      for (const [language, spaces] of Object.entries(await readTexts())) {
        await mkdir(join(outDir, 'locales', language), { recursive: true })
        for (const [name, texts] of Object.entries(spaces))
          await writeFile(join(outDir, 'locales', language, `${name}.json`), JSON.stringify(texts))
      }
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const font = fonts.find(({ fileName }) => request.url === `/fonts/${fileName}`)
        if (font) response.setHeader('Content-Type', 'font/woff2').end(font.bytes)
        else if (request.url === '/boot.js') response.setHeader('Content-Type', 'text/javascript').end(await boot())
        else next()
      })
    },
  }
}
