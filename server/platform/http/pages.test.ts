/** The built web, as a browser gets it. A build of two pages stands in: what is served is the server's matter, not the build's. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from './server.ts'
import { servePages } from './pages.ts'
import type { PageParts } from './publicPages.ts'
import { createLogger } from '../log.ts'
import { readConfiguration } from '../configuration/configuration.ts'
import { nothingFromElsewhere } from '#server/adapters/human-check/human-check.ts'
import type { App } from '#server/app.ts'
import { raw } from '#test/rawHttp.ts'

let folder: string
let url: string
let server: Awaited<ReturnType<typeof createServer>>
const parts: PageParts = {
  '/why-esign': (_app, { language, query }) =>
    query.version === '9' ? null : { PART: `<p>${language} ${String(query.version ?? 'newest')}</p>` },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tawqi-web-'))
  const put = (path: string, content: string) => {
    mkdirSync(join(folder, 'web', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'web', path), content)
    writeFileSync(join(folder, 'web', `${path}.gz`), gzipSync(content))
  }
  for (const language of ['ar', 'en']) {
    put(`pages/${language}/home.html`, `<html lang="${language}">home</html>`)
    put(
      `pages/${language}/about.html`,
      `<html lang="${language}"><link rel="canonical" href="{{PUBLIC_URL}}/about"><a href="mailto:{{CONTACT_MAIL}}">{{CONTACT_PHONE}} {{MASTER_KEY_FILE}}</a>{{PART}}</html>`,
    )
    for (const shell of ['login', 'createAccount', 'app', 'other'])
      put(`shells/${language}/${shell}.html`, `<html lang="${language}">${shell} shell</html>`)
    put(`pages/${language}/404.html`, `<html lang="${language}">none</html>`)
  }
  put('assets/main-abc.js', 'export const a = 1')
  put('assets/main-abc.css', 'a{}')
  put('fonts/plex.woff2', 'font')
  put('locales/ar/index.json', '{}')
  put('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  put('chunks.json', '{}')
  writeFileSync(join(folder, 'secret.txt'), 'outside')
  const manifest = {
    pages: {
      '/': { ar: 'pages/ar/home.html', en: 'pages/en/home.html' },
      '/index': { ar: 'pages/ar/home.html', en: 'pages/en/home.html' },
      '/why-esign': { ar: 'pages/ar/about.html', en: 'pages/en/about.html' },
    },
    notFound: { ar: 'pages/ar/404.html', en: 'pages/en/404.html' },
    shells: Object.fromEntries(
      ['login', 'createAccount', 'app', 'other'].map((shell) => [shell, { ar: `shells/ar/${shell}.html`, en: `shells/en/${shell}.html` }]),
    ),
    csp: { styleHashes: ["'sha256-abc='"] },
    immutable: ['assets', 'fonts'],
    textsVersion: 'abc',
  }
  put('server.json', JSON.stringify(manifest))
  const configuration = readConfiguration({ DATA_DIR: folder, PUBLIC_URL: 'https://tawqi.example', CONTACT_MAIL: "care&'co@tawqi.example" })
  const app = {
    configuration,
    log: createLogger('silent'),
    clock: { now: () => new Date() },
    humanCheck: { page: nothingFromElsewhere },
    leaving: { isLeaving: false },
  }
  server = await createServer(app as unknown as App, [])
  await servePages(server, app as unknown as App, parts, join(folder, 'web'))
  await server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers: { accept: 'text/html', 'accept-encoding': 'identity', ...headers } })
describe('the language of a page', () => {
  test.each<[string, string, Record<string, string>, 'ar' | 'en']>([
    ['nothing said', '/', {}, 'ar'],
    ['the browser’s own wish alone', '/', { 'accept-language': 'en-US' }, 'ar'],
    ['the address', '/?lng=en', {}, 'en'],
    ['the address in full', '/?lng=en-US', {}, 'en'],
    ['the cookie', '/', { cookie: 'a=b; i18next=en' }, 'en'],
    ['the cookie in full', '/', { cookie: 'i18next=en-US; a=b' }, 'en'],
    ['another cookie', '/', { cookie: 'xi18next=en' }, 'ar'],
    ['the address before the cookie', '/?lng=ar', { cookie: 'i18next=en' }, 'ar'],
    ['a language we do not speak', '/?lng=fr', {}, 'ar'],
    ['twice', '/?lng=en&lng=ar', {}, 'en'],
    ['a page that is none', '/nothing?lng=en', {}, 'en'],
  ])('%s', async (_name, path, headers, language) => {
    const answer = await get(path, headers)
    expect(await answer.text()).toContain(`lang="${language}"`)
    expect(answer.headers.get('vary')).toMatch(/cookie/)
  })
})

test.each([
  ['/app/login', 'login'],
  ['/app/login?from=/app/my', 'login'],
  ['/app/my/devices', 'app'],
  ['/auth-check', 'other'],
])('%s gets the shell that asks for what is needed there', async (path, shell) => {
  expect(await (await get(path)).text()).toBe(`<html lang="ar">${shell} shell</html>`)
  expect(await (await get(path, { cookie: 'i18next=en' })).text()).toBe(`<html lang="en">${shell} shell</html>`)
})

describe('what is kept for how long, and as what', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/app/login', 'text/html; charset=utf-8', 'no-cache'],
    ['/app/my/esign/transactions', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/main-abc.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/main-abc.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/fonts/plex.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/locales/ar/index.json', 'application/json; charset=utf-8', 'no-cache'],
    ['/locales/ar/index.json?v=abc', 'application/json; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/locales/ar/index.json?v=older', 'application/json; charset=utf-8', 'no-cache'],
    ['/locales/ar/index.json?v=abc&v=abc', 'application/json; charset=utf-8', 'no-cache'],
    ['/icon.svg?v=abc', 'image/svg+xml', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'no-cache'],
  ])('%s', async (path, type, cache) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, type, cache])
    expect(answer.headers.get('etag')).toBeTruthy()
    const again = await raw(url, `GET ${path} HTTP/1.1`, [`If-None-Match: ${answer.headers.get('etag')}`, 'Accept-Encoding: identity'])
    expect([again.status, again.text]).toEqual([304, ''])
    const packed = await get(path, { 'accept-encoding': 'gzip' })
    expect([packed.headers.get('content-encoding'), packed.headers.get('content-type')]).toEqual(['gzip', type])
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await packed.text()).toBe(await answer.text())
  })

  test.each([
    ['gzip;q=0', null],
    ['br, gzip', 'gzip'], // there is no .br file
    ['deflate', null],
  ])('a file is packed as the reader can take it and it lies there: %s', async (accepted, encoding) => {
    const path = '/assets/main-abc.js'
    const [answer, head] = await Promise.all(['GET', 'HEAD'].map((method) => get(path, { 'accept-encoding': accepted }, method)))
    expect([answer!.status, answer!.headers.get('content-encoding'), await answer!.text()]).toEqual([200, encoding, 'export const a = 1'])
    expect([head!.status, head!.headers.get('content-encoding'), await head!.text()]).toEqual([200, encoding, ''])
    expect(head!.headers.get('content-length')).toBe(answer!.headers.get('content-length'))
    expect(head!.headers.get('etag')).toBe(answer!.headers.get('etag'))
    expect(answer!.headers.get('vary')).toMatch(/accept-encoding/i)
  })

  test('pages name the styles they carry, and are locked down like every answer', async () => {
    const { headers } = await get('/')
    expect(headers.get('content-security-policy')).toContain("style-src 'self' 'sha256-abc='")
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('the language that an address asks for', () => {
  test.each<[string, string | null]>([
    ['/?lng=en', 'i18next=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
    ['/?lng=ar-SA', 'i18next=ar; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
    ['/nothing?lng=en', 'i18next=en; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
    ['/?lng=en;Domain=evil', null],
    ['/?lng=english', null],
    ['/', null],
  ])('%s is kept for the next page, where no script can', async (path, cookie) => {
    expect((await get(path)).headers.get('set-cookie')).toBe(cookie)
  })
})

test('whoever finds a weakness reads whom to tell, and until when that holds (RFC 9116)', async () => {
  const answer = await fetch(`${url}/.well-known/security.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/s).slice(0, 2))
  expect(fields.filter(([name]) => name !== 'Expires')).toEqual([
    ['Contact', "mailto:care&'co@tawqi.example"],
    ['Contact', 'https://tawqi.example/contact-us'],
    ['Preferred-Languages', 'ar, en'],
    ['Canonical', 'https://tawqi.example/.well-known/security.txt'],
  ])
  const [, expires] = fields.find(([name]) => name === 'Expires')!
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
  const days = (new Date(expires!).getTime() - Date.now()) / 86_400_000
  expect([days > 30, days < 365]).toEqual([true, true])
})

describe('what search engines read', () => {
  test('a page names its own address and whom to ask, from the settings and nothing else of them', async () => {
    const page = await (await get('/why-esign')).text()
    expect(page).toContain('href="https://tawqi.example/about"')
    expect(page).toContain("mailto:care&amp;'co@tawqi.example")
    expect(page).toContain('+966110000000 {{MASTER_KEY_FILE}}')
  })

  test.each([
    ['/why-esign', 200, '<p>ar newest</p>'],
    ['/why-esign?lng=en&version=2', 200, '<p>en 2</p>'],
    ['/why-esign?version=9', 404, 'none'],
  ])('have what the server puts into them for what was asked: %s', async (path, status, text) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
  })

  test('the site map lists every public page once, in both languages', async () => {
    const answer = await fetch(`${url}/sitemap.xml`)
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const places = [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place)
    expect(places).toEqual([
      'https://tawqi.example/',
      'https://tawqi.example/?lng=en',
      'https://tawqi.example/why-esign',
      'https://tawqi.example/why-esign?lng=en',
    ])
  })

  test('every language of a page names all of them', async () => {
    const entry = (await (await fetch(`${url}/sitemap.xml`)).text()).split('\n').at(-3)!
    expect([...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, language, address]) => [language, address])).toEqual([
      ['ar', 'https://tawqi.example/why-esign'],
      ['en', 'https://tawqi.example/why-esign?lng=en'],
      ['x-default', 'https://tawqi.example/why-esign'],
    ])
  })

  test('robots are sent to the site map and kept out of what is no public page', async () => {
    const answer = await fetch(`${url}/robots.txt`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = (await answer.text()).split('\n')
    expect(lines).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Disallow: /app/', 'Disallow: /auth-check']))
    expect(lines).toContain('Sitemap: https://tawqi.example/sitemap.xml')
    expect(lines.filter((line) => /^Disallow: \/(index|why-esign)?$/.test(line))).toEqual([])
  })
})

describe('a part, and what is known already', () => {
  const script = '/assets/main-abc.js'
  test.each([
    [script, 'Range: bytes=0-3', 206, { 'content-range': 'bytes 0-3/18', 'content-length': '4' }],
    [script, 'Range: bytes=-3', 206, { 'content-range': 'bytes 15-17/18' }],
    [script, 'Range: bytes=0-3\r\nIf-Range: "other"', 200, { 'content-length': '18' }],
    [script, 'Range: bytes=0-1,3-4', 200, { 'content-length': '18' }],
    [script, 'Range: lines=1-2', 200, {}],
    [script, 'Range: bytes=99-', 416, { 'content-range': 'bytes */18', 'content-type': 'application/problem+json; charset=utf-8' }],
    [script, 'If-Match: "other"', 412, { 'content-type': 'application/problem+json; charset=utf-8' }],
    [script, 'If-None-Match: *', 304, {}],
    [script, 'If-None-Match: "other"', 200, {}],
    // A prerendered page is sent whole, as RFC 9110 §14.2 allows.
    ['/', 'Range: bytes=0-3', 200, {}],
    ['/', 'If-None-Match: *', 304, {}],
    ['/', 'If-None-Match: "other"', 200, {}],
  ])('%s with %s is %i', async (path, header, status, fields) => {
    const answer = await raw(url, `GET ${path} HTTP/1.1`, ['Accept: text/html', header])
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(fields)
  })
})

test.each(['/app/my/paymentStatus?payment=abc', '/paymentstatus-prelogin?payment=abc'])(
  'a payment gateway sends the browser to %s by POST, and it reads the page',
  async (path) => {
    const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 12']
    const answer = await raw(url, `POST ${path} HTTP/1.1`, form, 'respStatus=A')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  },
)

describe('what is not a page', () => {
  test.each(['/nothing', '/assets/nothing.js', '/application', '/index.html'])(
    '%s answers 404, as a page to who wants one',
    async (path) => {
      const page = await get(path)
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.headers.get('cache-control')).toBe('no-cache')
      const other = await get(path, { accept: '*/*' })
      expect([other.status, other.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
    },
  )
  test('an address of the API is never a page', async () => {
    expect((await get('/api/v1/nothing')).headers.get('content-type')).toContain('problem+json')
  })
  const read = [
    '/',
    '/why-esign',
    '/app/login',
    '/app/my/devices',
    '/icon.svg',
    '/assets/main-abc.js',
    '/sitemap.xml',
    '/robots.txt',
    '/.well-known/security.txt',
  ]
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'])(
    '%s to a page or a file says that it is read',
    async (method) => {
      for (const path of read) {
        const answer = await raw(url, `${method} ${path}?lng=en HTTP/1.1`)
        expect([path, answer.status, answer.headers.get('allow'), answer.body.detail]).toEqual([path, 405, 'GET, HEAD', 'METHOD'])
      }
      for (const path of ['/nothing', '/server.json', '/shells/ar/app.html'])
        expect([path, (await raw(url, `${method} ${path} HTTP/1.1`)).status]).toEqual([path, method === 'QUERY' ? 400 : 404]) // one without content
    },
  )
})

describe('files of the build that are the server’s own, and everything outside it', () => {
  const own = [
    '/server.json',
    '/server.json.gz',
    '/chunks.json',
    '/shells/ar/app.html',
    '/shells/en/login.html.gz',
    '/shells/',
    '/pages/ar/home.html',
    '/pages/',
    '/pages/ar/home.html.gz',
    '/SERVER.JSON',
  ]
  const spellings = [
    '/%73erver.json',
    '//server.json',
    '/./server.json',
    '/assets/../server.json',
    '/assets/%2e%2e/server.json',
    '/assets/..%2fserver.json',
    '/assets\\..\\server.json',
    '/%2e/server.json',
    '/pages%2far%2fhome.html',
    '//pages/ar/home.html',
    '/server%2ejson',
    '/server.json%00',
    '/server.json/',
  ]
  const outside = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/%5c..%5csecret.txt',
    '/....//secret.txt',
    '/%252e%252e/secret.txt',
    '//etc/passwd',
    '/%2fetc/passwd',
    'file:///etc/passwd',
  ]
  test.each([...own, ...spellings, ...outside])('%s is not served', async (path) => {
    const answer = await raw(url, `GET ${path} HTTP/1.1`, ['Accept: text/html'])
    expect([400, 404]).toContain(answer.status)
    expect(answer.text).not.toMatch(/styleHashes|outside|root:|shell<|>home</)
  })
})
