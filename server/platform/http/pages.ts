import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { screens } from '#contract/site.ts'
import { Problem, type Language } from '../problems.ts'
import { contentSecurityPolicy } from './headers.ts'

/** What the web build tells of itself (`server.json`). Files are relative to the build's folder. */
type Manifest = {
  pages: Record<string, Record<Language, string>>
  notFound: Record<Language, string>
  shell: string
  csp: { styleHashes: string[] }
  immutable: string[]
}

export const webFolder = fileURLToPath(new URL('../../../dist/web/', import.meta.url))
const yearSeconds = 31_536_000

/** Serves the web application: prerendered public pages, the shell for every other known address, and the files of the build. */
export async function servePages(server: FastifyInstance, folder = webFolder): Promise<void> {
  const sayNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    server.errorHandler.call(server, new Problem('NOT_FOUND') as never, request, reply)
  // An API alone: the tests of calls need no build.
  if (!existsSync(join(folder, 'server.json'))) {
    server.setNotFoundHandler(sayNotFound)
    return
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as Manifest
  const isPrivate = (path: string) => /^\/(pages\/|shell\.html|server\.json|chunks\.json)/i.test(path)
  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    allowedPath: (path) => !isPrivate(path),
    setHeaders: (reply, path) => {
      const lasts = manifest.immutable.some((name) => path.startsWith(join(folder, name)))
      reply.header('cache-control', lasts ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    },
  })
  const send = (reply: FastifyReply, file: string, status = 200) => {
    reply.status(status).header('content-security-policy', contentSecurityPolicy(manifest.csp.styleHashes)).header('vary', 'cookie')
    return reply.sendFile(file)
  }
  for (const [path, files] of Object.entries(manifest.pages))
    server.get(path, (request, reply) => send(reply, files[pageLanguage(request)]))
  const known = new Set(screens.map(({ path }) => path as string).filter((path) => !(path in manifest.pages)))
  for (const path of known) server.get(path, (_request, reply) => send(reply, manifest.shell))
  server.get('/app/*', (_request, reply) => send(reply, manifest.shell))
  server.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')
    return wantsPage ? send(reply, manifest.notFound[pageLanguage(request)], 404) : sayNotFound(request, reply)
  })
}

/** Arabic, unless the person chose English before: by the address or by the cookie. */
function pageLanguage(request: FastifyRequest): Language {
  const { lng } = request.query as { lng?: string | string[] }
  const chosen = [lng].flat()[0] ?? /(?:^|;\s*)i18next=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  return chosen?.startsWith('en') ? 'en' : 'ar'
}
