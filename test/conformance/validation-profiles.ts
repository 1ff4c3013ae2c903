/** ICC profiles (ICC.1:2022) made here: as screens have them, and as none has. */
import { stream } from './validation-files.ts'

const u32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
const fixed = (value: number) => u32(Math.round(value * 65_536))
export const tagged = (type: string, ...parts: readonly Buffer[]) => Buffer.concat([Buffer.from(type), u32(0), ...parts])
export const xyz = (...values: readonly number[]) => tagged('XYZ ', ...values.map(fixed))
export const table = (values: readonly number[]) =>
  tagged('curv', u32(values.length), ...values.map((one) => u32(Math.round(one * 65_535)).subarray(2)))
export const gamma = (value: number) => tagged('curv', u32(1), u32(Math.round(value * 256)).subarray(2), Buffer.alloc(2))
/** That of sRGB (IEC 61966-2-1), split where it begins to be straight. */
export const srgb = tagged('para', u32(3 << 16), ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed))
/** The same with lightness added that it has not. */
export const lifted = tagged('para', u32(2 << 16), ...[2.2, 1, 0, 1].map(fixed))

export function profile(space: 'RGB ' | 'GRAY', tags: Readonly<Record<string, Buffer>>): Buffer {
  const header = Buffer.alloc(128)
  header.write('mntr', 12)
  header.write(`${space}XYZ `, 16)
  header.write('acsp', 36)
  const entries = Object.entries(tags)
  let at = 132 + 12 * entries.length
  const list = entries.map(([name, { length }]) => Buffer.concat([Buffer.from(name), u32((at += length) - length), u32(length)]))
  return Buffer.concat([header, u32(entries.length), ...list, ...Object.values(tags)])
}

export const colorants = { rXYZ: xyz(0.436, 0.2225, 0.0139), gXYZ: xyz(0.3851, 0.7169, 0.0971), bXYZ: xyz(0.1431, 0.0606, 0.7139) }
export const rgb = (curve: Buffer, more: Readonly<Record<string, Buffer>> = {}) =>
  profile('RGB ', { ...colorants, rTRC: curve, gTRC: curve, bTRC: curve, ...more })
export const hex = (bytes: Buffer, components: number) => stream(`${bytes.toString('hex')}>`, `/N ${components}/Filter/ASCIIHexDecode`)
