/** `node bin/index.ts`: writes docs/INDEX.md, where every call and every screen is found. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls, type NamedCall } from '#contract/areas.ts'
import type { Access } from '#contract/kit.ts'
import type { Opens } from '#contract/publicScreens.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { routedScreens, type RoutedScreen } from './routedScreens.ts'

const root = new URL('..', import.meta.url).pathname
const notYet = 'not yet'

/** Which files of the server bind each call to a handler, found by the binding itself: `readVat = route(calls.readVat, …)`. */
export function handlerFiles(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { call, file } of bindings()) found.set(call, [...(found.get(call) ?? []), file])
  return found
}

/** Every handler of the server: the call that it is bound to, and the name that it is exported by. */
export function bindings(): { call: string; handler: string | undefined; file: string }[] {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, 'server', file), 'utf8')
      const bound = source.matchAll(/(?:export const (\w+) = )?\b(?:route|listRoute|exportRoute|octetsRoute)\(\s*\w*[cC]alls\.(\w+)\s*,/g)
      return [...bound].map(([, handler, call]) => ({ call: call!, handler, file: `server/${file}` }))
    })
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
    ...table(['address', 'name', 'who may', 'area', 'file'], routed.map(screenRow)),
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
  const [name, { opens, area }] = Object.entries<Screen>(screens).find(([, screen]) => screen.path === path)!
  const where = isPlaceholder(file) ? notYet : file.startsWith('→') ? file : link(file)
  return [`\`${path}\``, name, whoOpens(opens), area, where]
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
