/** The foreign programs that judge what we make. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ownBrowser } from './browser/ownBrowser.ts'
import { browsers } from './chromium.ts'
import { isRelease } from './volume.ts'

type Tool = {
  /** What a test may start; of several, any one will do. */
  names: readonly string[]
  /** Packages that bring it, the first that does is enough. */
  debian: readonly string[]
  judges: string
  /** Too much for every run: where it is missing, its tests are skipped, and a release's run tries to install it. */
  isHeavy?: true
  /** One of our own that does as well. */
  own?: string
}

export const tools: readonly Tool[] = [
  { names: browsers, debian: browsers, judges: 'the journeys in a browser', own: process.env.CHROMIUM_PATH ?? ownBrowser },
  ...['pdfsig', 'pdftoppm', 'pdftotext', 'pdfimages', 'pdfinfo', 'pdffonts'].map((name) => ({
    names: [name],
    debian: ['poppler-utils'],
    judges: 'PDF signatures and how documents look',
  })),
  { names: ['qpdf'], debian: ['qpdf'], judges: 'the structure of PDF files' },
  { names: ['openssl'], debian: ['openssl'], judges: 'certificates, revocation lists and time stamps' },
  { names: ['certtool'], debian: ['gnutls-bin'], judges: 'certificates, a second time' },
  { names: ['faketime'], debian: ['faketime'], judges: 'at another time, with the others' },
  { names: ['java'], debian: ['default-jre-headless'], judges: 'clients written in Java', isHeavy: true },
  ...['mcs', 'mono'].map((name) => ({ names: [name], debian: ['mono-devel'], judges: 'clients written in C#', isHeavy: true as const })),
  { names: ['keytool'], debian: ['default-jre-headless'], judges: 'key files, as Java reads them', isHeavy: true },
  { names: ['haproxy'], debian: ['haproxy'], judges: 'restarts behind a balancer', isHeavy: true },
  { names: ['python3'], debian: ['python3-venv'], judges: 'clients and linters written in Python', isHeavy: true },
  { names: ['javac'], debian: ['default-jdk-headless'], judges: 'signatures and PDF/A, by programs written in Java', isHeavy: true },
  { names: ['mvn'], debian: ['maven'], judges: 'signatures and PDF/A: it fetches those programs', isHeavy: true },
  { names: ['go'], debian: ['golang-go'], judges: 'certificates, by linters written in Go', isHeavy: true },
]

/** Installs what is missing where that needs no question (root on Debian); otherwise ends the run with what to install and why. */
export function ensureTools() {
  const isMissing = ({ names, own }: Tool) => !names.some(isInstalled) && !(own && existsSync(own))
  const missing = tools.filter((tool) => (isRelease || !tool.isHeavy) && isMissing(tool))
  if (missing.length > 0 && process.getuid?.() === 0 && isInstalled('apt-get')) {
    aptGet('update')
    for (const tool of missing)
      for (const name of tool.debian) if (isMissing(tool)) aptGet('install', '-y', '--no-install-recommends', name)
  }
  const still = missing.filter((tool) => !tool.isHeavy && isMissing(tool))
  if (still.length === 0) return
  console.error('These programs judge our work from outside and are missing:')
  for (const { names, debian, judges } of still) console.error(`  ${names.join(' or ')} (Debian: ${debian.join(' or ')}) judges ${judges}`)
  console.error('Install them and run the tests again; one part alone runs with "npx vitest run <path>".')
  process.exit(1)
}

export const sharedMemory = '/dev/shm'

/** What faketime leaves behind when it is killed makes it fail for the next one with the same process number. */
export function clearAfterFaketime() {
  for (const name of existsSync(sharedMemory) ? readdirSync(sharedMemory) : []) {
    const pid = /^(?:sem\.)?faketime_\w+_(\d+)$/.exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(sharedMemory, name), { force: true })
  }
}

function aptGet(...args: string[]) {
  if (args[0] === 'install') console.log(`Installing ${args.at(-1)} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) console.error(stderr)
}

/** Whether a program is in the path, for the tests of heavy tools: `test.skipIf(!isInstalled('keytool'))`. */
export const isInstalled = (name: string) => (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
