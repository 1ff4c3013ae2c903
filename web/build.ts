import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, createServer } from 'vite'
import { compressAll } from './build/compress.ts'
import { fontFaces, makeFonts } from './build/fonts.ts'
import { base, boot, locales, readTexts, webRoot } from './build/plugins.ts'
import { type Built, shortHash, writePages } from './build/pages.ts'
import { parts } from './build/parts.ts'
import { wordsWithScripts } from './build/words.ts'

export const outDir = fileURLToPath(new URL('../dist/web/', import.meta.url))
const scratch = fileURLToPath(new URL('../.cache/web/', import.meta.url))

/** Builds everything that the server sends into `dist/web`, with `server.json`, which tells the server what is there. */
export async function buildWeb(): Promise<void> {
  process.env.NODE_ENV = 'production' // oxlint-disable-line node/no-process-env -- with a value of somebody else's, such as a test run's, React comes in its development edition
  await rm(outDir, { recursive: true, force: true })
  const [fonts] = await Promise.all([makeFonts(), buildClient(), buildRenderer()])
  await mkdir(join(outDir, 'fonts'), { recursive: true })
  await Promise.all(fonts.map((font) => writeFile(join(outDir, 'fonts', font.fileName), font.bytes)))
  const texts = await readTexts()
  const textsVersion = shortHash(JSON.stringify(texts))
  const built: Built = {
    outDir,
    fonts,
    fontCss: fontFaces(fonts, '/fonts/'),
    bootScript: await boot(textsVersion),
    texts,
    textsVersion,
    ...((await import(pathToFileURL(join(scratch, 'prerender.js')).href)) as Pick<Built, 'render' | 'prerendered' | 'addresses'>),
  }
  await writePages(built)
  await compressAll(outDir)
}

const buildClient = () =>
  build({
    ...base,
    plugins: [...base.plugins, wordsWithScripts, locales(outDir)],
    build: {
      ...base.build,
      outDir,
      emptyOutDir: false,
      manifest: 'chunks.json',
      assetsInlineLimit: 0,
      rolldownOptions: {
        ...base.build.rolldownOptions,
        input: join(webRoot, 'index.html'),
        output: { codeSplitting: { groups: parts() } },
      },
    },
  })

const buildRenderer = () =>
  build({
    ...base,
    publicDir: false,
    build: { ...base.build, outDir: scratch, emptyOutDir: true, minify: false, ssr: join(webRoot, 'prerender.tsx') },
  })

/** Serves the sources with instant reloads and passes calls on to the product. */
export async function dev({ product = 'http://127.0.0.1:8080', port = 5173 } = {}) {
  const fonts = await makeFonts()
  const server = await createServer({
    ...base,
    plugins: [...base.plugins, wordsWithScripts, locales(undefined, fonts)],
    server: { host: '127.0.0.1', port, proxy: { '/api': product } },
  })
  await server.listen()
  return server
}

/** Every file of the build, relative to its folder. */
export async function builtFiles(): Promise<string[]> {
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(outDir, join(entry.parentPath, entry.name)))
}

export const readBuilt = (name: string) => readFile(join(outDir, name))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const began = performance.now()
  await buildWeb()
  console.log(`web built in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
