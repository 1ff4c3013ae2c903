/** The secret that every other is derived from. */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Configuration, ConfigurationError } from './configuration.ts'

/**
 * @returns 32 bytes; demo mode makes the file when there is none
 * @throws ConfigurationError when the file is missing in production mode, malformed, plainly not random, or readable by others
 */
export function readMasterKey({ MASTER_KEY_FILE: file, MODE }: Configuration): Buffer {
  if (MODE === 'demo') makeKeyFile(file)
  const hex = readText(file).trim()
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new ConfigurationError([`MASTER_KEY_FILE: ${file} must hold 64 hexadecimal digits and nothing else.`])
  const key = Buffer.from(hex, 'hex')
  // 32 random bytes have fewer than 16 different ones less often than once in 10^12 keys.
  if (new Set(key).size < 16) throw new ConfigurationError([`MASTER_KEY_FILE: ${file} is not random; make one with: openssl rand -hex 32`])
  if (MODE === 'production' && process.platform !== 'win32' && statSync(file).mode & 0o077) {
    throw new ConfigurationError([`MASTER_KEY_FILE: ${file} must be readable by its owner alone (chmod 600).`])
  }
  return key
}

/** Whole or not at all, and never over another: of two first starts both use the first one's key. */
function makeKeyFile(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}` // in two containers even the processes' numbers are the same
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ConfigurationError([`MASTER_KEY_FILE: ${file} does not exist; make it with: (umask 077; openssl rand -hex 32 > ${file})`])
  }
}
