import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { firstNamespaces } from '../kit/loadTexts.ts'
import { webRoot } from './plugins.ts'

const later = /\bimport\('(\.[^']+\.tsx?)'\)/g
const atOnce = /^(?:import|export) (?!type )[^'"]*?'(\.[^']+\.tsx?)'/gm
const said = /\buseTranslation\((\[[^\]]*\]|'[^']*')/g

/**
 * A script that comes later brings its words: `import('./Page.tsx')` is done when the namespaces are here that it and what it imports ask for
 * by `useTranslation`. Without that a screen that already stands is hidden until they are.
 */
export const wordsWithScripts: Plugin = {
  name: 'tawqi-words',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: later },
    handler(code, id) {
      const here = wordsOf(id).union(new Set(firstNamespaces))
      let isChanged = false
      const changed = code.replaceAll(later, (asked, path: string) => {
        const words = [...wordsOf(resolve(dirname(id), path)).difference(here)].toSorted()
        if (words.length === 0) return asked
        isChanged = true
        return `withWords(${asked}, ${JSON.stringify(words)})`
      })
      if (!isChanged) return null
      const from = relative(dirname(id), `${webRoot}kit/loadTexts.ts`)
      return { code: `${changed}\nimport { withWords } from '${from.startsWith('.') ? from : `./${from}`}'\n`, map: null } // the lines keep their numbers
    },
  },
}

/** The namespaces of a module and of all that it imports at once. */
function wordsOf(module: string, seen = new Set<string>()): Set<string> {
  const words = new Set<string>()
  if (seen.has(module) || !existsSync(module)) return words
  seen.add(module)
  const code = readFileSync(module, 'utf8')
  for (const [, given] of code.matchAll(said)) for (const [, namespace] of given!.matchAll(/'(\w+)'/g)) words.add(namespace!)
  for (const [, path] of code.matchAll(atOnce)) for (const word of wordsOf(resolve(dirname(module), path!), seen)) words.add(word)
  return words
}
