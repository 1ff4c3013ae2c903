import { constants, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { writePdf } from '#test/fixtures/pdf/make/write.ts'
import { unpack } from './decode.ts'
import { openPdf } from './document.ts'
import { filters } from './filters.ts'
import { Parser } from './parse.ts'
import { memory, defaultLimits } from './source.ts'
import { isDict, isStream } from './values.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const undo = (name: string, data: Uint8Array, limit = 1_000_000, earlyChange: 0 | 1 = 1) =>
  Buffer.from(filters[name]!(data, limit, { earlyChange })).toString('latin1')

test.each([
  ['ASCIIHexDecode', latin1('48 65\n6C6c 6F>nothing of this'), 'Hello'],
  ['ASCIIHexDecode', latin1('486>'), 'H`'],
  ['ASCIIHexDecode', latin1(''), ''],
  ['ASCII85Decode', latin1('87cUR\nD]i,"Ebo80~>!!'), 'Hello World!'],
  ['ASCII85Decode', latin1('z!!~>'), '\0\0\0\0\0'],
  ['ASCII85Decode', latin1('s8W-!~>'), '\xff\xff\xff\xff'],
  ['RunLengthDecode', hex('02 41 42 43 fe 44 80 45'), 'ABCDDD'],
  ['LZWDecode', hex('80 0b 60 50 22 0c 0c 85 01'), '-----A---B'], // the example of §7.4.4.2
])('%s %#', (name, packed, plain) => expect(undo(name, packed)).toBe(plain))

test.each([
  ['ASCIIHexDecode', latin1('4g>')],
  ['ASCII85Decode', latin1('87cUz~>')],
  ['ASCII85Decode', latin1('!~>')],
  ['ASCII85Decode', latin1('s8W-"~>')],
  ['ASCII85Decode', latin1('87cUv~>')],
  ['LZWDecode', hex('80 4f ff')],
  ['FlateDecode', latin1('no deflated octets')],
])('%s refuses what it never wrote %#', (name, packed) =>
  expect(() => undo(name, packed)).toThrow(expect.objectContaining({ code: 'FILTER' })),
)

test.each([
  ['ASCIIHexDecode', latin1('00'.repeat(101))],
  ['ASCII85Decode', latin1('z'.repeat(26))],
  ['RunLengthDecode', hex('81 00')],
  ['LZWDecode', packLzw(Buffer.alloc(101))],
  ['FlateDecode', deflateSync(Buffer.alloc(101))],
])('%s stops where the reader’s limit is', (name, packed) =>
  expect(() => undo(name, packed, 100)).toThrow(expect.objectContaining({ code: 'TOO_LARGE' })),
)

describe('LZW of any length comes back', () => {
  const octets = (count: number, kinds: number) =>
    Buffer.from(Array.from({ length: count }, (_, i) => ((i * i * 7 + (i >> 3)) * 31) % kinds))
  test.each([
    ['of few kinds, past a full table', octets(60_000, 7)],
    ['of every kind, past a full table', octets(60_000, 256)],
    ['of one kind', octets(9_000, 1)],
    ['at each growth of a code', octets(260, 256)],
    ['nothing', octets(0, 2)],
  ])('%s', (_, plain) => {
    for (const earlyChange of [0, 1] as const)
      expect(undo('LZWDecode', packLzw(plain, earlyChange), 1_000_000, earlyChange)).toBe(plain.toString('latin1'))
  })
})

describe('a stream', () => {
  const decoded = (data: Uint8Array, dict: string, allowance = { inflated: 1_000_000 }, isWhole = false) => {
    const value = new Parser({ bytes: latin1(dict), base: undefined, last: true }, 0, { depth: 5, values: 50 }).value()
    return isDict(value) ? Buffer.from(unpack(data, value, 1_000_000, { allowance, isWhole }).data).toString('latin1') : 'no dictionary'
  }
  const rows = '<</Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2>>>>'
  test.each([
    ['hexadecimal without its end', '/ASCIIHexDecode', latin1('4142')],
    ['hexadecimal with a NUL, over which poppler stumbles', '/ASCIIHexDecode', latin1('41\x0042>')],
    ['base 85 without its end', '/ASCII85Decode', latin1('5sdp')],
    ['base 85 with half of its end', '/ASCII85Decode', latin1('5sdp~x')],
    ['base 85 with a form feed, over which PDFium stumbles', '/ASCII85Decode', latin1('5s\fdp~>')],
    ['runs without their end', '/RunLengthDecode', Buffer.of(1, 65, 66)],
    ['a run that is cut short', '/RunLengthDecode', Buffer.of(3, 65, 66)],
    ['LZW without its end', '/LZWDecode', hex('80 10 48 50')],
    ['rows of a predictor, the last cut short', rows, deflateSync(Buffer.of(0, 65, 66, 0, 67))],
    ['a predictor that is no integer', rows.replace('12', '12.0'), deflateSync(Buffer.of(0, 65, 66))],
  ])('that is drawn is not %s', (_, filter, data) => {
    const dict = filter.startsWith('<<') ? filter : `<</Filter ${filter}>>`
    expect(decoded(data, dict)).toMatch(/^A/)
    expect(() => decoded(data, dict, undefined, true)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(?:FILTER|TYPE)$/) }),
    )
  })

  test.each([
    ['/ASCIIHexDecode', latin1('41 42\n>')],
    ['/ASCII85Decode', latin1('5s dp~>')],
    ['/RunLengthDecode', Buffer.of(1, 65, 66, 128)],
    ['/LZWDecode', hex('80 10 48 50 10')],
  ])('that is drawn may be in %s', (filter, data) => expect(decoded(data, `<</Filter ${filter}>>`, undefined, true)).toMatch(/^AB/))

  test('is not decoded by a predictor that readers understand each in their way', () => {
    const packed = deflateSync(Buffer.from([0, 65, 66]))
    const by = (predictor: number) => decoded(packed, `<</Filter /FlateDecode /DecodeParms <</Columns 2 /Predictor ${predictor}>>>>`)
    expect(by(15)).toBe('AB')
    expect(() => by(16)).toThrow('/Predictor of a filter is out of range')
  })

  test('is decoded by its filters, one after the other', () => {
    const packed = latin1(`${deflateSync('of two filters').toString('hex')}>`)
    expect(decoded(packed, '<</Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms [null null]>>')).toBe('of two filters')
    expect(decoded(latin1('plain'), '<<>>')).toBe('plain')
    expect(decoded(packLzw(Buffer.from('late'), 0), '<</Filter /LZWDecode /DecodeParms <</EarlyChange 0>>>>')).toBe('late')
    expect(decoded(latin1('decrypted'), '<</Filter [/Crypt]>>')).toBe('decrypted')
  })

  test.each([
    ['without a filter what it holds', '<<>>', latin1('plain'), 5],
    [
      'what each filter makes, also where the last leaves nothing',
      '<</Filter [/FlateDecode /ASCIIHexDecode]>>',
      deflateSync(' '.repeat(900)),
      900,
    ],
    [
      'the same, packed twice',
      '<</Filter [/FlateDecode /FlateDecode]>>',
      deflateSync(deflateSync('x'.repeat(500))),
      500 + deflateSync('x'.repeat(500)).length,
    ],
  ])('takes off what all streams of a file may make: %s', (_what, dict, data, made) => {
    const allowance = { inflated: made }
    decoded(data, dict, allowance)
    expect(allowance.inflated).toBe(0)
    expect(() => decoded(data, dict, { inflated: made - 1 })).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
  })

  test('that is flushed and not ended is whole; one that is cut is refused', () => {
    const text = Buffer.from('BT (I owe you 100) Tj ET '.repeat(40))
    const flushed = deflateSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
    expect(flushed.subarray(-4).toString('hex')).toBe('0000ffff')
    const flate = filters.FlateDecode!
    expect(Buffer.from(flate(flushed, 10_000, { earlyChange: 1 })).equals(text)).toBe(true)
    expect(() => flate(flushed.subarray(0, -5), 10_000, { earlyChange: 1 })).toThrow('cannot be expanded')
    expect(() => flate(flushed, 100, { earlyChange: 1 })).toThrow('beyond what the reader allows')
  })

  test('that ends without its checksum is whole, as .NET packs it; one with another checksum is refused', () => {
    const text = Buffer.from('BT (I owe you 100) Tj ET '.repeat(40))
    const packed = deflateSync(text)
    const flate = filters.FlateDecode!
    for (const missing of [4, 3, 1])
      expect(Buffer.from(flate(packed.subarray(0, -missing), 10_000, { earlyChange: 1 })).equals(text)).toBe(true)
    for (const missing of [5, 9, packed.length - 2])
      expect(() => flate(packed.subarray(0, packed.length - missing), 10_000, { earlyChange: 1 })).toThrow('cannot be expanded')
    expect(() => flate(Buffer.concat([packed.subarray(0, -1), Buffer.of(packed.at(-1)! ^ 1)]), 10_000, { earlyChange: 1 })).toThrow(
      'cannot be expanded',
    )
    expect(() => flate(packed.subarray(0, -4), 100, { earlyChange: 1 })).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
    expect(flate(Buffer.alloc(0), 100, { earlyChange: 1 })).toHaveLength(0)
  })

  test('that leaves nothing and is read again and again is read so often as its length allows', () => {
    const blanks = ' '.repeat(1_000)
    const file = writePdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 0/Kids[]>>',
      3: `<</Filter/ASCIIHexDecode/Length ${blanks.length}>>\nstream\n${blanks}\nendstream`,
    })
    const pdf = openPdf(memory(file), { ...defaultLimits, inflatedTotal: 3_500 })
    const stream = pdf.object({ kind: 'ref', number: 3, generation: 0 })?.value ?? null
    if (!isStream(stream)) throw new Error('no stream')
    for (let times = 0; times < 3; times++) expect(pdf.data(stream)).toHaveLength(0)
    expect(() => pdf.data(stream)).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
  })

  test.each([
    ['/DCTDecode', 'FILTER'],
    ['/constructor', 'FILTER_UNKNOWN'],
    ['[/FlateDecode /Crypt]', 'FILTER'],
    ['[/FlateDecode /FlateDecode /FlateDecode /FlateDecode /FlateDecode]', 'FILTER'],
  ])('packed by %s is not', (filter, code) =>
    expect(() => decoded(deflateSync('x'), `<</Filter ${filter}>>`)).toThrow(expect.objectContaining({ code })),
  )
})

/** §7.4.4.2 the other way round. */
function packLzw(plain: Uint8Array, earlyChange: 0 | 1 = 1): Uint8Array {
  let table = new Map<string, number>()
  let [bits, width] = ['', 9]
  const put = (code: number) => (bits += code.toString(2).padStart(width, '0'))
  const reset = () => {
    put(256)
    table = new Map(Array.from({ length: 256 }, (_, i) => [String.fromCharCode(i), i]))
    width = 9
  }
  reset()
  let next = 258
  let prefix = ''
  for (const byte of plain) {
    const longer = prefix + String.fromCharCode(byte)
    if (table.has(longer)) {
      prefix = longer
      continue
    }
    put(table.get(prefix)!)
    table.set(longer, next++)
    prefix = String.fromCharCode(byte)
    if (next + earlyChange > 2 ** width) width++
    if (next >= 4095) {
      put(table.get(prefix)!)
      reset()
      ;[next, prefix] = [258, '']
    }
  }
  if (prefix) put(table.get(prefix)!)
  put(257)
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((each) => Number.parseInt(each.padEnd(8, '0'), 2)))
}
