/** Signs every file of the corpus and lets foreign programs judge the result. */

import { PDF } from '@libpdf/core'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import { PlacementError } from '#pki/signature/placement.ts'
import type { Appearance, SignatureOptions } from '#pki/signature/prepare.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { renewPdf, signPdf } from '#pki/signature/sign.ts'
import type { Level } from '#pki/signature/sign.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { openOpensslAuthority } from '#test/fixtures/pdf/authority.ts'
import {
  coversAll,
  contentsOf,
  opensslCms,
  opensslDocumentTimestamp,
  opensslSignatureTimestamp,
  pdfsig,
  printedCms,
  qpdfCheck,
} from '#test/fixtures/pdf/judges.ts'
import { volume } from '#test/volume.ts'

const corpus = join(import.meta.dirname, '../fixtures/pdf')
const read = (name: string) => readFileSync(join(corpus, `${name}.pdf`))
const authority = openOpensslAuthority()
afterAll(() => authority.close())

const content = '0.85 0.92 1 rg 0 0 180 60 re f'
const box: Appearance = {
  width: 180,
  height: 60,
  objects: (first) => ({
    ref: first,
    objects: [
      Buffer.from(
        `${first} 0 obj
<</Type /XObject /Subtype /Form /BBox [0 0 180 60] /Length ${content.length}>>
stream
${content}
endstream
endobj
`,
      ),
    ],
  }),
}

type File = { readonly bytes: Uint8Array; readonly facts: SigningFacts; readonly hashState: Uint8Array }

function inspected(bytes: Uint8Array): File {
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(`${facts.code}: ${facts.detail}`)
  return { bytes, facts, hashState: advance(emptyState(), bytes) }
}

async function sign(file: File, signature: Partial<SignatureOptions> = {}, level: Level = 'B-LTA', who = 0): Promise<File> {
  const signed = await signPdf({
    ...authority.signers[who]!,
    facts: file.facts,
    hashState: file.hashState,
    level,
    timestamp: authority.timestamp,
    validationMaterial: () => authority.material,
    signature: { fieldName: `Approval${who + 1}`, signedAt: new Date(), reason: 'موافقة على العقد', ...signature },
  })
  return { bytes: Buffer.concat([file.bytes, signed.tail]), facts: signed.facts, hashState: signed.hashState }
}

function save({ bytes }: File, name: string): string {
  const path = join(authority.folder, `${name}.pdf`)
  writeFileSync(path, bytes)
  return path
}

/**
 * Every judge, over every signature in the file. `earlier` counts the signatures that were there before ours;
 * `covers` is false where a security store follows the last signature; `before` is the path of the file as it came.
 */
function judge(file: File, name: string, { earlier = 0, renewal = false, covers = true, before = '' } = {}): void {
  const path = save(file, name)
  const { status, output } = qpdfCheck(path)
  // what it warns of in the file as it came is not ours
  expect([0, before === '' ? 0 : qpdfCheck(before).status], output).toContain(status)
  expect(coversAll(path)).toBe(covers)
  const { signatures } = file.facts
  const sentences = pdfsig(path)
  expect(sentences).toHaveLength(signatures.length)
  for (const [i, signature] of signatures.entries()) {
    if (!signature.timestamp) expect(sentences[i], signature.field).toBe('Signature is Valid.')
    if (i < earlier) continue
    const verdict = signature.timestamp
      ? opensslDocumentTimestamp(authority.folder, file.bytes, signature)
      : opensslCms(authority.folder, file.bytes, signature)
    expect(verdict.status, verdict.output).toBe(0)
  }
  // facts carried along with the tails are what the file itself says
  expect(JSON.parse(JSON.stringify(readSigningFacts(file.bytes, { renewal })))).toEqual(JSON.parse(JSON.stringify(file.facts)))
}

const names = readdirSync(corpus)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => name.slice(0, -4))
/** Files in which only a prepared field or none can be signed. */
const unlike = new Set(['pdfbox-locks-all'])
/** Libpdf reads offsets of eight octets as others, and no section behind spaces. */
const unread = new Set(['handmade-wide-offsets', 'handmade-previous-at-spaces'])

describe('every file of the corpus', () => {
  test('there are enough of them', () => expect(names.length).toBeGreaterThanOrEqual(22))

  test.each(names.filter((name) => !unlike.has(name)))('%s signed at B-LTA', { timeout: 60_000 }, async (name) => {
    const before = inspected(read(name))
    const earlier = before.facts.signatures.length
    const signed = await sign(before)
    expect(Buffer.from(signed.bytes.subarray(0, before.bytes.length)).equals(before.bytes)).toBe(true)
    judge(signed, name, { earlier, before: join(corpus, `${name}.pdf`) })
    const own = signed.facts.signatures.slice(earlier)
    expect(own.map(({ subFilter }) => subFilter)).toEqual(['ETSI.CAdES.detached', 'ETSI.RFC3161'])
    const timestamp = opensslSignatureTimestamp(authority.folder, signed.bytes, own[0]!)
    expect(timestamp.status, timestamp.output).toBe(0)
    if (unread.has(name)) return
    const second = await PDF.load(signed.bytes)
    expect(
      second
        .getForm()!
        .getSignatureFields()
        .filter((field) => field.isSigned()),
    ).toHaveLength(signed.facts.signatures.length)
    expect(second.getPageCount()).toBe(before.facts.pages.length)
  })
})

const refusals: Record<string, string> = {
  'additional-actions': 'ACTIVE_CONTENT ADDITIONAL_ACTIONS',
  'encrypted-user': 'ENCRYPTED PASSWORD',
  'external-stream': 'ACTIVE_CONTENT EXTERNAL_STREAM',
  'hidden-layer': 'ACTIVE_CONTENT HIDDEN_LAYERS',
  'javascript-names': 'ACTIVE_CONTENT JAVASCRIPT',
  'javascript-open': 'ACTIVE_CONTENT JAVASCRIPT,OPEN_ACTION',
  launch: 'ACTIVE_CONTENT LAUNCH',
  'no-pages': 'NO_PAGES ',
  'no-startxref': 'BROKEN XREF',
  'not-pdf': 'NOT_PDF NOT_PDF',
  'packed-javascript': 'ACTIVE_CONTENT JAVASCRIPT,OPEN_ACTION',
  'pdfbox-certified-1': 'CERTIFIED_NO_CHANGES ',
  'hybrid-of-one-section': 'BROKEN XREF',
  'one-page-of-three': 'BROKEN XREF',
  'repeated-key': 'BROKEN SYNTAX',
  'rich-media': 'ACTIVE_CONTENT MULTIMEDIA',
  'submit-form': 'ACTIVE_CONTENT SUBMIT_FORM',
  'trailing-bytes': 'BROKEN TRAILING_BYTES',
  xfa: 'ACTIVE_CONTENT XFA',
}

describe('refused files', () => {
  test.each(readdirSync(join(corpus, 'refused')))('%s', (name) => {
    const answer = readSigningFacts(readFileSync(join(corpus, 'refused', name)))
    expect(answer.signable ? 'signable' : `${answer.code} ${answer.what.join()}`).toBe(refusals[name.slice(0, -4)])
  })

  test('more bytes or pages than the caller allows', () => {
    expect(readSigningFacts(read('chromium'), { maxBytes: 1000 })).toMatchObject({ signable: false, code: 'TOO_LARGE' })
    expect(readSigningFacts(read('qpdf-twenty-pages'), { maxPages: 19 })).toMatchObject({ signable: false, code: 'TOO_MANY_PAGES' })
  })

  test('a signature that reaches past the end of the file, which appending would break, is named', () => {
    const text = read('pdfbox-signed').toString('latin1')
    const [whole, last] = /\/ByteRange \[0 \d+ \d+ (\d+)/.exec(text)!
    const longer = whole.replace(new RegExp(`${last}$`), String(Number(last) + 1))
    expect(longer.length).toBe(whole.length)
    expect(readSigningFacts(Buffer.from(text.replace(whole, longer), 'latin1'))).toMatchObject({
      signable: false,
      code: 'SIGNATURE_WOULD_BREAK',
      what: ['Signature1'],
    })
  })

  test('an object that nothing refers to, and that would go on in what is appended', () => {
    const open = simplePdf({ objects: { 7: '(never closed' } })
    expect(readSigningFacts(open)).toMatchObject({ signable: false, code: 'BROKEN', what: ['CUT_SHORT'] })
    const text = simplePdf({ objects: { 7: '(Kept)' } }).toString('latin1')
    const offset = (at: number) => `${String(at).padStart(10, '0')} 00000 n`
    const past = text.replace(offset(text.indexOf('7 0 obj')), offset(text.length + 200))
    expect(readSigningFacts(Buffer.from(past, 'latin1'))).toMatchObject({ signable: false, code: 'BROKEN' })
  })

  test('an object in another’s place that nothing a reader meets refers to, which cairo writes beside a link, is none', async () => {
    const misplaced = (objects: Record<number, string>, page = '') => {
      const text = simplePdf({ page, objects: { 7: '(Kept)', 8: '(Other)', ...objects } }).toString('latin1')
      const offset = (number: number) => `${String(text.indexOf(`\n${number} 0 obj`) + 1).padStart(10, '0')} 00000 n`
      return Buffer.from(text.replace(offset(7), offset(8)), 'latin1')
    }
    const taken = inspected(misplaced({ 9: '[7 0 R]' }))
    judge(await sign(taken, {}, 'B-B'), 'misplaced', { before: save(taken, 'misplaced-before') })
    for (const met of [misplaced({}, '/Kept 7 0 R'), misplaced({ 9: '[7 0 R]' }, '/Kept [9 1 R 9 0 R]')])
      expect(readSigningFacts(met)).toMatchObject({ signable: false, code: 'BROKEN', what: ['OBJECT'] })
  })

  test('what a policy allows is signable', () => {
    const bytes = read('refused/launch')
    expect(readSigningFacts(bytes, { allow: ['LAUNCH'] }).signable).toBe(true)
  })
})

describe('levels', () => {
  test.each(['B-B', 'B-T', 'B-LT'] as const)('%s on a table and on a stream', async (level) => {
    for (const name of ['libreoffice', 'qpdf-object-streams']) {
      const signed = await sign(inspected(read(name)), {}, level)
      judge(signed, `${name}-${level}`, { covers: level !== 'B-LT' })
      expect(signed.facts.signatures).toHaveLength(1)
      expect(signed.facts.dss !== undefined).toBe(level === 'B-LT')
      const printed = printedCms(authority.folder, signed.bytes, signed.facts.signatures[0]!)
      // a token is a CMS of its own, and has a signing time
      expect(printed.split('unsignedAttrs')[0]).not.toContain('signingTime')
      expect(printed.includes('id-smime-aa-timeStampToken')).toBe(level !== 'B-B')
      expect(printed).toContain('id-smime-aa-signingCertificateV2')
    }
  })

  test('the security store holds signer, time stamp and responder, each once', async () => {
    const signed = await sign(inspected(read('libreoffice')), {}, 'B-LT')
    const again = await sign(signed, {}, 'B-LT', 1)
    const { certificates, ocsps, crls, vri } = again.facts.dss!
    expect([certificates.length, ocsps.length, crls.length, vri.length]).toEqual([5, 3, 1, 2])
  })

  test('renewal appends material and another time stamp', async () => {
    const signed = await sign(inspected(read('qpdf-linearized-streams')))
    const last = signed.facts.signatures.at(-1)!
    const padded = Buffer.from(Buffer.from(signed.bytes.subarray(last.byteRange[1]! + 1, last.byteRange[2]! - 1)).toString('latin1'), 'hex')
    const renewed = await renewPdf(signed, padded, authority.material, authority.timestamp)
    const file = { bytes: Buffer.concat([signed.bytes, renewed.tail]), facts: renewed.facts, hashState: renewed.hashState }
    judge(file, 'renewed')
    expect(file.facts.signatures.map(({ timestamp }) => timestamp)).toEqual([false, true, true])
  })
})

describe('many documents', () => {
  const count = volume({ push: 1, release: 200 })
  const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const

  /** Documents that differ in their cross-reference, their pages, their length, and in how they are signed. */
  function document(i: number): { bytes: Uint8Array; signature: Partial<SignatureOptions> } {
    const kind = (['stream', 'table', 'hybrid'] as const)[i % 3]!
    const page = `/Rotate ${90 * (i % 4)} /MediaBox [0 0 ${400 + 7 * i} ${500 + 5 * i}]`
    const filler = Object.fromEntries(Array.from({ length: i }, (_, n) => [20 + n, `(${'x'.repeat(n * 10)})`]))
    const visible = i % 2 === 0 ? { rectangle: [40, 40, 220, 100] as const, appearance: box } : {}
    const certify = ([undefined, 2, 3] as const)[i % 5]
    return { bytes: simplePdf({ kind, page, objects: filler }), signature: { ...visible, certify } }
  }

  const timeout = volume({ push: 60_000, release: 3_600_000 })
  test.each(levels)(`${count} at %s are valid for every judge`, { timeout }, async (level) => {
    const ofCorpus = names.filter((name) => !unlike.has(name))
    for (let i = 0; i < count; i++) {
      const name = i > 0 && i % 4 === 0 ? ofCorpus[i / 4 - 1] : undefined
      const { bytes, signature } = name ? { bytes: read(name), signature: {} } : document(i)
      const before = inspected(bytes)
      const signed = await sign(before, signature, level, i % 2)
      const earlier = before.facts.signatures.length
      judge(signed, `many-${level}`, { earlier, covers: level !== 'B-LT', before: save(before, 'before') })
      if (level === 'B-B') continue
      const verdict = opensslSignatureTimestamp(authority.folder, signed.bytes, signed.facts.signatures[earlier]!)
      expect(verdict.status, `${name ?? i}: ${verdict.output}`).toBe(0)
    }
  })
})

describe('several signers', () => {
  test.each(['libreoffice-pdfa-1b', 'handmade-hybrid', 'qpdf-rotated-270', 'handmade-form-indirect'])(
    'two on %s, one visible',
    { timeout: 60_000 },
    async (name) => {
      const first = await sign(inspected(read(name)), { rectangle: [40, 40, 220, 100], appearance: box })
      const second = await sign(first, {}, 'B-LTA', 1)
      judge(second, `${name}-two`)
    },
  )
})

describe('fields', () => {
  test.each([
    ['pdfbox-prepared-field', 'Employee'],
    ['handmade-lock', 'Manager'],
  ])('%s: the prepared field %s keeps its place', async (name, fieldName) => {
    const before = inspected(read(name))
    const signed = await sign(before, { fieldName, appearance: box }, 'B-T')
    judge(signed, `${name}-prepared`)
    expect(signed.facts.signatureFields.filter((field) => field.signed).map((field) => field.name)).toContain(fieldName)
    expect(signed.facts.pages).toEqual(before.facts.pages)
  })

  test('a field whose widget is another object', async () => {
    const signed = await sign(inspected(read('handmade-split-widget')), { fieldName: 'Board', appearance: box }, 'B-B')
    // pdfsig looks for /V in the widget only, so openssl judges alone
    const verdict = opensslCms(authority.folder, signed.bytes, signed.facts.signatures[0]!)
    expect(verdict.status, verdict.output).toBe(0)
    expect(qpdfCheck(save(signed, 'split')).status).toBe(0)
    expect((await PDF.load(signed.bytes)).getForm()!.getSignatureField('Board')!.isSigned()).toBe(true)
  })

  const refusalOf = async (name: string, signature: Partial<SignatureOptions>) => {
    try {
      await sign(inspected(read(name)), signature, 'B-B')
    } catch (error) {
      if (error instanceof PlacementError) return error.code
      throw error
    }
    return 'signed'
  }

  const visible = { rectangle: [40, 40, 220, 100] as const, appearance: box }
  test.each([
    ['pdfbox-locks-all', {}, 'FIELD_LOCKED'],
    ['pdfbox-locks-one', {}, 'signed'],
    ['pdfbox-locks-one', { fieldName: 'Amount' }, 'FIELD_LOCKED'],
    ['pdfbox-signed', { fieldName: 'Signature1' }, 'FIELD_SIGNED'],
    ['handmade-form', { fieldName: 'Amount' }, 'FIELD_NAME_TAKEN'],
    ['pdfbox-certified-2', {}, 'signed'],
    ['pdfbox-certified-2', visible, 'CERTIFIED_NO_NEW_FIELDS'],
    ['pdfbox-certified-3', visible, 'signed'],
    ['pdfbox-certified-3', { certify: 2 }, 'NOT_FIRST_SIGNATURE'],
    ['chromium', { page: 7 }, 'NO_SUCH_PAGE'],
    ['chromium', { rectangle: [500, 40, 700, 100] }, 'OUTSIDE_PAGE'],
  ] as const)('%s with %o: %s', async (name, signature, expected) => expect(await refusalOf(name, signature)).toBe(expected))

  test('nothing is put over an earlier signature', async () => {
    const first = await sign(inspected(read('chromium')), visible, 'B-B')
    const beside = { rectangle: [220, 40, 400, 100] as const, appearance: box }
    await expect(sign(first, { rectangle: [219, 99, 399, 159], appearance: box }, 'B-B', 1)).rejects.toMatchObject({
      code: 'COVERS_SIGNATURE',
    })
    judge(await sign(first, beside, 'B-B', 1), 'beside')
  })

  test('a lock is in force after the signature', async () => {
    const signed = await sign(inspected(read('handmade-lock')), { fieldName: 'Manager', appearance: box }, 'B-B')
    expect(signed.facts.signatures[0]!.locks).toEqual([{ action: 'Include', fields: ['Amount'] }])
  })

  test('a certification without changes leaves room for its own archive, and for nobody else', async () => {
    const signed = await sign(inspected(read('libreoffice')), { certify: 1 })
    judge(signed, 'certified', { renewal: true })
    expect(readSigningFacts(signed.bytes)).toMatchObject({ signable: false, code: 'CERTIFIED_NO_CHANGES' })
    await expect(sign(signed, {}, 'B-B', 1)).rejects.toMatchObject({ code: 'CERTIFIED_NO_CHANGES' })
  })
})

describe('what the judges would notice', () => {
  test.each([10, 4000, -30])('a changed byte at %i', async (at) => {
    const signed = await sign(inspected(read('libreoffice')), {}, 'B-B')
    const bytes = Buffer.from(signed.bytes)
    const index = at < 0 ? bytes.length + at : at
    bytes[index]! ^= 1
    expect(opensslCms(authority.folder, bytes, signed.facts.signatures[0]!).status).not.toBe(0)
  })

  test('the gap is exactly the hexadecimal string', async () => {
    const signed = await sign(inspected(read('handmade-crlf')), {}, 'B-B')
    const { byteRange } = signed.facts.signatures[0]!
    expect(byteRange[2]! + byteRange[3]!).toBe(signed.bytes.length)
    expect(() => contentsOf(signed.bytes, byteRange)).not.toThrow()
  })
})
