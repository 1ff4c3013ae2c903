/** Reads the site map, web/siteRoutes.tsx and web/routes.tsx, without loading a single screen. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { screens } from '#contract/screens.ts'

/** @property file the screen's file from the root, or `→` where the address leads on to another */
export type RoutedScreen = { path: string; file: string }

type RouteNode = { path?: string; index?: boolean; children?: RouteNode[]; loader?: unknown; lazy?: () => Promise<{ Component: string }> }

/** Every address of the router that shows something or leads on; frames are left out. */
export async function routedScreens(): Promise<RoutedScreen[]> {
  const sources = ['siteRoutes', 'routes'].map((name) => readFileSync(new URL(`../web/${name}.tsx`, import.meta.url), 'utf8'))
  return walk(evaluate(stripTypeScriptTypes(sources.join('\n'))), '')
}

/** Runs the site map with every import replaced: what is loaded becomes its file's name, what is imported a mark. */
function evaluate(source: string): RouteNode[] {
  const importLine = /^import\s+(?:([\w$]+)|\{([^}]*)\})\s+from\s+'[^']*'$/gm
  const imported = [...source.matchAll(importLine)].flatMap(([, single, several]) =>
    single
      ? [single]
      : several!.split(',').flatMap(
          (name) =>
            name
              .trim()
              .split(/\s+as\s+/)
              .at(-1) || [],
        ),
  )
  const body = source
    .replace(importLine, '')
    .replaceAll(/\bimport\(/g, 'load(')
    .replaceAll(/^export /gm, '')
  const load = async (file: string) => ({ default: file.replace(/^\.\//, 'web/') })
  // What the router imports is not run: whatever is called on it answers with nothing.
  const idle: object = new Proxy(() => undefined, { get: (_target, name) => (name === 'then' ? undefined : idle), apply: () => undefined })
  const names = Object.fromEntries(imported.filter((name) => !new RegExp(`^const ${name}\\b`, 'm').test(body)).map((name) => [name, idle]))
  return runInNewContext(`${body}\nroutes`, { load, ...names, screens, publicScreens: screens }) as RouteNode[]
}

async function walk(nodes: readonly RouteNode[], base: string): Promise<RoutedScreen[]> {
  const found: RoutedScreen[] = []
  for (const node of nodes) {
    const path = node.path ?? base
    const file = await fileOf(node)
    const isFrame = file?.startsWith('web/layouts/')
    const isUnknown = path.endsWith('*')
    if (file && !isFrame && !isUnknown) found.push({ path: path || '/', file })
    found.push(...(await walk(node.children ?? [], path)))
  }
  return found
}

async function fileOf(node: RouteNode): Promise<string | undefined> {
  const shown = node.lazy && (await node.lazy()).Component
  return shown ?? (node.index ? '→ its first part' : undefined)
}
