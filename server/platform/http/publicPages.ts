/** The prerendered pages: completed with what only the settings know, packed once, and listed for search engines. */
import { appRoot, isInApp, to } from '#contract/publicScreens.ts'
import { allScreens } from '#contract/screens.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays } from '../clock.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { App } from '#server/app.ts'
import type { Language } from '../problems.ts'
import { packed, type Packed } from './packed.ts'

type Settings = Pick<Configuration, 'PUBLIC_URL' | 'CONTACT_MAIL' | 'CONTACT_PHONE'>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!)

/** What a page was asked for with. */
export type Asked = { readonly language: Language; readonly query: Readonly<Record<string, unknown>> }
/** HTML by the name that stands for it in the page of the build; null where there is no such page. */
export type Parts = Readonly<Record<string, string>>
/** By address, what the server itself puts into a page: it depends on what is kept, or on more than a setting. */
export type PageParts = Readonly<Record<string, (app: App, asked: Asked) => Promise<Parts | null> | Parts | null>>

/** So many pages are kept packed; with other parts a page is another. */
const mostKept = 300

/**
 * Reads a page of the build and puts settings in the place of their names, as `{{PUBLIC_URL}}`, and parts in the place of theirs. Each page
 * is packed when it is first asked for, and kept.
 * @param folder of the build
 */
export function pageReader(folder: string, settings: Settings): (file: string, parts?: Parts) => Promise<Packed> {
  const known = new Map<string, Promise<Packed>>()
  const read = async (file: string, parts: Parts): Promise<Packed> => {
    const built = await readFile(join(folder, file), 'utf8')
    const set = (whole: string, name: string) => {
      if (name === 'PUBLIC_URL' || name === 'CONTACT_MAIL' || name === 'CONTACT_PHONE') return escaped(settings[name])
      return parts[name] ?? whole
    }
    return packed(Buffer.from(built.replace(/\{\{([A-Z_]+)\}\}/g, set)))
  }
  return (file, parts = {}) => {
    if (known.size >= mostKept) known.clear()
    return known.getOrInsertComputed([file, ...Object.values(parts)].join('\n'), () => read(file, parts))
  }
}

/** The addresses of a page: Arabic is the page itself, English says so in its query, as the language detector reads it. */
const addressesOf = (publicUrl: string, path: string) => ({
  ar: escaped(`${publicUrl}${path}`),
  en: escaped(`${publicUrl}${path}?lng=en`),
})

/** @param paths of the prerendered pages, each page once */
export function sitemap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const { ar, en } = addressesOf(publicUrl, path)
    const links = [
      ['ar', ar],
      ['en', en],
      ['x-default', ar],
    ].map(([language, address]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`)
    return [ar, en].map((address) => `<url><loc>${address}</loc>${links.join('')}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

/** Search engines are asked to leave everything alone that is no public page. */
export function robots(publicUrl: string, paths: readonly string[]): string {
  const others = allScreens.map(({ path }) => path).filter((path) => !paths.includes(path))
  const closed = new Set(['/api/', ...others.map((path) => (isInApp(`${path}/`) ? `${appRoot}/` : path))])
  return ['User-agent: *', ...[...closed].sort().map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

/** So long what a day's answer says may be relied on; RFC 9116 §2.5.5 wants less than a year. */
const securityDays = 90

/** Whom to tell of a weakness (RFC 9116). */
export function securityText({ PUBLIC_URL, CONTACT_MAIL }: Settings, now: Date): string {
  const expires = addDays(now, securityDays).toISOString().slice(0, 10)
  return [
    `Contact: mailto:${encodeURI(CONTACT_MAIL)}`,
    `Contact: ${PUBLIC_URL}${to('contactUs')}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: ar, en',
    `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
}
