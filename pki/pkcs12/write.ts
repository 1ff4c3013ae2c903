import { createCipheriv, createHmac, hash, pbkdf2 } from 'node:crypto'
import { context, element, integer, nullValue, octetString, oid, sequence, setOf } from '#pki/der/write.ts'

/** In node's pool of threads. */
const derive = (passphrase: string, salt: Uint8Array) =>
  new Promise<Buffer>((done, fail) => pbkdf2(passphrase, salt, rounds, 32, 'sha256', (error, key) => (error ? fail(error) : done(key))))

export type Pkcs12Contents = {
  /** PKCS #8, DER, not encrypted. */
  privateKey: Uint8Array
  /** The key's own certificate first, then those above it, DER. */
  certificates: readonly Uint8Array[]
  /** Shown by the program that opens the file. */
  friendlyName: string
}

/** Randomness of the caller's: 16 octets each. */
export type Pkcs12Randomness = {
  keySalt: Uint8Array
  keyIv: Uint8Array
  certificateSalt: Uint8Array
  certificateIv: Uint8Array
  macSalt: Uint8Array
}

/** Rounds of PBKDF2-HMAC-SHA-256 for each part (OWASP's figure), and of the MAC's derivation, which runs on the caller's thread. */
const rounds = 600_000
const macRounds = 100_000

const ids = {
  data: oid('1.2.840.113549.1.7.1'),
  encryptedData: oid('1.2.840.113549.1.7.6'),
  shroudedKeyBag: oid('1.2.840.113549.1.12.10.1.2'),
  certificateBag: oid('1.2.840.113549.1.12.10.1.3'),
  x509: oid('1.2.840.113549.1.9.22.1'),
  friendlyName: oid('1.2.840.113549.1.9.20'),
  localKeyId: oid('1.2.840.113549.1.9.21'),
  pbes2: oid('1.2.840.113549.1.5.13'),
  pbkdf2: oid('1.2.840.113549.1.5.12'),
  hmacSha256: oid('1.2.840.113549.2.9'),
  aes256Cbc: oid('2.16.840.1.101.3.4.1.42'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
}

/**
 * A PKCS #12 file (RFC 7292): key and certificates, each encrypted by PBES2 with AES-256 (RFC 8018 §6.2), and a MAC over both.
 * @param passphrase printable ASCII: programs disagree on how other characters become octets
 * @throws RangeError for any other passphrase
 */
export async function writePkcs12(contents: Pkcs12Contents, passphrase: string, random: Pkcs12Randomness): Promise<Uint8Array> {
  if (!/^[\x20-\x7e]+$/.test(passphrase)) throw new RangeError('the passphrase is not printable ASCII')
  const { privateKey, certificates, friendlyName } = contents
  const localKeyId = hash('sha1', certificates[0]!, 'buffer') // a name that joins the two bags; what it is made of has no meaning
  const attributes = setOf(
    sequence(ids.friendlyName, setOf(bmpString(friendlyName))),
    sequence(ids.localKeyId, setOf(octetString(localKeyId))),
  )
  const { algorithm, encrypted } = await encrypt(privateKey, passphrase, random.keySalt, random.keyIv)
  const keyBag = sequence(ids.shroudedKeyBag, context(0, sequence(algorithm, octetString(encrypted))), attributes)
  const certificateBags = certificates.map((certificate, i) =>
    sequence(ids.certificateBag, context(0, sequence(ids.x509, context(0, octetString(certificate)))), ...(i === 0 ? [attributes] : [])),
  )
  const sealed = await encrypt(sequence(...certificateBags), passphrase, random.certificateSalt, random.certificateIv)
  const authenticatedSafe = sequence(
    sequence(ids.encryptedData, context(0, sequence(integer(0), sequence(ids.data, sealed.algorithm, element(0x80, sealed.encrypted))))),
    sequence(ids.data, context(0, octetString(sequence(keyBag)))),
  )
  const macKey = deriveMacKey(passphrase, random.macSalt)
  const mac = createHmac('sha256', macKey).update(authenticatedSafe).digest()
  return sequence(
    integer(3),
    sequence(ids.data, context(0, octetString(authenticatedSafe))),
    sequence(sequence(sequence(ids.sha256, nullValue), octetString(mac)), octetString(random.macSalt), integer(macRounds)),
  )
}

async function encrypt(plain: Uint8Array, passphrase: string, salt: Uint8Array, iv: Uint8Array) {
  const key = await derive(passphrase, salt)
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const algorithm = sequence(
    ids.pbes2,
    sequence(
      sequence(ids.pbkdf2, sequence(octetString(salt), integer(rounds), integer(32), sequence(ids.hmacSha256, nullValue))),
      sequence(ids.aes256Cbc, octetString(iv)),
    ),
  )
  return { algorithm, encrypted: Buffer.concat([cipher.update(plain), cipher.final()]) }
}

const bmpOctets = (text: string) => Buffer.from(text, 'utf16le').swap16()
const bmpString = (text: string) => element(0x1e, bmpOctets(text))

/** RFC 7292 appendix B.2 with SHA-256: one block is enough, since the key is as long as the digest. */
function deriveMacKey(passphrase: string, salt: Uint8Array): Uint8Array {
  const block = 64
  const id = Buffer.alloc(block, 3) // appendix B.3: a key for integrity
  const input = Buffer.concat([id, fill(salt, block), fill(Buffer.concat([bmpOctets(passphrase), Buffer.alloc(2)]), block)])
  let digest: Buffer = hash('sha256', input, 'buffer')
  for (let round = 1; round < macRounds; round++) digest = hash('sha256', digest, 'buffer')
  return digest
}

/** Repeats the octets to the next multiple of a block. */
function fill(octets: Uint8Array, block: number): Buffer {
  const length = block * Math.ceil(octets.length / block)
  return Buffer.alloc(length, octets)
}
