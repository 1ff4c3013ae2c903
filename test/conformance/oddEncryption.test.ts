/** Encrypted files that readers decrypt differently are refused; what writers write, and all decrypt alike, is signed and passes. */
import { createCipheriv, createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encrypterOf } from '#pki/pdf/cipher.ts'
import { rc4 } from '#pki/pdf/rc4.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, file as writeFile } from './validation-files.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const md5 = (...parts: Uint8Array[]) => parts.reduce((state, part) => state.update(part), createHash('md5')).digest()
const hex = (octets: Uint8Array) => `<${Buffer.from(octets).toString('hex')}>`

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const identifier = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const owner = Buffer.alloc(32, 7)
const permissions = -1028

/** What opens the file with no password, and what proves it (ISO 32000-2 §7.6.4.3.2 and §7.6.4.4.4). */
function keyOf(bits: number, metadata: string): { key: Buffer; u: Buffer } {
  const stated = Buffer.alloc(4)
  stated.writeInt32LE(permissions)
  let key = md5(padding, owner, stated, identifier, metadata === 'false' ? Buffer.alloc(4, 0xff) : Buffer.alloc(0))
  for (let i = 0; i < 50; i++) key = md5(key.subarray(0, bits / 8))
  key = key.subarray(0, bits / 8)
  let u: Uint8Array = md5(padding, identifier)
  for (let i = 0; i < 20; i++)
    u = rc4(
      key.map((octet) => octet ^ i),
      u,
    )
  return { key, u: Buffer.concat([u, Buffer.alloc(16)]) }
}

type Entries = Record<string, string | undefined>
const filters = (filter: string) => `<</StdCF ${filter}>>`
const aes: Entries = {
  V: '4',
  R: '4',
  Length: '128',
  CF: filters('<</CFM/AESV2/AuthEvent/DocOpen/Length 16>>'),
  StmF: '/StdCF',
  StrF: '/StdCF',
}
const old: Entries = { V: '2', R: '3', Length: '128' }
const content = 'BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET'
const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const dictionary = 30

type Odd = {
  entries?: Entries
  base?: Entries
  stream?: string
  streams?: 'AESV2' | 'RC4' | 'none'
  objects?: Record<number, string>
  page?: string
  identifiers?: string
}

/** A page, encrypted as the entries say. `stream` stands in the dictionary of its content, and `objects` in clear. */
function encryptedFile({ entries = {}, base = aes, stream = '', streams, objects = {}, page = '', identifiers }: Odd = {}): Buffer {
  const { key, u } = keyOf(128, entries.EncryptMetadata ?? 'true')
  const all = { O: hex(owner), U: hex(u), ...base, ...entries }
  const method = streams ?? (base === aes ? 'AESV2' : 'RC4')
  const sealed = (number: number, data: string, more: string) => {
    const octets = encrypterOf({ key: key.toString('hex'), strings: method, streams: method }, number, 0).stream(
      Buffer.from(data, 'latin1'),
    )
    return `<<${more}/Length ${octets.length}>>\nstream\n${Buffer.from(octets).toString('latin1')}\nendstream`
  }
  const stated = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`/${name} ${value}`]))
  return writeFile(
    {
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>>>/Contents 5 0 R${page}>>`,
      5: sealed(5, content, stream),
      6: font,
      [dictionary]: `<</Filter/Standard${stated.join('')}/P ${permissions}>>`,
      ...objects,
    },
    `/Root 1 0 R/ID[${identifiers ?? hex(identifier).repeat(2)}]/Encrypt ${dictionary} 0 R`,
  )
}

describe('signed', () => {
  const clear = (type: string, rest = '') => `<</Type/${type}${rest}/Length 3>>\nstream\nabc\nendstream`
  test.each<[string, Odd]>([
    ['AES with one filter', {}],
    ['RC4 with one filter', { entries: { CF: filters('<</CFM/V2>>') }, streams: 'RC4' }],
    ['a length in bits', { entries: { CF: filters('<</CFM/AESV2/Length 128>>'), Length: undefined } }],
    ['filters in objects of their own', { entries: { CF: '20 0 R' }, objects: { 20: filters('21 0 R'), 21: '<</CFM/AESV2/Length 16>>' } }],
    ['a filter for files in the file that is that of all', { entries: { EFF: '/StdCF' } }],
    ['RC4 without filters', { base: old }],
    ['RC4 with a stream that says it is not packed', { base: old, stream: '/Filter[]' }],
    [
      'metadata in clear by a filter of its own, as OpenPDF has it',
      {
        entries: { EncryptMetadata: 'false' },
        objects: { 8: clear('Metadata', '/Subtype/XML/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]') },
        page: '/Metadata 8 0 R',
      },
    ],
    [
      'a file within the file',
      { objects: { 8: '<</Type/Filespec/F(a)/EF<</F 9 0 R/UF 9 0 R>>>>', 9: clear('EmbeddedFile', '/Filter/Crypt') }, page: '/AF[8 0 R]' },
    ],
  ])('%s', (_name, odd) => expect(signability(encryptedFile(odd))).toBe('signable'))

  test('a stream of nothing but the initialisation vector is empty, as Acrobat writes it', () => {
    const vector = `<</Length 16>>\nstream\n${'v'.repeat(16)}\nendstream`
    expect(signability(encryptedFile({ objects: { 5: vector } }))).toBe('signable')
  })
})

describe('refused', () => {
  const identity = { streams: 'none' } as const
  test.each<[string, Odd]>([
    ['content with a filter of its own: PDFium decrypts it all the same', { stream: '/Filter/Crypt', ...identity }],
    ['one that is named', { stream: '/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]', ...identity }],
    ['one that names what all is encrypted with: poppler takes it for none', { stream: '/Filter/Crypt/DecodeParms<</Name/StdCF>>' }],
    ['one in an object of its own', { stream: '/Filter 20 0 R', objects: { 20: '/Crypt' } }],
    ['one in a list in an object of its own', { stream: '/Filter 20 0 R', objects: { 20: '[/Crypt]' } }],
    ['one in an older file', { base: old, stream: '/Filter 20 0 R', objects: { 20: '/Crypt' } }],
    ['content that is a cross-reference by its type', { stream: '/Type/XRef', ...identity }],
    ['content that is metadata by its type', { stream: '/Type/Metadata' }],
    ['content that is a file within the file by its type', { stream: '/Type/EmbeddedFile' }],
    ['metadata by a type that stands elsewhere', { stream: '/Type 20 0 R', objects: { 20: '/Metadata' } }],
    ['streams in clear, strings not', { entries: { StmF: '/Identity' }, ...identity }],
    ['streams in clear because nothing says otherwise', { entries: { StmF: undefined }, ...identity }],
    ['strings in clear, streams not', { entries: { StrF: '/Identity' } }],
    ['a name of a filter that stands elsewhere', { entries: { StmF: '20 0 R' }, objects: { 20: '/StdCF' } }],
    ['a filter that encrypts nothing', { entries: { CF: filters('<</CFM/None>>') }, ...identity }],
    ['a filter that does not say how', { entries: { CF: filters('<<>>') }, ...identity }],
    ['a filter of another name', { entries: { CF: '<</Other<</CFM/AESV2>>>>', StmF: '/Other', StrF: '/Other' } }],
    ['what stands for none under a filter', { entries: { CF: '<</StdCF<</CFM/AESV2>>/Identity<</CFM/AESV2>>>>' } }],
    ['a filter that says twice how', { entries: { CF: filters('<</CFM/None/CFM/AESV2>>') } }],
    ['a filter with a shorter key', { entries: { CF: filters('<</CFM/AESV2/Length 5>>') } }],
    ['files in the file by another filter', { entries: { EFF: '/Identity' } }],
    ['a version that is no integer: poppler decrypts nothing', { entries: { V: '4.0' } }],
    ['a length that the version does not have', { entries: { Length: '256' } }],
    ['a metadata entry that is no truth', { entries: { EncryptMetadata: '/false' } }],
    ['a length in octets', { base: old, entries: { Length: '16' } }],
    ['what proves the password, padded', { base: old, entries: { U: hex(Buffer.concat([keyOf(128, 'true').u, Buffer.alloc(95)])) } }],
    ['an identifier alone', { base: old, identifiers: hex(identifier) }],
  ])('%s', (_name, odd) => expect(signability(encryptedFile(odd))).toBe('ENCRYPTED DECRYPTED_DIFFERENTLY'))
})

describe('one password that is the owner’s and the user’s', () => {
  const sha256 = (...parts: Uint8Array[]) => parts.reduce((state, part) => state.update(part), createHash('sha256')).digest()
  const salts = [Buffer.alloc(8, 1), Buffer.alloc(8, 2)] as const
  const sealedBy = (name: string, key: Uint8Array, data: Uint8Array) =>
    createCipheriv(name, key, name.endsWith('ecb') ? null : Buffer.alloc(16))
      .setAutoPadding(false)
      .update(data)

  /** The keys that no password leads to as the user's and as the owner's (Adobe's extension level 3, algorithms 8 to 10). */
  function fileOf(user: Buffer, ownersKey: Buffer): Buffer {
    const u = Buffer.concat([sha256(salts[0]), ...salts])
    const o = Buffer.concat([sha256(salts[0], u), ...salts])
    const stated = Buffer.from([0, 0, 0, 0, 255, 255, 255, 255, ...Buffer.from('Tadbrest')])
    stated.writeInt32LE(permissions)
    const entries = {
      V: '5',
      R: '5',
      Length: '256',
      CF: filters('<</CFM/AESV3>>'),
      O: hex(o),
      U: hex(u),
      OE: hex(sealedBy('aes-256-cbc', sha256(salts[1], u), ownersKey)),
      UE: hex(sealedBy('aes-256-cbc', sha256(salts[1]), user)),
      Perms: hex(sealedBy('aes-256-ecb', ownersKey, stated)),
    }
    const empty = '<</Length 0>>\nstream\n\nendstream'
    return encryptedFile({ entries, objects: { 5: empty } })
  }

  test('leads to one key', () => {
    const [one, other] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)]
    expect(signability(fileOf(one, one))).toBe('signable')
    expect(signability(fileOf(other, one))).toBe('ENCRYPTED ENCRYPTION')
  })
})

describe('verified', () => {
  const judged = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  const trailer = `/Root 1 0 R/ID[${hex(identifier)}${hex(identifier)}]/Encrypt ${dictionary} 0 R`
  const note = { 90: '<</Type/Annot/Subtype/Text/Rect[300 300 320 320]/F 6/P 3 0 R>>' }
  const withNote = (signed: Buffer, look = '') => {
    const page = /\n3 0 obj\s*(<<[^]*?>>)\s*endobj/g
    const last = [...signed.toString('latin1').matchAll(page)].at(-1)![1]!
    const annotated = last.includes('/Annots') ? last.replace(/\/Annots\s*\[/, '$&90 0 R ') : last.replace(/>>$/, '/Annots[90 0 R]>>')
    return { 3: annotated, 90: note[90].replace('>>', `${look}>>`) }
  }

  test('a note is added to a signed file', async () => {
    const signed = await signFile(encryptedFile())
    expect(judged(signed)).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(judged(append(signed, withNote(signed), { trailer }))).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('nobody can say what a later stream with a filter of its own shows', async () => {
    const signed = await signFile(encryptedFile())
    const form = '<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Filter/Crypt/Length 4>>\nstream\n%abc\nendstream'
    const appended = append(signed, { ...withNote(signed, '/AP<</N 91 0 R>>'), 91: form }, { trailer })
    expect(judged(appended)).toMatchObject({ indication: 'INDETERMINATE' })
  })
})
