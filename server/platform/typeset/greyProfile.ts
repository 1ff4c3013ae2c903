const fixed = (value: number) => Buffer.from(Int32Array.of(Math.round(value * 65_536)).buffer).swap32()
const word = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32()
const ascii = (text: string) => Buffer.from(text, 'latin1')

/** The white that profiles are stated against: D50 (ISO 15076-1 §7.2.16). */
const white = Buffer.concat([0.9642, 1, 0.8249].map(fixed))
const gamma = 2.2

const tags: Record<string, Uint8Array> = {
  desc: Buffer.concat([ascii('desc\0\0\0\0'), word(5), ascii('Grey\0'), Buffer.alloc(79)]),
  cprt: ascii('text\0\0\0\0None\0'.padEnd(16, '\0')),
  wtpt: Buffer.concat([ascii('XYZ \0\0\0\0'), white]),
  kTRC: Buffer.concat([ascii('curv\0\0\0\0'), word(1), Buffer.from([Math.floor(gamma), Math.round((gamma % 1) * 256), 0, 0])]),
}

/** An ICC profile of version 2.1: greys as a screen shows them. With it greys are independent of any device, as PDF/A wants them where it has no output intent. */
export const greyProfile: Uint8Array = (() => {
  const head = 128 + 4 + 12 * Object.keys(tags).length
  const size = head + Object.values(tags).reduce((sum, { length }) => sum + length, 0)
  const header = Buffer.concat([
    word(size),
    word(0),
    word(0x02_10_00_00),
    ascii('mntrGRAYXYZ '),
    Buffer.from([0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]), // made on 2026-01-01
    ascii('acsp'),
    Buffer.alloc(28),
    white,
    Buffer.alloc(48),
  ])
  let at = head
  const table = Object.entries(tags).map(([name, { length }]) => {
    at += length
    return Buffer.concat([ascii(name), word(at - length), word(length)])
  })
  return Buffer.concat([header, word(table.length), ...table, ...Object.values(tags)])
})()
