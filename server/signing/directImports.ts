/**
 * Loaded into the processes that read strangers' files before anything else (`--import`): what one of our sources imports of another is where its
 * name says, by `imports` of `package.json`. Node looks into folders and reads `package.json` for each of them, a fifth of what such a process costs.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url)
const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { imports: Record<string, string> }
/** `#pki/` and where that is. */
const places = Object.entries(imports).map(([name, place]) => [name.slice(0, -1), new URL(place.slice(0, -1), root).href] as const)

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.endsWith('.ts') ? urlOf(specifier, context.parentURL) : undefined
    return url === undefined ? next(specifier, context) : { url, format: 'module-typescript', shortCircuit: true }
  },
})

function urlOf(specifier: string, parent: string | undefined): string | undefined {
  if (specifier.startsWith('.')) return parent && new URL(specifier, parent).href
  const [name, place] = places.find(([start]) => specifier.startsWith(start)) ?? []
  return name && `${place}${specifier.slice(name.length)}`
}
