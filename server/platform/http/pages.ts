import { appRoot, isInApp, to } from '#contract/publicScreens.ts'
import { allScreens } from '#contract/screens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paymentReturns } from '#contract/payments.ts'
import type { App } from '#server/app.ts'
import { Problem, type Language } from '../problems.ts'
import { filesOf } from './files.ts'
import { contentSecurityPolicy } from './headers.ts'
import { sendPacked } from './packed.ts'
import { type PageParts, pageReader, robots, securityText, sitemap } from './publicPages.ts'

/** What the web build tells of itself (`server.json`). Files are relative to the build's folder. */
type Manifest = {
  pages: Record<string, Record<Language, string>>
  notFound: Record<Language, string>
  shells: Record<'login' | 'createAccount' | 'app' | 'other', Record<Language, string>>
  csp: { styleHashes: string[] }
  immutable: string[]
  textsVersion: string
}

export const webFolder = fileURLToPath(new URL('../../../dist/web/', import.meta.url))
const securityFile = '/.well-known/security.txt'
const lists = ['/sitemap.xml', '/robots.txt'] as const
const yearSeconds = 31_536_000

/** Screens outside the site whose words are sent before their scripts. */
const own = ['login', 'createAccount'] as const

/** Serves the web application: prerendered public pages, the shell for every other known address, and the files of the build. */
export async function servePages(server: FastifyInstance, app: App, pageParts: PageParts, folder = webFolder): Promise<void> {
  const { clock, configuration, humanCheck } = app
  const sayNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    server.errorHandler.call(server, new Problem('NOT_FOUND') as never, request, reply)
  server.get(securityFile, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
      .send(securityText(configuration, clock.now())),
  )
  // An API alone: the tests of calls need no build.
  if (!existsSync(join(folder, 'server.json'))) {
    server.setNotFoundHandler(sayNotFound)
    return
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as Manifest
  const { pages } = manifest
  const isPrivate = (path: string) => /^\/(pages\/|shells\/|server\.json|chunks\.json)/i.test(path)
  const { addresses, sendFile } = filesOf(folder)
  const files = new Set([...addresses].filter((path) => !isPrivate(path)))
  server.get('/*', (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`
    if (!files.has(path)) return reply.callNotFound()
    const { v } = request.query as { v?: unknown }
    const lasts =
      manifest.immutable.some((name) => path.startsWith(`/${name}/`)) || (path.startsWith('/locales/') && v === manifest.textsVersion)
    return sendFile(request, reply.header('cache-control', lasts ? `public, max-age=${yearSeconds}, immutable` : 'no-cache'), path)
  })
  const policy = contentSecurityPolicy(humanCheck.page, manifest.csp.styleHashes)
  const sendShell = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const shell = manifest.shells[own.find((name) => to(name) === path) ?? (isInApp(path) ? 'app' : 'other')]
    const headers = { 'content-security-policy': policy, 'cache-control': 'no-cache', vary: 'cookie' }
    return sendFile(request, reply.headers(headers), `/${shell[pageLanguage(request).language]}`)
  }
  const read = pageReader(folder, configuration)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string, files: Record<Language, string>) => {
    const { language, isAsked } = pageLanguage(request)
    const parts = await pageParts[path]?.(app, { language, query: request.query as Record<string, unknown> })
    if (parts === null) return reply.callNotFound()
    // Where no script runs, the next page must know it too.
    if (isAsked) reply.header('set-cookie', languageCookie(language, configuration.PUBLIC_URL))
    const headers = {
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'cookie',
    }
    return sendPacked(request, reply.headers(headers), await read(files[language], parts))
  }
  for (const [path, files] of Object.entries(pages)) server.get(path, (request, reply) => sendPage(request, reply, path, files))
  const known = new Set(allScreens.map(({ path }) => path as string).filter((path) => !(path in pages)))
  for (const path of known) server.get(path, sendShell)
  server.get(`${appRoot}/*`, sendShell)
  listPages(server, configuration.PUBLIC_URL, pages)
  // PayTabs sends the browser back by POST; what it carries proves nothing, and the page is read.
  for (const path of paymentReturns) server.post(path, (request, reply) => reply.redirect(request.url, 303))
  refuseOtherMethods(server, new Set([...files, ...lists, securityFile, ...Object.keys(pages), ...known]))
  server.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')
    return wantsPage ? sendPage(request, reply.status(404), '', manifest.notFound) : sayNotFound(request, reply)
  })
}

/** Pages and files are read, and nothing else (RFC 9110 §15.5.6). */
function refuseOtherMethods(server: FastifyInstance, known: ReadonlySet<string>): void {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    const path = url.split('?')[0]!
    if (method === 'GET' || method === 'HEAD' || !(known.has(path) || isInApp(path))) return
    if (method === 'POST' && (paymentReturns as readonly string[]).includes(path)) return
    reply.header('allow', 'GET, HEAD')
    throw new Problem('METHOD')
  })
}

/** For search engines: which pages there are, and what to leave alone. */
function listPages(server: FastifyInstance, publicUrl: string, pages: Manifest['pages']): void {
  // Two addresses of one file are one page, under the first.
  const paths = [
    ...new Map(
      Object.entries(pages)
        .toReversed()
        .map(([path, { ar }]) => [ar, path]),
    ).values(),
  ].toReversed()
  const texts = [
    [lists[0], 'application/xml; charset=utf-8', sitemap(publicUrl, paths)],
    [lists[1], 'text/plain; charset=utf-8', robots(publicUrl, Object.keys(pages))],
  ] as const
  for (const [path, type, text] of texts)
    server.get(path, (_request, reply) => reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(text))
}

/** Arabic, unless the person chose English before: by the address or by the cookie. */
function pageLanguage(request: FastifyRequest): { language: Language; isAsked: boolean } {
  const { lng } = request.query as { lng?: string | string[] }
  const asked = /^(ar|en)(?:-|$)/.exec([lng].flat()[0] ?? '')?.[1]
  const kept = /(?:^|;\s*)i18next=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  return { language: (asked ?? kept)?.startsWith('en') ? 'en' : 'ar', isAsked: asked !== undefined }
}

const languageCookie = (language: Language, publicUrl: string) =>
  `i18next=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`
