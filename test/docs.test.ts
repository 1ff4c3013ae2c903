/** What the documents say of the repository: names of packages, files and folders that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { heapFlags } from '#server/heap.ts'
import { root, sources } from './sources.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const decisions = readdirSync(join(root, 'docs/decisions')).sort()
const dependencies = 'docs/decisions/0020-dependencies.md'
const generated = ['docs/INDEX.md', 'docs/CONFIGURATION.md']
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...decisions.map((name) => `docs/decisions/${name}`),
].filter((path) => !generated.includes(path))

const inBackticks = (text: string) => [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!)
const withoutBlocks = (text: string) => text.replace(/^```[^]*?^```$/gm, '')

/** Decision pages carry a number of their own, without gaps; none is dropped, and a new one supersedes an old one. */
test('decisions are numbered without gaps', () => {
  expect(decisions.length).toBeGreaterThan(0)
  expect(decisions.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]))).toEqual(decisions.map((_, i) => i + 1))
})

test('the table of dependencies names every package of package.json, and no other', () => {
  const {
    dependencies: run,
    optionalDependencies: optional,
    devDependencies: develop,
  } = JSON.parse(read('package.json')) as Record<string, object>
  const named = read(dependencies)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => inBackticks(line.split('|')[1]!))
  expect(named.toSorted()).toEqual([run, optional, develop].flatMap((part) => Object.keys(part!)).sort())
})

/** A file or folder of ours, as opposed to an address, a package or a piece of code. */
const isPath = (text: string) =>
  /^(contract|pki|server|web|simulators|test|bench|bin|docs|\.ci)\/[\w./-]*$/.test(text) || /^([A-Z]+\.md|package\.json)$/.test(text)

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/OPERATIONS.md', 'docs/DEPLOY.md'])(
  'every path that %s mentions exists',
  (document) => {
    const paths = inBackticks(read(document)).filter(isPath)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)

test('who starts the server by hand is told the arguments that npm start gives', () => {
  expect(read('docs/DEPLOY.md')).toContain(`node ${heapFlags.join(' ')} server/main.ts`)
})

test('the architecture is told within 2,400 words', () => {
  // The lines between a table's rows and the frames of a drawing are no words.
  const words = read('ARCHITECTURE.md')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word))
  expect(words.length).toBeLessThanOrEqual(2_400)
})

test('the architecture names every table of the database, and no other', () => {
  const [, data] = /^## Data\n(.*?)^Public ids/ms.exec(read('ARCHITECTURE.md'))!
  const [, tables] = /^export interface DB \{\n(.*?)^\}/ms.exec(read('server/platform/db/schema.ts'))!
  const there = [...tables!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!).filter((name) => name !== 'schema_migration')
  const named = inBackticks(data!).filter((text) => /^[a-z_]+$/.test(text))
  expect(there.length).toBeGreaterThan(50)
  expect(named.toSorted()).toEqual(there.toSorted())
})

test('no file carries the marks of a merge that was left half done', () => {
  // Also as a formatter leaves them.
  const marked = sources().filter(({ text }) => /^(<{7} |={7}$|>{7} |(> ){6}> )/m.test(text))
  expect(marked.map(({ path }) => path)).toEqual([])
})

test('a path in the text is told from other words', () => {
  const told = [
    'server/ca/issue.ts',
    'server/features/',
    'package.json',
    'npm run dev',
    '/app/my',
    '#pki/der/write.ts',
    'pki',
    '@libpdf/core',
    'web/features/<area>/',
  ]
  expect(told.filter(isPath)).toEqual(['server/ca/issue.ts', 'server/features/', 'package.json'])
})

test.each(documents)('links of %s lead to something', (document) => {
  const links = [...withoutBlocks(read(document)).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!)
  const broken = links.filter((link) => !/^(https?|mailto):/.test(link) && !existsSync(join(root, dirname(document), link)))
  expect(broken).toEqual([])
})

test('every setting that the documents name is one', () => {
  const settings = new Set([...read('docs/CONFIGURATION.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name!))
  const prefix =
    /^(ALLOW|DATABASE|MASTER_KEY|NAFATH|MOYASAR|PAYTABS|SMTP|SMS|SELLER|HUMAN_CHECK|TRUSTED|PUBLIC|SIMULATORS|MAIL|DATA)_[A-Z_]+$/
  const named = documents.flatMap((document) =>
    inBackticks(read(document)).flatMap((text) => (prefix.test(text.split('=')[0]!) ? [text.split('=')[0]!] : [])),
  )
  expect(named.length).toBeGreaterThan(0)
  expect([...new Set(named)].filter((name) => !settings.has(name))).toEqual([])
})

/** Texts of agreements keep the words that people accepted. */
test('one thing has one word for people: what the glossary says is not said stands nowhere', () => {
  const table = /## What people read\n([^]*?)\n## /.exec(read('docs/GLOSSARY.md'))![1]!
  const rows = table.split('\n').filter((line) => line.startsWith('|') && !/^\| (English|-)/.test(line))
  const unsaid = rows.flatMap((row) => row.split('|')[3]!.split('،')).map((word) => word.trim())
  expect(unsaid.length).toBeGreaterThan(10)
  const spoken = [
    ...readdirSync(join(root, 'web/locales/ar')).map((name) => `web/locales/ar/${name}`),
    ...['contract', 'server'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => `${folder}/${name}`),
    ),
  ]
  const said = spoken.flatMap((path) => {
    const text = read(path)
    return unsaid
      .filter((word) => new RegExp(`(?<!\\p{L})(?:و|ب|ل|ال|وال|بال|لل)?${word}(?!\\p{L})`, 'u').test(text))
      .map((word) => `${path}: ${word}`)
  })
  expect(said).toEqual([])
})
