import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { openPdf } from './document.ts'
import { rc4 } from './rc4.ts'
import { replaceStrings } from './strings.ts'
import { isDict, textOf } from './values.ts'
import type { PdfString } from './values.ts'

const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex')

test.each([
  // the vectors of RFC 6229, at offset 0
  ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
  ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
])('RC4 under %s', (key, stream) => expect(hex(rc4(Buffer.from(key, 'hex'), new Uint8Array(16)))).toBe(stream))

test.each([
  [String.raw`<</A (x \) \(y) /B<0a>/C [(z)(())]>>`, String.raw`<</A (X \) \(Y) /B<0A>/C [(Z)(\(\))]>>`],
  ['/A#28 % (no string\n(a)', '/A#28 % (no string\n(A)'],
  ['<</A <41 4> /B <<>> >>', '<</A (A@) /B <<>> >>'],
])('the strings of %s', (text, replaced) => {
  const upper = (octets: Uint8Array) => Buffer.from(Buffer.from(octets).toString('latin1').toUpperCase(), 'latin1')
  expect(replaceStrings(text, upper)).toBe(replaced)
})

const sealed = readFileSync(new URL('../../test/fixtures/pdf/qpdf-encrypted.pdf', import.meta.url)).toString('latin1')

/** The file with something else in its encryption dictionary, no octet longer or shorter. */
function changed(from: RegExp, to: (found: string) => string): Uint8Array {
  const text = sealed.replace(from, (found) => to(found).padEnd(found.length))
  if (text === sealed || text.length !== sealed.length) throw new Error(`${from} changes nothing, or the length`)
  return Buffer.from(text, 'latin1')
}

const appended = (objects: Record<number, string>, trailer: (text: string) => string): Uint8Array => {
  let text = sealed
  let table = 'xref\n'
  for (const [number, body] of Object.entries(objects)) {
    table += `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const previous = /startxref\s+(\d+)/.exec(sealed)![1]!
  const before = /trailer\s*<<(.*)>>\s*startxref/s.exec(sealed)![1]!
  return Buffer.from(`${text}${table}trailer <<${trailer(before)} /Prev ${previous}>>\nstartxref\n${text.length}\n%%EOF\n`, 'latin1')
}

/** The file encrypted by a writer that left a text of /Info, or its metadata, in clear. */
describe('what a writer left in clear', () => {
  const root = /\/Root (\d+) 0 R/.exec(sealed)![1]!
  const catalogue = new RegExp(`\\n${root} 0 obj\\s*<<(.*?)>>\\s*endobj`, 's').exec(sealed)![1]!
  const metadata = '<?xpacket begin=""?><x pdfaid:part="2" pdfaid:conformance="B"/>'
  const stream = `<</Type /Metadata /Subtype /XML /Length ${metadata.length}>>\nstream\n${metadata}\nendstream`

  test('is read: the texts of /Info, and metadata', () => {
    const objects = {
      90: '<</Producer (in clear)>>',
      91: stream,
      [root]: `<<${catalogue.replace(/\/Metadata \d+ 0 R/, '')} /Metadata 91 0 R>>`,
    }
    const file = appended(objects, (before) => before.replace(/\/Info \d+ 0 R/, '') + ' /Info 90 0 R')
    expect(readSigningFacts(file)).toMatchObject({ signable: true, pdfa: { part: 2, conformance: 'B' } })
    const pdf = openPdf(file)
    const info = pdf.get(pdf.trailer, 'Info')
    expect(isDict(info) && textOf(info.entries.get('Producer') as PdfString)).toBe('in clear')
  })

  test('is refused where signing would write it again', () => {
    const file = appended({ [root]: `<<${catalogue} /PieceInfo (in clear)>>` }, (before) => before)
    expect(readSigningFacts(file)).toMatchObject({ signable: false, code: 'ENCRYPTED', what: ['ENCRYPTION'] })
  })
})

const dictionary = Number(/\/Encrypt (\d+) 0 R/.exec(sealed)![1])
const unknown = ['ENCRYPTION_UNKNOWN']
const malformed = ['ENCRYPTION']
const nested = `/O ${'['.repeat(40)}${']'.repeat(40)}`

test('an encryption dictionary that is written again is taken as long as it says the same, as HexaPDF does with every revision', () => {
  const body = new RegExp(`\\n${dictionary} 0 obj(.*?)endobj`, 's').exec(sealed)![1]!
  expect(readSigningFacts(appended({ [dictionary]: body.replace(/>>\s*$/, '/EncryptMetadata true>>') }, (before) => before))).toMatchObject(
    {
      signable: true,
    },
  )
  const other = body.replace('/P -4', '/P -8')
  expect(readSigningFacts(appended({ [dictionary]: other }, (before) => before))).toMatchObject({ code: 'ENCRYPTED', what: malformed })
})

describe('an encryption dictionary with', () => {
  test.each([
    ['another handler', changed(/\/Filter \/Standard/, () => '/Filter /PubSec'), unknown],
    ['no handler', changed(/\/Filter \/Standard/, () => '/Filter null'), unknown],
    ['another version', changed(/\/V 5/, () => '/V 3'), unknown],
    ['another revision', changed(/\/R 6/, () => '/R 7'), unknown],
    ['a version that is no number', changed(/\/V 5/, () => '/V()'), malformed],
    ['another crypt filter', changed(/\/CFM \/AESV3/, () => '/CFM /AESV9'), unknown],
    ['an older crypt filter', changed(/\/CFM \/AESV3/, () => '/CFM /AESV2'), unknown],
    ['a name that no crypt filter has', changed(/\/StmF \/StdCF/, () => '/StmF /StdXX'), malformed],
    ['a key twice', changed(/\/Length 256/, () => '/V 4'), malformed],
    ['other permissions than were sealed', changed(/\/P -4/, () => '/P -8'), malformed],
    ['permissions beyond 32 bits', changed(/\/P -4 ?/, () => '/P .5'), malformed],
    ['something else in place of /O', changed(/\/O (<[^>]*>|\((?:\\.|[^\\)])*\))/s, () => nested), malformed],
    ['no such object', changed(new RegExp(`/Encrypt ${dictionary} 0 R`), () => '/Encrypt 99 0 R'), malformed],
    ['a later one over it', appended({ [dictionary]: '<</Filter /Standard /V 1 /R 2>>' }, (before) => before), malformed],
    ['a later trailer that has none', appended({}, (before) => before.replace(/\/Encrypt \d+ 0 R/, '')), malformed],
    [
      'a later trailer that has another',
      appended({ 90: '<</Filter /Other>>' }, (before) => before.replace(/\/Encrypt \d+ 0 R/, '/Encrypt 90 0 R')),
      unknown,
    ],
  ])('%s is refused, and the file is not called damaged', (_what, file, what) => {
    const facts = readSigningFacts(file)
    expect(facts).toMatchObject({ signable: false, code: 'ENCRYPTED' })
    expect(what).toContain(facts.signable || facts.what[0])
    const report = validateDocument(file, { anchors: [], at: new Date() })
    expect(report).toMatchObject({ indication: 'INDETERMINATE', forgeries: [], findings: [{ code: 'fileEncryptionUnknown' }] })
  })
})
