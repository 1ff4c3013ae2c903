import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { brotliCompressSync, constants, inflateSync } from 'node:zlib'

const resolve = createRequire(import.meta.url).resolve

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** What each face keeps. The Arabic faces stay under 16 KB, so that two of them can be preloaded. */
const scripts = {
  arabic: {
    codePoints: [
      0x060c,
      0x061b,
      0x061f,
      ...span(0x0621, 0x063a),
      ...span(0x0640, 0x0652),
      ...span(0x0660, 0x066c),
      0x0670,
      0x0671,
      0x067e,
      0x0686,
      0x06a4,
      0x06af,
      0x200c,
      0x200d,
      0x200e,
      0x200f,
    ],
    range: 'U+0600-06FF, U+200C-200F',
  },
  latin: {
    codePoints: [...span(0x20, 0x7e), ...span(0xa0, 0xff), 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x20ac, 0x2212],
    range: 'U+0020-007E, U+00A0-00FF, U+2013-2014, U+2018-201D, U+2022, U+2026, U+20AC, U+2212',
  },
} as const
const weights = [400, 600] as const

export type FontFile = {
  script: keyof typeof scripts
  weight: (typeof weights)[number]
  fileName: string
  bytes: Uint8Array
}

/**
 * Subsets IBM Plex Sans Arabic. "Plex" is a reserved font name (OFL 1.1, clause 3), so the result carries no family
 * name inside and another one in the style sheet.
 */
export async function makeFonts(): Promise<FontFile[]> {
  const subset = await loadSubsetter()
  const jobs = (Object.keys(scripts) as (keyof typeof scripts)[]).flatMap((script) => weights.map((weight) => ({ script, weight })))
  return Promise.all(
    jobs.map(async ({ script, weight }) => {
      const source = await readFile(resolve(`@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${script}-${weight}-normal.woff`))
      const bytes = toWoff2(subset(fromWoff(source), scripts[script].codePoints))
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
      return { script, weight, bytes, fileName: `tawqi-sans-${script}-${weight}-${hash}.woff2` }
    }),
  )
}

/**
 * How wide, in percent, DejaVu Sans has to be to stand in for the fonts until they are there: most lines break where they will break, and little moves
 * when they come. It is what a machine has that has nothing else, and by far wider than they are. `node bench/standInWidths.ts` prints what they are on
 * average. A few tenths of a percent decide where one line breaks: with those printed for 400, the first page moved more than with this.
 */
const standIns = [
  { weight: 400, name: 'DejaVu Sans', range: 'all', width: 88.7 },
  { weight: 600, name: 'DejaVu Sans Bold', range: 'arabic', width: 77.7 },
  { weight: 600, name: 'DejaVu Sans Bold', range: 'latin', width: 80.9 },
] as const
/** How far a line of the fonts reaches above and below its base line, in percent of their size: what stands on it does not move up or down either. */
const line = { ascent: 108.5, descent: 41.5 }

export const fontFaces = (fonts: FontFile[], base: string) =>
  [
    ...fonts.map(
      (font) =>
        `@font-face{font-family:'Tawqi Sans';font-weight:${font.weight};font-display:swap;` +
        `src:url(${base}${font.fileName}) format('woff2');unicode-range:${rangeOf(font.script)}}`,
    ),
    ...standIns.map(({ weight, name, range, width }) => {
      // What is overridden is adjusted in size as well (CSS Fonts 5, 4.1).
      const share = (of: number) => `${((100 * of) / width).toFixed(1)}%`
      return (
        `@font-face{font-family:'Tawqi Wait';font-weight:${weight};src:local('${name}');` +
        `size-adjust:${width}%;ascent-override:${share(line.ascent)};descent-override:${share(line.descent)};unicode-range:${rangeOf(range)}}`
      )
    }),
  ].join('')

function rangeOf(script: keyof typeof scripts | 'all'): string {
  if (script === 'all') return `${rangeOf('arabic')},${rangeOf('latin')}`
  return scripts[script].range.replaceAll(' ', '')
}

/** HarfBuzz's subsetter (hb-subset.h) through its WebAssembly build. */
async function loadSubsetter() {
  const wasm = resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(wasm))
  const hb = instance.exports as Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory }
  hb._initialize!()
  const call = (name: string, ...args: number[]) => hb[name]!(...args)
  const NO_HINTING = 1
  const NAME_ID = 4
  return (font: Uint8Array, codePoints: readonly number[]): Uint8Array => {
    const at = call('malloc', font.length)
    new Uint8Array(hb.memory.buffer, at, font.length).set(font)
    const blob = call('hb_blob_create', at, font.length, 2, 0, 0)
    const face = call('hb_face_create', blob, 0)
    const input = call('hb_subset_input_create_or_fail')
    call('hb_subset_input_set_flags', input, NO_HINTING)
    const unicodes = call('hb_subset_input_unicode_set', input)
    for (const codePoint of codePoints) call('hb_set_add', unicodes, codePoint)
    const names = call('hb_subset_input_set', input, NAME_ID)
    call('hb_set_clear', names)
    for (const kept of [0, 13, 14]) call('hb_set_add', names, kept) // copyright and licence
    const result = call('hb_subset_or_fail', face, input)
    if (!result) throw new Error('the font could not be subset')
    const out = call('hb_face_reference_blob', result)
    const start = call('hb_blob_get_data', out, 0)
    const bytes = new Uint8Array(hb.memory.buffer, start, call('hb_blob_get_length', out)).slice()
    for (const [name, pointer] of Object.entries({ hb_blob_destroy: out, hb_subset_input_destroy: input })) call(name, pointer)
    call('hb_face_destroy', result)
    call('hb_face_destroy', face)
    call('hb_blob_destroy', blob)
    call('free', at)
    return bytes
  }
}

type Table = { tag: string; data: Uint8Array }

/** WOFF 1.0 (zlib per table) to a plain font file. */
function fromWoff(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12)
  const tables: Table[] = []
  for (let i = 0; i < count; i++) {
    const entry = 44 + i * 20
    const offset = woff.readUInt32BE(entry + 4)
    const stored = woff.readUInt32BE(entry + 8)
    const raw = woff.subarray(offset, offset + stored)
    tables.push({ tag: woff.toString('latin1', entry, entry + 4), data: stored < woff.readUInt32BE(entry + 12) ? inflateSync(raw) : raw })
  }
  const header = Buffer.alloc(12 + count * 16)
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  let offset = header.length
  const body: Uint8Array[] = []
  tables.forEach(({ tag, data }, i) => {
    const entry = 12 + i * 16
    header.write(tag, entry, 'latin1')
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(data.length, entry + 12)
    const padded = new Uint8Array((data.length + 3) & ~3)
    padded.set(data)
    body.push(padded)
    offset += padded.length
  })
  return Buffer.concat([header, ...body])
}

function tablesOf(font: Uint8Array): Table[] {
  const view = Buffer.from(font.buffer, font.byteOffset, font.length)
  return Array.from({ length: view.readUInt16BE(4) }, (_, i) => {
    const entry = 12 + i * 16
    const offset = view.readUInt32BE(entry + 8)
    return { tag: view.toString('latin1', entry, entry + 4), data: view.subarray(offset, offset + view.readUInt32BE(entry + 12)) }
  })
}

/** WOFF2 with null transforms (W3C WOFF2 §5.1, transformation version 3 for glyf and loca): one Brotli stream over all tables. */
function toWoff2(font: Uint8Array): Uint8Array {
  const tables = tablesOf(font)
  const directory = Buffer.concat(
    tables.map(({ tag, data }) => {
      const nullTransform = tag === 'glyf' || tag === 'loca' ? 0xc0 : 0
      return Buffer.concat([Buffer.from([0x3f | nullTransform]), Buffer.from(tag, 'latin1'), base128(data.length)])
    }),
  )
  const body = Buffer.concat(tables.map((table) => table.data))
  const compressed = brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  const length = (48 + directory.length + compressed.length + 3) & ~3
  const out = Buffer.alloc(length)
  out.write('wOF2', 0, 'latin1')
  out.writeUInt32BE(Buffer.from(font.buffer, font.byteOffset, 4).readUInt32BE(0), 4)
  out.writeUInt32BE(length, 8)
  out.writeUInt16BE(tables.length, 12)
  out.writeUInt32BE(font.length, 16)
  out.writeUInt32BE(compressed.length, 20)
  out.writeUInt16BE(1, 24)
  directory.copy(out, 48)
  compressed.copy(out, 48 + directory.length)
  return out
}

/** UIntBase128 of the WOFF2 format: seven bits a byte, most significant first. */
function base128(value: number): Buffer {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return Buffer.from(bytes)
}
