/** Builds the browser's part when something it is made from has changed since the last build. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from './programs.ts'

const sources = ['web/**/*', 'contract/**/*.ts', 'tsconfig.json', 'package-lock.json']
const stamp = join(root, 'dist/.sources')

/** @throws Error when the build fails: an old browser part must not meet a new server */
export async function buildWhatChanged() {
  const hash = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the web application …')
  const { code } = await run(process.execPath, ['web/build.ts'], 'inherit')
  if (code !== 0) throw new Error('The web application could not be built.')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, hash)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}
