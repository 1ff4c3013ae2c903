/** The colours of images within content (ISO 32000-2 §8.9.7), which have short names for some spaces, and tables that stand there. */

import { wholeName } from '#pki/colour/spaces.ts'
import type { Space } from '#pki/colour/spaces.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { filters } from '#pki/pdf/filters.ts'
import { Fault } from './fault.ts'
import type { InlineImage } from './inlineImages.ts'
import { areSamplesWithin } from './samples.ts'

const shortFilters: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
}
const mostUnpacked = 16 * 1024 * 1024
/** `/I base highest table`, where the table is a string of either kind. */
const table = /^\[\s*\/I(?:ndexed)?\s*\/(\w+)\s+(\d{1,5})\s*(?:<([0-9A-Fa-f\s]*)>|\(((?:\\[^]|[^\\)])*)\))\s*\]$/
const named = /^\/([^\s/[\]<>(){}%]+)$/

type Colours = { readonly count: number; readonly highest?: number }

/** @param spaceOf by a whole name @throws Fault where readers may show other colours */
export function checkColours(image: InlineImage, spaceOf: (name: string) => Space): void {
  const { said } = image
  if (said.get('ImageMask') === 'true') return
  const colours = coloursIn(said.get('ColorSpace') ?? '', spaceOf)
  const bits = Number(said.get('BitsPerComponent') ?? 8)
  const highest = 2 ** bits - 1
  const usual = colours.highest === undefined ? Array.from({ length: colours.count }, () => [0, 1]) : [0, highest]
  const decode = said.get('Decode')
  // pdf.js does not ask about it but for stencils
  if (decode !== undefined && decode.replace(/[[\]]/g, ' ').trim().split(/\s+/).map(Number).join() !== usual.join())
    throw new Fault('an image within the content decodes to other colours than it has')
  if (colours.highest !== undefined && colours.highest < highest && !areOfTable(image, colours.highest, bits))
    throw new Fault('an image within the content has colours that its table has not')
}

function coloursIn(stated: string, spaceOf: (name: string) => Space): Colours {
  const name = named.exec(stated)?.[1]
  const [, base, last, digits, text] = table.exec(stated) ?? []
  const space = name ?? base
  if (space === undefined) throw new Fault('an image within the content has no colours')
  const { kind, components } = spaceOf(wholeName(space))
  if (kind === 'pattern') throw new Fault('an image within the content is made of patterns')
  if (name !== undefined) return { count: components.length, ...(kind === 'table' && { highest: components[0]![1] }) }
  const length =
    digits === undefined ? (text ?? '').replace(/\\(?:[0-7]{1,3}|\r\n|[^])/g, 'x').length : digits.replace(/\s/g, '').length / 2
  const highest = Math.min(Number(last), 255)
  // pdf.js looks for no other base in the resources
  if (kind !== 'device' || length < (highest + 1) * components.length)
    throw new Fault('an image within the content has a table of nothing that all know, or too short a one')
  return { count: 1, highest }
}

/** Predictors and what packs as pictures are is not undone here. */
function areOfTable({ said, data }: InlineImage, highest: number, bits: number): boolean {
  if (said.has('DecodeParms')) return true
  const [width, height] = ['Width', 'Height'].map((key) => Number(said.get(key))) as [number, number]
  const row = Math.ceil((width * bits) / 8)
  try {
    let samples = data
    for (const [, name = ''] of (said.get('Filter') ?? '').matchAll(/\/(\w+)/g)) {
      const whole = Object.hasOwn(shortFilters, name) ? shortFilters[name]! : name
      const filter = Object.hasOwn(filters, whole) ? filters[whole] : undefined
      if (!filter) return true
      samples = filter(samples, mostUnpacked, { earlyChange: 1 })
    }
    return samples.length >= row * height && areSamplesWithin(samples, highest, { width, height, row, bits })
  } catch (error) {
    if (error instanceof PdfError) return false
    throw error
  }
}
