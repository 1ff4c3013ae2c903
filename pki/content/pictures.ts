/** What a picture on a page shows in a part of it, as far as it shows nothing there (ISO 32000-2 §8.9.5). */

import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isInteger, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Stream, Value } from '#pki/pdf/values.ts'
import { isPlain } from './grain.ts'
import type { Samples } from './grain.ts'
import { apply, boxAround, inverse } from './matrix.ts'
import type { Box, Matrix } from './matrix.ts'
import { frameOf } from './jpeg.ts'

/** Undoes DCTDecode: the samples of a JPEG (ITU-T T.81), row by row; undefined where it cannot. It is asked for pictures of a bounded size alone. */
export type DecodeJpeg = (data: Uint8Array) => Samples | undefined

/** A page at 400 dots per inch. */
const mostSamplesOfOne = 16_000_000
const mostSamplesOfFile = 40_000_000
const mostBytesOfOne = 64 * 1024 * 1024
/** Four components, twice: some writers leave something after the last row. */
const mostBytesOfSample = 8
const mostBytesBeside = 65_536

/** Parts of a picture by which a number may be rounded. */
const edge = 0.002

/** The pictures of one file, each unpacked once. */
export class Pictures {
  readonly #pdf: PdfDocument
  readonly #decodeJpeg: DecodeJpeg | undefined
  readonly #read = new Map<number, Picture | undefined>()
  #left = mostSamplesOfFile

  constructor(pdf: PdfDocument, decodeJpeg?: DecodeJpeg) {
    this.#pdf = pdf
    this.#decodeJpeg = decodeJpeg
  }

  /**
   * Whether a picture shows nothing but its ground within a box of the page. What cannot be told is told as false.
   * @param matrix takes the picture's unit square to where the box is
   */
  isPlainWithin({ stream, matrix }: { stream: Stream; matrix: Matrix }, box: Box, at: number): boolean {
    const unit = inverse(matrix)
    if (!unit) return false
    if (!this.#read.has(stream.start)) this.#read.set(stream.start, this.#readPicture(stream, at))
    const picture = this.#read.get(stream.start)
    if (!picture) return false
    const { width, height } = picture.samples
    const corners = [box.slice(0, 2), [box[2], box[1]], [box[0], box[3]], box.slice(2)].map((corner) =>
      apply(unit, [corner[0]!, corner[1]!]),
    )
    const [left, bottom, right, top] = boxAround(corners)
    // Beyond its edge something else is seen, and the edge with it.
    if (left < -edge || bottom < -edge || right > 1 + edge || top > 1 + edge) return false
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
    const part = {
      left: clamp(Math.floor(left * width) - 1, width),
      right: clamp(Math.ceil(right * width) + 1, width),
      top: clamp(Math.floor((1 - top) * height) - 1, height),
      bottom: clamp(Math.ceil((1 - bottom) * height) + 1, height),
    }
    const perPoint = Math.max(width / Math.hypot(matrix[0], matrix[1]), height / Math.hypot(matrix[2], matrix[3]))
    return isPlain(picture.samples, part, picture.isExact ? 'exactly' : { samplesPerPoint: perPoint })
  }

  #readPicture(stream: Stream, at: number): Picture | undefined {
    try {
      return this.#unpack(stream, at)
    } catch (error) {
      if (error instanceof PdfError) return undefined
      throw error
    }
  }

  /** A mask lets something else be seen, and so may what stands for other colours than it says. */
  #unpack(stream: Stream, at: number): Picture | undefined {
    const entry = (key: string) => this.#pdf.get(stream.dict, key, at)
    const [width, height, bits] = [entry('Width'), entry('Height'), entry('BitsPerComponent') ?? 1]
    if (!isInteger(width) || !isInteger(height) || width < 1 || height < 1 || !isInteger(bits)) return undefined
    if (['SMask', 'Mask', 'OC', 'SMaskInData', 'Alternates', 'OPI'].some((key) => entry(key) !== null)) return undefined
    if (width * height > mostSamplesOfOne || (this.#left -= width * height) < 0) return undefined
    const space = this.#spaceOf(entry('ColorSpace'), at)
    const isExact = !space?.isEven || entry('Decode') !== null
    const mostBytes = Math.min(mostBytesOfOne, mostBytesOfSample * width * height + mostBytesBeside)
    const { data, packedBy } = this.#pdf.picture(stream, mostBytes)
    if (packedBy) {
      const frame = frameOf(data)
      if (!frame?.isUsual || frame.width !== width || frame.height !== height) return undefined
      const samples = this.#decodeJpeg?.(data)
      return samples && { samples, isExact }
    }
    const components = entry('ImageMask') === true ? 1 : space?.components
    if (components === undefined || (bits !== 8 && bits !== 1)) return undefined
    const rowBytes = Math.ceil((width * components * bits) / 8)
    if (data.length < rowBytes * height) return undefined
    // Bits are compared eight at a time: what is plain in them is plain in each.
    if (bits === 1) return { samples: { data, width: rowBytes, height, components: 1 }, isExact: true }
    return { samples: { data, width, height, components }, isExact }
  }

  /** How many components a colour space has, and whether close values are close colours. */
  #spaceOf(value: Value, at: number): { components: number; isEven: boolean } | undefined {
    const [name, second] = isArray(value)
      ? [nameOf(this.#pdf.resolve(value[0], at)), this.#pdf.resolve(value[1], at)]
      : [nameOf(value), null]
    if (name === undefined) return undefined
    if (name === 'ICCBased') {
      const count = isStream(second) ? this.#pdf.get(second.dict, 'N', at) : null
      return count === 1 || count === 3 || count === 4 ? { components: count, isEven: true } : undefined
    }
    if (Object.hasOwn(evenSpaces, name)) return { components: evenSpaces[name]!, isEven: true }
    return name === 'Indexed' || name === 'Separation' ? { components: 1, isEven: false } : undefined
  }
}

type Picture = { samples: Samples; isExact: boolean }

const evenSpaces: Record<string, number> = { DeviceGray: 1, CalGray: 1, DeviceRGB: 3, CalRGB: 3, DeviceCMYK: 4 }

/** Undefined where it has none. */
