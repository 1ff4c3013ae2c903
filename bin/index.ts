/** `node bin/index.ts`: writes docs/INDEX.md, where every call and every screen is found. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls, type NamedCall } from '#contract/areas.ts'
import type { Access } from '#contract/kit.ts'
import { screens, type Opens } from '#contract/site.ts'
import { routedScreens, type RoutedScreen } from './routedScreens.ts'

const root = new URL('..', import.meta.url).pathname
const notYet = 'not yet'

/** Which files of the server bind each call to a handler, found by the binding itself: `route(readVat, …)`. */
export function handlerFiles(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()) {
    const source = readFileSync(join(root, 'server', file), 'utf8')
    const imported = contractNames(source)
    for (const [, local] of source.matchAll(/\b(?:route|listRoute|exportRoute|octetsRoute)\(\s*(\w+)\s*,/g)) {
      const name = imported.get(local!)
      if (name) found.set(name, [...(found.get(name) ?? []), `server/${file}`])
    }
  }
  return found
}

/** What a file imports from the contract: local name → name there. */
function contractNames(source: string): Map<string, string> {
  const lists = [...source.matchAll(/import \{([^}]*)\} from '#contract\/\w+\.ts'/g)].flatMap(([, names]) => names!.split(','))
  return new Map(
    lists.map((entry) => {
      const [name = '', local = name] = entry.trim().split(/\s+as\s+/)
      return [local, name]
    }),
  )
}

/** The whole of docs/INDEX.md. */
export async function indexText(): Promise<string> {
  const handlers = handlerFiles()
  const calls = [...allCalls].sort((a, b) => compare(a.area, b.area) || compare(a.call.path, b.call.path) || compare(a.name, b.name))
  const routed = [...(await routedScreens())].sort((a, b) => compare(a.path, b.path))
  const done = calls.filter(({ name }) => handlers.has(name)).length
  return [
    '# Index',
    '',
    'Where every call and every screen is. What each call takes and answers is told at `/developers` of a running product. Made by `node bin/index.ts`; a test fails when it is not current.',
    '',
    `## Calls (${done} of ${calls.length} carried out)`,
    '',
    ...table(
      ['call', 'name', 'who may', 'area', 'handler'],
      calls.map((named) => callRow(named, handlers)),
    ),
    '',
    `## Screens (${routed.filter(({ file }) => !isPlaceholder(file)).length} of ${routed.length} made)`,
    '',
    ...table(['address', 'who may', 'area', 'file'], routed.map(screenRow)),
    '',
  ].join('\n')
}

function callRow({ area, name, call }: NamedCall, handlers: Map<string, string[]>): string[] {
  const handler =
    handlers
      .get(name)
      ?.map((file) => link(file))
      .join(', ') ?? notYet
  const who = whoMay(call.access) + (call.stepUp ? ', confirmed again' : '')
  return [`\`${call.method} ${call.path}\``, name, who, link(`contract/${area}.ts`, area), handler]
}

function screenRow({ path, file }: RoutedScreen): string[] {
  // A panel or a tab belongs to the screen that it opens in.
  const screen = screens
    .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  const where = isPlaceholder(file) ? notYet : file.startsWith('→') ? file : link(file)
  return [`\`${path}\``, screen ? whoOpens(screen.opens) : 'anyone', screen?.area ?? 'site', where]
}

const isPlaceholder = (file: string) => file.endsWith('/NotYetPage.tsx')
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const link = (file: string, name = file) => `[${name}](../${file})`
const whoOpens = (opens: Opens) => (typeof opens === 'string' ? opens : opens.join(', '))

function whoMay(access: Access): string {
  if (typeof access === 'string') return access
  return [...(access.org ?? []), ...(access.operator ?? [])].join(', ')
}

const table = (head: string[], rows: string[][]) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)

if (import.meta.main) writeFileSync(join(root, 'docs/INDEX.md'), await indexText())
