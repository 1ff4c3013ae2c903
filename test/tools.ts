/** The foreign programs that judge what we make. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each with its Debian package and what it is needed for. */
const tools = [
  { name: 'chromium', debian: 'chromium', judges: 'the journeys in a browser' },
  { name: 'pdfsig', debian: 'poppler-utils', judges: 'PDF signatures' },
  { name: 'pdftoppm', debian: 'poppler-utils', judges: 'how documents look' },
  { name: 'qpdf', debian: 'qpdf', judges: 'the structure of PDF files' },
  { name: 'openssl', debian: 'openssl', judges: 'certificates, revocation lists and time stamps' },
  { name: 'certtool', debian: 'gnutls-bin', judges: 'certificates, a second time' },
] as const

/** Installs what is missing where that needs no question (root on Debian); otherwise ends the run with what to install and why. */
export function ensureTools() {
  const missing = () => tools.filter(({ name }) => !find(name))
  if (missing().length === 0) return
  if (process.getuid?.() === 0 && find('apt-get')) install([...new Set(missing().map(({ debian }) => debian))])
  const still = missing()
  if (still.length === 0) return
  console.error('These programs judge our work from outside and are missing:')
  for (const { name, debian, judges } of still) console.error(`  ${name} (Debian: ${debian}) judges ${judges}`)
  console.error('Install them and run the tests again; one part alone runs with "npx vitest run <path>".')
  process.exit(1)
}

function install(packages: string[]) {
  console.log(`Installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
    if (status !== 0) console.error(stderr)
  }
}

function find(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
