/**
 * Images must hold what they say of themselves (ISO 32000-2 §8.9.5 and §8.9.6): where one is short, some readers draw what there is and others
 * black, white or nothing; of a mask of another kind than the standard has, one takes the colours, the next the opposite, and a third none.
 */

import { spaceOf } from '#pki/colour/spaces.ts'
import { Fault } from '#pki/content/fault.ts'
import { frameOf } from '#pki/content/jpeg.ts'
import { areSamplesWithin } from '#pki/content/samples.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { filters } from '#pki/pdf/filters.ts'
import { isArray, isDict, isInteger, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Stream, Value } from '#pki/pdf/values.ts'

/** Octets of one image, unpacked, and of all that are unpacked to be counted: more are not looked at, since large documents are signed, too. */
const mostOfOne = 128 * 1024 * 1024
const mostInAll = 384 * 1024 * 1024

const usualColumns = 1728

export class Images {
  readonly #document: PdfDocument
  #left = mostInAll

  constructor(document: PdfDocument) {
    this.#document = document
  }

  /** What is wrong, in words for the log. @throws Fault, PdfError TOO_LARGE */
  faultIn(stream: Stream): string | undefined {
    const get = (key: string) => this.#document.get(stream.dict, key)
    const [width, height, stated, decode] = ['Width', 'Height', 'BitsPerComponent', 'Decode'].map(get) as [Value, Value, Value, Value]
    if (!isInteger(width) || !isInteger(height)) return 'an image has no size'
    const isStencil = get('ImageMask') === true
    if (isStencil && ((stated ?? 1) !== 1 || ['Mask', 'SMask'].some((key) => get(key) !== null)))
      return 'a stencil has more than one bit, or a mask'
    if (isStencil && isArray(decode) && !/^(?:0,1|1,0)$/.test(decode.map((one) => this.#document.resolve(one)).join()))
      return 'a stencil decodes to something else than ink and none'
    const codec = this.#codecOf(get('Filter'))
    const colours = isStencil ? { count: 1 } : this.#coloursOf(stream.dict.entries.get('ColorSpace'))
    if (!colours) return codec === 'JPXDecode' ? undefined : 'the colours of an image are not known'
    // PDFium decodes no numbers of colours
    const isTurned = colours.highest !== undefined && isArray(decode) && this.#document.resolve(decode[0] ?? null) !== 0
    if (isArray(decode) && (decode.length !== 2 * colours.count || isTurned)) return 'an image decodes other colours than it has'
    const bits = isStencil ? 1 : isInteger(stated) ? stated : 8
    if (bits === 1 && isArray(decode) && !/^(?:0,1|1,0)(?:,(?:0,1|1,0))*$/.test(decode.map((one) => this.#document.resolve(one)).join()))
      return 'an image of one bit decodes to halves'
    if (colours.highest !== undefined && bits > 8) return 'an image has more bits than a table takes'
    return this.#faultOfMasks(stream, colours, bits) ?? this.#faultOfData(stream, { width, height, bits, codec, colours })
  }

  /** What the samples are in besides what is undone here: none, a format of its own, or something that is not known here. */
  #codecOf(filter: Value): string | undefined {
    const names = (isArray(filter) ? filter : filter === null ? [] : [filter]).map((one) => nameOf(this.#document.resolve(one)) ?? '')
    return names.find((name) => !Object.hasOwn(filters, name) && name !== 'Crypt')
  }

  #coloursOf(stated: Value | undefined): Colours | undefined {
    if (stated === undefined || this.#document.resolve(stated) === null) return undefined
    const { kind, components } = spaceOf(this.#document, stated)
    if (kind === 'pattern') throw new Fault('an image is made of patterns')
    return { count: components.length, ...(kind === 'table' && { highest: components[0]![1] }) }
  }

  #faultOfMasks({ dict }: Stream, { count }: Colours, bits: number): string | undefined {
    const document = this.#document
    const [mask, soft] = ['Mask', 'SMask'].map((key) => document.get(dict, key)) as [Value, Value]
    if (isArray(mask)) {
      const most = 2 ** bits - 1
      const numbers = mask.map((one) => document.resolve(one))
      const isRange = numbers.every(
        (one, i) => isInteger(one) && one >= 0 && one <= most && (i % 2 === 0 || one >= (numbers[i - 1] as number)),
      )
      if (numbers.length !== 2 * count || !isRange) return 'an image is masked by colours that it cannot have'
    } else if (isStream(mask)) {
      if (document.get(mask.dict, 'ImageMask') !== true) return 'an image is masked by what is no stencil'
    } else if (isDict(mask)) return 'an image is masked by what is no mask'
    if (!isStream(soft)) return undefined
    const matte = document.get(soft.dict, 'Matte')
    if (isArray(matte) && matte.length !== count) return 'a soft mask was mixed with other colours than its image has'
    const isGray = nameOf(document.get(soft.dict, 'ColorSpace')) === 'DeviceGray' && document.get(soft.dict, 'ImageMask') !== true
    const isMaskedItself = ['Mask', 'SMask'].some((key) => document.get(soft.dict, key) !== null)
    return isGray && !isMaskedItself ? undefined : 'a soft mask has colours or a mask'
  }

  #faultOfData(stream: Stream, { width, height, bits, codec, colours }: Said): string | undefined {
    if (codec === 'CCITTFaxDecode') {
      const isSame = (this.#parameter(stream, 'Columns') ?? usualColumns) === width
      return isSame ? undefined : 'a facsimile has another width than its image'
    }
    if (codec !== undefined && codec !== 'DCTDecode') return undefined
    const row = Math.ceil((width * colours.count * bits) / 8)
    const expected = codec === undefined ? height * row : stream.length
    const { highest = most8 } = colours
    const isCounted = highest >= 2 ** bits - 1 || this.#parameter(stream, 'Predictor') === predictorOfTiff
    const cost = isCounted ? expected : Math.max(expected, width * height)
    if (cost > Math.min(mostOfOne, this.#left)) return undefined
    try {
      const { data } = this.#document.picture(stream, mostOfOne, { isCounted })
      this.#left -= Math.max(cost, data.length)
      if (codec !== undefined) {
        const said = frameOf(data)
        const isSame = said?.width === width && said.height === height && said.components === colours.count
        return isSame ? undefined : 'a photograph has another size or other colours than its image'
      }
      if (data.length < expected) return 'an image is shorter than it says'
      return isCounted || areSamplesWithin(data, highest, { width, height, row, bits })
        ? undefined
        : 'an image has colours that its table has not'
    } catch (error) {
      if (error instanceof PdfError && error.code === 'FILTER') return error.message
      throw error
    }
  }

  /** Of the last filter. */
  #parameter({ dict }: Stream, key: string): Value {
    const stated = this.#document.get(dict, 'DecodeParms')
    const last = this.#document.resolve((isArray(stated) ? stated.at(-1) : stated) ?? null)
    return isDict(last) ? this.#document.get(last, key) : null
  }
}

const predictorOfTiff = 2
const most8 = 255

/** How many colours a sample has, and the highest number that one may have in a table. */
type Colours = { readonly count: number; readonly highest?: number }
type Said = { width: number; height: number; bits: number; codec: string | undefined; colours: Colours }
