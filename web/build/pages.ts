import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Frame } from '#contract/publicScreens.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { firstNamespaces } from '../kit/loadTexts.ts'
import type { FontFile } from './fonts.ts'

type Language = 'ar' | 'en'
type Texts = Record<string, Record<string, object>>

export type Built = {
  outDir: string
  fonts: FontFile[]
  fontCss: string
  bootScript: string
  texts: Texts
  textsVersion: string
  prerendered: readonly ({ name: string } & Screen)[]
  addresses: () => string[]
  render: (
    path: string,
    language: Language,
    texts: Texts,
  ) => Promise<{ head: string; body: string; status: number; texts: readonly string[] }>
}

/** What the server needs to know of the build. Files are relative to the build's folder. */
export type ServerManifest = {
  /** Address → the file in each language. */
  pages: Record<string, Record<Language, string>>
  /** For unknown addresses, sent with status 404. */
  notFound: Record<Language, string>
  /** For every other address that the application knows, those of `addresses`: what the browser will need there is asked for at once. */
  shells: Record<'login' | 'createAccount' | 'app' | 'other', Record<Language, string>>
  /** The site map, with parameters as `:name`. */
  addresses: string[]
  /** Style sheets that stand inside pages; no script does. */
  csp: { styleHashes: string[] }
  /** Folders whose files carry a hash in their name and never change. */
  immutable: string[]
  /** Of all texts: an address that ends in it never changes either. */
  textsVersion: string
}

type Chunk = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; css?: string[]; imports?: string[]; src?: string }
type Chunks = Record<string, Chunk>

const directions = { ar: 'rtl', en: 'ltr' } as const
const languages = ['ar', 'en'] as const

/** What each frame is made of: the public pages do without the rest of the site map. */
const frames: Record<Frame, readonly string[]> = {
  site: ['SiteLayout.tsx'],
  plain: ['routes.tsx', 'layouts/PlainLayout.tsx'],
  app: ['routes.tsx', 'layouts/AppLayout.tsx'],
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
export const shortHash = (content: string) => createHash('sha256').update(content).digest('base64url').slice(0, 8)

/** React Aria adds this style sheet to pages with pressable elements (interactions/usePress). */
async function styleOfReactAria(): Promise<string> {
  const source = await readFile(new URL('../../node_modules/react-aria/dist/private/interactions/usePress.mjs', import.meta.url), 'utf8')
  const literal = /textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1]
  const attribute = /PRESSABLE_ATTRIBUTE = '([^']+)'|\$[\w]+ = 'data-react-aria-pressable'/.exec(source)
  if (!literal || !attribute) throw new Error('React Aria no longer adds the style that the content security policy allows')
  return literal.replace(/\$\{[^}]+\}/, 'data-react-aria-pressable').trim()
}

export async function writePages(built: Built): Promise<void> {
  const { outDir } = built
  const chunks = JSON.parse(await readFile(join(outDir, 'chunks.json'), 'utf8')) as Chunks
  const template = await readFile(join(outDir, 'index.html'), 'utf8')
  /** Among what browsers keep: a name that says what is in it. */
  const keep = async (name: string, content: string) => {
    const [own, ending] = name.split('.')
    const path = `assets/${own}-${shortHash(content)}.${ending}`
    await writeFile(join(outDir, path), content)
    return path
  }
  const bootName = await keep('boot.js', built.bootScript)

  const entry = Object.values(chunks).find((chunk) => chunk.isEntry)!
  const css = built.fontCss + (await Promise.all((entry.css ?? []).map((file) => readFile(join(outDir, file), 'utf8')))).join('')
  const cssName = await keep('base.css', css)
  const printName = await keep('print.css', await readFile(join(outDir, 'print.css'), 'utf8'))

  const write = async (name: string, html: string) => {
    await mkdir(dirname(join(outDir, name)), { recursive: true })
    await writeFile(join(outDir, name), html)
    return name
  }
  const ownTags = /\s*<(?:link rel="(?:stylesheet|modulepreload)"[^>]*>|script type="module"[^>]*><\/script>)/g
  const bare = template.replace(ownTags, '').replace('/print.css', `/${printName}`)
  /** Asks for the application after the first paint, and then for all of it at once, so that nothing is discovered late. */
  const boot = (needed: readonly Chunk[], texts: readonly string[]) => {
    const modules = [...new Set([...closure(chunks, [entry]), ...needed])].filter((chunk) => chunk !== entry)
    const [screens = [], parts = []] = [true, false].map((isScreen) =>
      modules.filter((chunk) => (chunk.isDynamicEntry ?? false) === isScreen),
    )
    const listed = (some: readonly Chunk[]) => some.map(({ file }) => `/${file}`).join(' ')
    const data = { start: `/${entry.file}`, parts: listed(parts), screens: listed(screens), texts: texts.join(' ') }
    return `<script src="/${bootName}"${Object.entries(data)
      .map(([name, value]) => ` data-${name}="${value}"`)
      .join('')}></script>`
  }

  /** @param sources what the page is made of, as the names of its sources end */
  const page = async (path: string, name: string, sources: readonly string[]) => {
    const files = {} as Record<Language, string>
    for (const language of languages) {
      const { head, body, status, texts } = await built.render(path, language, built.texts)
      if (status !== 200) throw new Error(`${path} was rendered with status ${status}`)
      if (/<[^>]* style=/.test(body)) throw new Error(`${path} has a style attribute, which the content security policy blocks`)
      const needed = chunksOf(chunks, sources)
      const html = bare
        .replace('<html lang="ar" dir="rtl"', `<html lang="${language}" dir="${directions[language]}"`)
        .replace('<!--head-->', () =>
          [
            boot(needed, [...new Set([...firstNamespaces, ...texts])]),
            ...fontLinks(built.fonts, language),
            `<style>${css}</style>`,
            head,
            ...(name === '404' ? [] : addresses(path, language, head)),
            ...styleLinks(needed),
          ].join(''),
        )
        .replace('<!--body-->', () => body)
      files[language] = await write(`pages/${language}/${name}.html`, html)
    }
    return files
  }

  const pages: ServerManifest['pages'] = {}
  for (const { name, path, area, frame } of built.prerendered) {
    // the published texts are shown by one screen
    const file = `${area}/${area === 'agreements' ? 'Legal' : name[0]!.toUpperCase() + name.slice(1)}Page.tsx`
    pages[path] = path === screens.index.path ? pages[screens.home.path]! : await page(path, name, [...frames[frame], file])
  }
  /** @param shows the address whose screen stands there until the application does */
  const shell = async (name: string, shows: string, sources: readonly string[], texts: string[]) => {
    const files = {} as Record<Language, string>
    const needed = chunksOf(chunks, sources)
    for (const language of languages) {
      const { head: own, body } = await built.render(shows, language, built.texts)
      if (body.includes('<!--$!-->')) throw new Error(`${shows} cannot be rendered at build: ${body.slice(0, 400)}`)
      const head = [
        boot(needed, [...firstNamespaces, 'routes', 'ui', ...texts]),
        ...fontLinks(built.fonts, language),
        `<link rel="stylesheet" href="/${cssName}">`,
        ...styleLinks(needed),
        shows === screens.authCheck.path ? '<title>توقيع</title>' : own, // it stands at other addresses, too
      ].join('')
      const html = bare
        .replace('<html lang="ar" dir="rtl"', `<html lang="${language}" dir="${directions[language]}"`)
        .replace('<!--head-->', head)
        .replace('<div id="root"', `<div id="root" data-shows="${shows}"`)
        .replace('<!--body-->', () => body)
      files[language] = await write(`shells/${language}/${name}.html`, html)
    }
    return files
  }
  const manifest: ServerManifest = {
    pages,
    notFound: await page('/page-that-does-not-exist', '404', [...frames.site, 'NotFoundPage.tsx']),
    shells: {
      login: await shell('login', screens.login.path, [...frames.plain, 'sessions/LoginPage.tsx'], ['login', 'sessions']),
      createAccount: await shell(
        'createAccount',
        screens.createAccount.path,
        [...frames.plain, 'enrolment/CreateAccountPage.tsx'],
        ['enrolment', 'login', 'sessions'],
      ),
      app: await shell(
        'app',
        screens.authCheck.path,
        [...frames.app, 'sessions/requireSession.ts', 'sessions/restoreSession.ts'],
        ['notifications'],
      ),
      other: await shell('other', screens.authCheck.path, frames.plain, ['login']),
    },
    addresses: [...new Set(built.addresses())].sort(),
    csp: { styleHashes: [sha256(css), sha256(await styleOfReactAria())] },
    immutable: ['assets', 'fonts'],
    textsVersion: built.textsVersion,
  }
  await writeFile(join(outDir, 'server.json'), JSON.stringify(manifest, null, 2))
  await Promise.all(['index.html', 'print.css', ...(entry.css ?? [])].map((file) => rm(join(outDir, file))))
}

/** The faces that the page's own script needs are asked for before the style sheet is read. */
const fontLinks = (fonts: FontFile[], language: Language) =>
  fonts
    .filter(({ script }) => script === (language === 'ar' ? 'arabic' : 'latin'))
    .map(({ fileName }) => `<link rel="preload" href="/fonts/${fileName}" as="font" type="font/woff2" crossorigin>`)

const locales = { ar: 'ar_SA', en: 'en_US' } as const

/** Which address the page has in each language, and how it is shown where a link to it is shared. The server puts its own address in. */
function addresses(path: string, language: Language, head: string): string[] {
  const at = { ar: `{{PUBLIC_URL}}${path}`, en: `{{PUBLIC_URL}}${path}?lng=en` }
  const title = /<title>([^<]*)</.exec(head)?.[1]
  const description = /name="description" content="([^"]*)"/.exec(head)?.[1]
  if (!title || !description) throw new Error(`${path} has no title or no description`)
  const properties = {
    type: 'website',
    url: at[language],
    title,
    description,
    locale: locales[language],
    'locale:alternate': locales[language === 'ar' ? 'en' : 'ar'],
    image: `{{PUBLIC_URL}}/share-${language}.png`,
  }
  return [
    `<link rel="canonical" href="${at[language]}">`,
    ...[...languages, 'x-default' as const].map(
      (one) => `<link rel="alternate" hreflang="${one}" href="${at[one === 'x-default' ? 'ar' : one]}">`,
    ),
    ...Object.entries(properties).map(([name, content]) => `<meta property="og:${name}" content="${content}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** @param sources how the names of their sources end */
const chunksOf = (chunks: Chunks, sources: readonly string[]) =>
  closure(
    chunks,
    Object.values(chunks).filter(({ src }) => sources.some((source) => src?.endsWith(source))),
  )

/** Chunks and everything that they import at once; what is imported stands before what imports it. */
function closure(chunks: Chunks, of: readonly Chunk[]): Chunk[] {
  const needed: Chunk[] = []
  const seen = new Set<Chunk>()
  const need = (chunk: Chunk) => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports ?? []) need(chunks[name]!)
    needed.push(chunk)
  }
  of.forEach(need)
  return needed
}

const styleLinks = (chunks: readonly Chunk[]) =>
  [...new Set(chunks.filter(({ isEntry }) => !isEntry).flatMap(({ css }) => css ?? []))].map(
    (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
  )
