import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtFiles, buildWeb, outDir } from './build.ts'
import type { ServerManifest } from './build/pages.ts'

type Chunk = { file: string; isEntry?: boolean; css?: string[]; imports?: string[]; src?: string }

const KB = 1024
const read = (file: string) => readFileSync(join(outDir, file))
const gzipped = (file: string) => gzipSync(read(file), { level: 9 }).length

let manifest: ServerManifest
let chunks: Record<string, Chunk>
let files: string[]

beforeAll(async () => {
  if (!existsSync(join(outDir, 'server.json'))) await buildWeb()
  manifest = JSON.parse(read('server.json').toString()) as ServerManifest
  chunks = JSON.parse(read('chunks.json').toString()) as Record<string, Chunk>
  files = await builtFiles()
}, 60_000)

/** A chunk and all that it imports at once, by their names in the manifest. */
function needed(name: string, into = new Set<string>()): Set<string> {
  if (into.has(name)) return into
  into.add(name)
  for (const imported of chunks[name]!.imports ?? []) needed(imported, into)
  return into
}
const closure = (name: string) => new Set([...needed(name)].map((each) => chunks[each]!.file))
const sheets = (name: string) => new Set([...needed(name)].flatMap((each) => chunks[each]!.css ?? []))
const named = (end: string) => Object.keys(chunks).find((name) => chunks[name]!.src?.endsWith(end))!
const entry = () => closure(Object.keys(chunks).find((name) => chunks[name]!.isEntry)!)
const sum = (names: Iterable<string>) => [...names].reduce((total, file) => total + gzipped(file), 0)

describe('what a visitor downloads', () => {
  test('a public page has at most 130 KB of script', () => {
    for (const [path, files] of Object.entries(manifest.pages)) {
      const asked = [
        ...read(files.ar)
          .toString()
          .matchAll(/\/(assets\/[^" ]+\.js)\b/g),
      ].map(([, file]) => file!)
      const known = Object.keys(chunks).filter((name) => asked.includes(chunks[name]!.file))
      const scripts = new Set([...asked, ...known.flatMap((name) => [...closure(name)])])
      expect(scripts.size, path).toBeGreaterThan(2)
      expect(sum(scripts), path).toBeLessThanOrEqual(130 * KB)
    }
  })

  test('a public page is at most 8 KB of HTML', () => {
    for (const page of [...Object.values(manifest.pages), manifest.notFound]) {
      for (const file of Object.values(page)) expect(brotliCompressSync(read(file)).length, file).toBeLessThanOrEqual(8 * KB)
    }
  })

  test('the fonts asked for at once are at most 32 KB', () => {
    for (const file of Object.values(manifest.pages['/']!)) {
      const fonts = [
        ...read(file)
          .toString()
          .matchAll(/href="\/(fonts\/[^"]+)" as="font"/g),
      ].map((match) => match[1]!)
      expect(fonts).toHaveLength(2)
      expect(fonts.reduce((total, font) => total + read(font).length, 0)).toBeLessThanOrEqual(32 * KB)
    }
  })

  test('a screen and the layouts around it have at most 20 KB of style sheets', () => {
    const around = ['SiteLayout.tsx', 'AppLayout.tsx'].flatMap((layout) => [...sheets(named(layout))])
    for (const name of Object.keys(chunks).filter((key) => chunks[key]!.src?.endsWith('Page.tsx'))) {
      const all = new Set([...around, ...sheets(name)])
      expect(all.size, name).toBeGreaterThan(1)
      expect(sum(all), name).toBeLessThanOrEqual(20 * KB)
    }
  })

  test('the shared interface of the application is at most 75 KB beyond the data layer', () => {
    const before = new Set([...entry(), ...closure(named('SiteLayout.tsx')), ...closure(named('AuthCheckPage.tsx'))])
    const shared = [...closure(named('AppLayout.tsx'))].filter((file) => !before.has(file))
    expect(sum(shared)).toBeLessThanOrEqual(75 * KB)
  })

  test('a screen adds at most 40 KB', () => {
    const base = new Set([...entry(), ...closure(named('SiteLayout.tsx')), ...closure(named('AppLayout.tsx'))])
    for (const name of Object.keys(chunks).filter((key) => chunks[key]!.src?.endsWith('Page.tsx'))) {
      const own = [...closure(name)].filter((file) => !base.has(file))
      expect(sum(own), name).toBeLessThanOrEqual(40 * KB)
    }
  })
})

describe('what the content security policy needs', () => {
  test('no page has a script, a handler or a style inside, but the one style sheet whose hash is listed', () => {
    for (const file of files.filter((name) => name.endsWith('.html'))) {
      const html = read(file).toString()
      expect(html.match(/<script(?![^>]* src=)/g), file).toBeNull()
      expect(html.match(/<[a-z][^>]* (?:style|on[a-z]+)=/gi), file).toBeNull()
      expect(html.match(/(?:src|href)="https?:/g), file).toBeNull()
    }
  })

  test('every text file has its Brotli and gzip files beside it', () => {
    const large = files.filter((name) => /\.(js|css|html)$/.test(name) && read(name).length >= 512)
    expect(large.length).toBeGreaterThan(20)
    for (const file of large) expect([files.includes(`${file}.br`), files.includes(`${file}.gz`)], file).toEqual([true, true])
  })
})

test('style sheets use logical properties only', () => {
  const physical =
    /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-(?:left|right|top|bottom)|left|right|top|bottom|width|height|float)\s*:|text-align:\s*(?:left|right)/
  for (const sheet of ['tokens', 'base', 'site', 'app']) {
    const lines = readFileSync(new URL(`./ui/${sheet}.css`, import.meta.url), 'utf8').split('\n')
    expect(
      lines.filter((line) => physical.test(line) && !line.includes('logical-exempt') && !line.includes('@media')),
      sheet,
    ).toEqual([])
  }
})
