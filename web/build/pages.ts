import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FontFile } from './fonts.ts'

type Language = 'ar' | 'en'
type Texts = Record<string, Record<string, object>>

export type Built = {
  outDir: string
  fonts: FontFile[]
  fontCss: string
  bootScript: string
  texts: Texts
  prerendered: readonly string[]
  addresses: () => string[]
  render: (path: string, language: Language, texts: Texts) => Promise<{ head: string; body: string; status: number }>
}

/** What the server needs to know of the build. Files are relative to the build's folder. */
export type ServerManifest = {
  /** Address → the file in each language. */
  pages: Record<string, Record<Language, string>>
  /** For unknown addresses, sent with status 404. */
  notFound: Record<Language, string>
  /** For every other address that the application knows, those of `addresses`: what the browser will need there is asked for at once. */
  shells: Record<'login' | 'app' | 'other', Record<Language, string>>
  /** The site map, with parameters as `:name`. */
  addresses: string[]
  /** Style sheets that stand inside pages; no script does. */
  csp: { styleHashes: string[] }
  /** Folders whose files carry a hash in their name and never change. */
  immutable: string[]
}

type Chunk = { file: string; isEntry?: boolean; css?: string[]; imports?: string[]; src?: string }

const directions = { ar: 'rtl', en: 'ltr' } as const
const languages = ['ar', 'en'] as const
const firstNamespaces = ['index', 'header', 'footer']

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

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
  const chunks = JSON.parse(await readFile(join(outDir, 'chunks.json'), 'utf8')) as Record<string, Chunk>
  const template = await readFile(join(outDir, 'index.html'), 'utf8')
  const bootName = `assets/boot-${createHash('sha256').update(built.bootScript).digest('base64url').slice(0, 8)}.js`
  await writeFile(join(outDir, bootName), built.bootScript)

  const entry = Object.values(chunks).find((chunk) => chunk.isEntry)!
  const css = built.fontCss + (await Promise.all((entry.css ?? []).map((file) => readFile(join(outDir, file), 'utf8')))).join('')
  const cssName = `assets/base-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`
  await writeFile(join(outDir, cssName), css)

  const write = async (name: string, html: string) => {
    await mkdir(dirname(join(outDir, name)), { recursive: true })
    await writeFile(join(outDir, name), html)
    return name
  }
  const bootTag = `<script src="/${bootName}"></script>`
  const withoutStyles = template.replace(/\s*<link rel="stylesheet"[^>]*>/g, '')

  const page = async (path: string, name: string) => {
    const files = {} as Record<Language, string>
    const [screen, ...texts] = screens[path] ?? ['NotFoundPage']
    for (const language of languages) {
      const { head, body, status } = await built.render(path, language, built.texts)
      if (status !== 200) throw new Error(`${path} was rendered with status ${status}`)
      if (/<[^>]* style=/.test(body)) throw new Error(`${path} has a style attribute, which the content security policy blocks`)
      const html = withoutStyles
        .replace('<html lang="ar" dir="rtl"', `<html lang="${language}" dir="${directions[language]}"`)
        .replace('<!--head-->', () =>
          [
            bootTag,
            ...fontLinks(built.fonts, language),
            `<style>${css}</style>`,
            head,
            ...(name === '404' ? [] : addresses(path, language, head)),
            ...preloads(chunks, ['SiteLayout.tsx', `${screen}.tsx`], [...firstNamespaces, ...texts], language),
          ].join(''),
        )
        .replace('<!--body-->', () => body)
      files[language] = await write(`pages/${language}/${name}.html`, html)
    }
    return files
  }

  const pages: ServerManifest['pages'] = {}
  for (const path of built.prerendered)
    pages[path] = path === '/index' ? pages['/']! : await page(path, path === '/' ? 'home' : path.slice(1))
  const shell = async (name: string, screens: string[], texts: string[]) => {
    const files = {} as Record<Language, string>
    for (const language of languages) {
      const head = [
        bootTag,
        ...fontLinks(built.fonts, language),
        `<link rel="stylesheet" href="/${cssName}">`,
        '<title>توقيع</title>',
        ...preloads(chunks, ['routes.tsx', ...screens], ['header', ...texts], language),
      ].join('')
      const html = withoutStyles
        .replace('<html lang="ar" dir="rtl"', `<html lang="${language}" dir="${directions[language]}"`)
        .replace('<!--head-->', head)
        .replace('<!--body-->', '')
      files[language] = await write(`shells/${language}/${name}.html`, html)
    }
    return files
  }
  const manifest: ServerManifest = {
    pages,
    notFound: await page('/page-that-does-not-exist', '404'),
    shells: {
      login: await shell('login', ['layouts/PlainLayout.tsx', 'sessions/LoginPage.tsx'], ['index', 'footer', 'sessions', 'ui', 'routes']),
      app: await shell('app', ['layouts/AppLayout.tsx'], ['index', 'footer', 'ui', 'routes']),
      other: await shell('other', ['layouts/PlainLayout.tsx'], ['index', 'footer', 'ui', 'routes']),
    },
    addresses: [...new Set(built.addresses())].sort(),
    csp: { styleHashes: [sha256(css), sha256(await styleOfReactAria())] },
    immutable: ['assets', 'fonts'],
  }
  await writeFile(join(outDir, 'server.json'), JSON.stringify(manifest, null, 2))
  await rm(join(outDir, 'index.html'))
  await Promise.all((entry.css ?? []).map((file) => rm(join(outDir, file))))
}

/** The faces that the page's own script needs are asked for before the style sheet is read. */
const fontLinks = (fonts: FontFile[], language: Language) =>
  fonts
    .filter(({ script }) => script === (language === 'ar' ? 'arabic' : 'latin'))
    .map(({ fileName }) => `<link rel="preload" href="/fonts/${fileName}" as="font" type="font/woff2" crossorigin>`)

/** The screen of each public page, and the texts that it brings besides the first ones. */
const screens: Record<string, readonly [screen: string, ...texts: string[]]> = {
  '/': ['HomePage'],
  '/why-esign': ['WhyEsignPage', 'whyEsign'],
  '/features': ['FeaturesPage', 'features'],
  '/use-cases': ['UseCasesPage', 'useCases'],
  '/individual': ['IndividualPage', 'individual'],
  '/organization': ['OrganizationPage', 'organization'],
  '/digital-certificate': ['DigitalCertificatePage', 'digitalCertificate'],
  '/contact-us': ['ContactUsPage', 'contact'],
  '/verify': ['VerifyPage'],
  '/plans-pricing': ['PlansPricingPage'],
}

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

/** A page's own screens and texts, so that nothing is discovered late. @param screens how the names of their sources end */
function preloads(chunks: Record<string, Chunk>, screens: readonly string[], texts: readonly string[], language: Language): string[] {
  const needed = new Set<Chunk>()
  const need = (chunk: Chunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports ?? []) need(chunks[name]!)
  }
  for (const chunk of Object.values(chunks)) if (screens.some((screen) => chunk.src?.endsWith(screen))) need(chunk)
  const beyondEntry = [...needed].filter(({ isEntry }) => !isEntry)
  const styles = new Set(beyondEntry.flatMap(({ css }) => css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...beyondEntry.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...texts.map((name) => `<link rel="preload" href="/locales/${language}/${name}.json" as="fetch" crossorigin>`),
  ]
}
