/** The browser of the tests, that of a package with a lock file of its own: it takes a seventh less processor time than Debian's (decision 0018). */
import { execFile } from 'node:child_process'
import { copyFileSync, createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { root } from '../sources.ts'

const lockFile = readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8')
const { version } = (JSON.parse(lockFile) as { packages: Record<string, { version: string }> }).packages[
  'node_modules/@sparticuz/chromium'
]!
const folder = join(root, '.cache/browser')
const start = promisify(execFile)

/** Where it stands once it was brought. */
export const ownBrowser = join(folder, `chromium-${version}`)

/** Fetches and unpacks it. Where it cannot be had, or does not start, the reason is told and Debian's is taken. */
export async function bringBrowser(): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || existsSync(ownBrowser)) return
  console.log('Bringing the browser of the tests …')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(import.meta.dirname, name), join(folder, name))
  const unpacked = join(folder, 'unpacked')
  try {
    await start('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'], { cwd: folder })
    const packed = createReadStream(join(folder, 'node_modules/@sparticuz/chromium/bin/chromium.br'))
    await pipeline(packed, createBrotliDecompress(), createWriteStream(unpacked, { mode: 0o755 }))
    await start(unpacked, ['--version'])
    renameSync(unpacked, ownBrowser)
    rmSync(join(folder, 'node_modules'), { recursive: true })
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr || error).split('\n')
    console.log(`It did not come, and the system's is taken: ${reason}`)
  }
}
