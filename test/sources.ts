/** The product's own files, for the tests that look at the repository itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folders = ['contract', 'pki', 'server', 'web', 'simulators', 'test', 'bin', 'bench', 'docs', '.ci']
const textual = /\.(ts|tsx|mjs|css|html|md|json|sql|sh|yml|yaml)$/

/** @property path from the root, with forward slashes */
export type Source = { path: string; text: string }

/** Every text file in the product's folders, and those at the root. */
export function sources(): Source[] {
  const inFolders = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  const atRoot = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name !== 'package-lock.json' ? [entry.name] : [],
  )
  return [...inFolders, ...atRoot]
    .filter(
      (path) =>
        textual.test(path) &&
        !path.startsWith('test/fixtures/') &&
        !path.includes('/node_modules/') &&
        !path.endsWith('/package-lock.json'),
    )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isCode = ({ path }: Source) => /\.(ts|tsx|mjs)$/.test(path)
export const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path) || path.startsWith('test/') || path.startsWith('bench/')

/** @property file the imported file from the root; of a package or a module of Node, its name */
export type Import = { from: string; file: string }

const importPattern = /^(?:import|export)\s+(?:type\s)?(?:[\w$*{][^;'"`]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

/** What a file of code imports: statically, for its types alone, or when needed. */
export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(importPattern)].map(([, fixed, lazy]) => ({ from: path, file: resolved(path, (fixed ?? lazy)!) }))
}

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(from), specifier) : specifier
}
