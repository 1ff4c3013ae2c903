const fixed = (value: number) => Buffer.from(Int32Array.of(Math.round(value * 65_536)).buffer).swap32()
const word = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32()
const ascii = (text: string) => Buffer.from(text, 'latin1')

const gamma = 2.2
const xyz = (...values: number[]) => Buffer.concat([ascii('XYZ \0\0\0\0'), ...values.map(fixed)])
const curve = Buffer.concat([ascii('curv\0\0\0\0'), word(1), Buffer.from([Math.floor(gamma), Math.round((gamma % 1) * 256), 0, 0])])
/** The white that profiles are stated against: D50 (ISO 15076-1 §7.2.16). */
const white = [0.9642, 1, 0.8249]

/** An ICC profile of version 2.1 of a screen. @param space four letters; @param tags those besides name, rights and white */
function screenProfile(space: string, name: string, more: Record<string, Uint8Array>): Uint8Array {
  const tags: Record<string, Uint8Array> = {
    desc: Buffer.concat([
      ascii('desc\0\0\0\0'),
      word(name.length + 1),
      ascii(`${name}\0`),
      Buffer.alloc(79 + ((4 - ((name.length + 92) % 4)) % 4)),
    ]),
    cprt: ascii('text\0\0\0\0None\0'.padEnd(16, '\0')),
    wtpt: xyz(...white),
    ...more,
  }
  const head = 128 + 4 + 12 * Object.keys(tags).length
  const size = head + Object.values(tags).reduce((sum, { length }) => sum + length, 0)
  const header = Buffer.concat([
    word(size),
    word(0),
    word(0x02_10_00_00),
    ascii(`mntr${space}XYZ `),
    Buffer.from([0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]), // made on 2026-01-01
    ascii('acsp'),
    Buffer.alloc(28),
    ...white.map(fixed),
    Buffer.alloc(48),
  ])
  let at = head
  const table = Object.entries(tags).map(([tag, { length }]) => {
    at += length
    return Buffer.concat([ascii(tag), word(at - length), word(length)])
  })
  return Buffer.concat([header, word(table.length), ...table, ...Object.values(tags)])
}

/** Greys as a screen shows them. With it greys are independent of any device, as PDF/A wants them where it has no output intent. */
export const greyProfile = screenProfile('GRAY', 'Grey', { kTRC: curve })

/** The primaries of sRGB (IEC 61966-2-1), adapted to D50: what a document's colours are meant for. */
export const screenColours = screenProfile('RGB ', 'sRGB', {
  rXYZ: xyz(0.4361, 0.2225, 0.0139),
  gXYZ: xyz(0.3851, 0.7169, 0.0971),
  bXYZ: xyz(0.1431, 0.0606, 0.7141),
  rTRC: curve,
  gTRC: curve,
  bTRC: curve,
})
