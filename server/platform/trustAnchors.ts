import { X509Certificate } from 'node:crypto'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { ConfigurationError } from './configuration/configuration.ts'

const largestFile = 1_000_000
const mostAnchors = 1_000
const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/**
 * Certificates of further authorities that the operator trusts for verifying: `DATA_DIR/trust/*.pem`, `*.crt` and `*.cer`, each in PEM (also
 * several) or DER. What is put there, changed or taken away holds from the next verification on. A file that cannot be used stops a start; later it
 * is logged, and those that were read before stay.
 * @returns asks for them as they are now, base64 of DER
 * @throws ConfigurationError naming every file that holds something else
 */
export async function openTrustAnchors(dataDir: string, log: Logger): Promise<() => Promise<readonly string[]>> {
  const folder = join(dataDir, 'trust')
  await mkdir(folder, { recursive: true })
  let looked = await look(folder)
  let anchors = await readAll(looked)
  return async () => {
    const now = await look(folder)
    if (now.state === looked.state) return anchors
    looked = now
    try {
      anchors = await readAll(now)
      log.info({ anchors: anchors.length }, 'trusted certificates read again')
    } catch (error) {
      log.error({ cause: error }, 'trusted certificates are not as they should be: those read before stay')
    }
    return anchors
  }
}

type Looked = { files: readonly string[]; /** Differs as soon as a file does. */ state: string }

async function look(folder: string): Promise<Looked> {
  const names = (await readdir(folder)).filter((name) => /\.(?:pem|crt|cer)$/i.test(name)).toSorted()
  const files = names.map((name) => join(folder, name))
  const states = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => undefined) // taken away just now
      return `${file} ${found?.size} ${found?.mtimeMs}`
    }),
  )
  return { files, state: states.join('\n') }
}

async function readAll({ files }: Looked): Promise<string[]> {
  const faults: string[] = []
  const found = new Set<string>()
  for (const file of files) {
    try {
      for (const der of await readOne(file)) found.add(der.toString('base64'))
    } catch (error) {
      faults.push(`${file}: ${(error as Error).message}`)
    }
  }
  if (found.size > mostAnchors) faults.push(`more than ${mostAnchors} trusted certificates`)
  if (faults.length > 0) throw new ConfigurationError(faults)
  return [...found]
}

async function readOne(file: string): Promise<Buffer[]> {
  const { size } = await stat(file)
  if (size > largestFile) throw new Error('is too large for certificates')
  const bytes = await readFile(file)
  const blocks = bytes.toString('latin1').match(pemBlock) ?? [bytes]
  return blocks.map((block) => {
    const certificate = read(block)
    if (!certificate.ca) throw new Error(`holds a certificate that is no authority’s (${certificate.subject.replaceAll('\n', ', ')})`)
    return certificate.raw
  })
}

function read(block: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(block)
  } catch (cause) {
    throw new Error('holds no certificate, in PEM or DER', { cause })
  }
}
