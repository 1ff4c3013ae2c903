import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { writePkcs12 } from '#pki/pkcs12/write.ts'
import type { KeyKind } from '#server/adapters/keys/keys.ts'

/**
 * A key that its holder takes away in a PKCS#12 file. Between the certificate's request and that file, which needs the certificate, it is
 * kept sealed; after that nobody but the holder has it.
 */

/** How what is kept is sealed and opened again, bound to its place. */
export type Sealing = { seal: (text: string) => Buffer; open: (sealed: Uint8Array) => string }

const generate = promisify(generateKeyPair)
const forms = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } } as const

/** @returns the public key (SubjectPublicKeyInfo, DER) and the private one, sealed */
export async function makeExportableKey(kind: KeyKind, { seal }: Sealing): Promise<{ publicKey: Buffer; sealed: Buffer }> {
  const { publicKey, privateKey } =
    kind === 'RSA-3072' ? await generate('rsa', { modulusLength: 3072, ...forms }) : await generate('ec', { namedCurve: kind, ...forms })
  const sealed = seal(privateKey.toString('base64'))
  privateKey.fill(0)
  return { publicKey, sealed }
}

type KeyFile = {
  sealed: Uint8Array
  /** The key's own first, DER. */
  certificates: readonly Uint8Array[]
  friendlyName: string
  passphrase: string
}

/** The PKCS#12 file, itself sealed for the day on which it is kept. */
export async function writeKeyFile({ sealed, certificates, friendlyName, passphrase }: KeyFile, { open, seal }: Sealing): Promise<Buffer> {
  const privateKey = Buffer.from(open(sealed), 'base64')
  const salt = () => randomBytes(16)
  const random = { keySalt: salt(), keyIv: salt(), certificateSalt: salt(), certificateIv: salt(), macSalt: salt() }
  const file = await writePkcs12({ privateKey, certificates, friendlyName }, passphrase, random)
  privateKey.fill(0)
  return seal(Buffer.from(file).toString('base64'))
}
