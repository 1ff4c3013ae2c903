/** What content draws with, by the resources that it names (ISO 32000-2 §7.8.3). */

import { frameOf, matrixOf } from '#pki/colour/frames.ts'
import { patternOf } from '#pki/colour/patterns.ts'
import { checkShading } from '#pki/colour/shadings.ts'
import { namedSpaces, shortNames, spaceOf } from '#pki/colour/spaces.ts'
import type { Space } from '#pki/colour/spaces.ts'
import { stateOf } from '#pki/colour/states.ts'
import type { State } from '#pki/colour/states.ts'
import { isOtherwise, within } from '#pki/colour/transparency.ts'
import { Fault } from '#pki/content/fault.ts'
import { boxAround, cornersOf } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import type { Drawable, Letters, Resources } from '#pki/content/resources.ts'
import { textInDoubt } from '#pki/content/textInDoubt.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'

/** What some readers take for a space of their own, whatever the resources say. */
const namesOfReaders = new Set([...Object.keys(shortNames), ...'I Indexed CalGray CalRGB Lab ICCBased Separation DeviceN'.split(' ')])

/** The values of a category that have a name. */
type Find = (category: string, name: string) => Value[]
type Lookup = {
  readonly own: Find
  /** Of what draws the content: some readers look there, too. */
  readonly above: Find
  readonly haveMasks: () => boolean
}
const none: Find = () => []
/** Resources that are looked through. */
const mostInAll = 5_000_000
const unit: Box = [0, 0, 1, 1]
const nothingChanged: State = { hasFont: false, clearness: {}, pen: {} }

export class DrawnWith {
  readonly #document: PdfDocument
  readonly #letters = new Map<Dict, Letters>()
  readonly #drawables = new Map<number, Drawable>()
  readonly #masks = new Map<Dict, boolean>()
  /** Resources that were met so far. */
  readonly #met = new Set<Dict>()
  /** A form without resources has those of whoever draws it: any of them, which must agree. */
  readonly #ofOthers: Resources
  #left = mostInAll

  constructor(document: PdfDocument) {
    this.#document = document
    const ofAll = (category: string, name: string) => this.#ofAll(category, name)
    this.#ofOthers = this.#named({
      own: ofAll,
      above: none,
      haveMasks: () => [...this.#met].some((some) => this.#hasMasks(some)),
    })
  }

  /** @param isPage whether readers find nothing where these do not have it, and not in those of what draws the content */
  of(resources: Value, isPage: boolean): Resources {
    if (!isDict(resources)) return isPage ? this.#named({ own: none, above: none, haveMasks: () => false }) : this.#ofOthers
    this.#met.add(resources)
    const own = (category: string, name: string) => this.#entry(resources, category, name)
    const above: Find = isPage ? none : (category, name) => this.#ofAll(category, name)
    return this.#named({ own, above, haveMasks: () => this.#hasMasks(resources) })
  }

  /** @throws PdfError TOO_LARGE */
  #ofAll(category: string, name: string): Value[] {
    if ((this.#left -= this.#met.size) < 0) throw new PdfError('TOO_LARGE', 'the resources are more than the reader allows')
    return [...this.#met].flatMap((some) => this.#entry(some, category, name))
  }

  #entry(resources: Dict, category: string, name: string): Value[] {
    const named = this.#document.get(resources, category)
    const value = isDict(named) ? named.entries.get(name) : undefined
    return value === undefined || this.#document.resolve(value) === null ? [] : [value]
  }

  /** Pages may share what they have. */
  #hasMasks(resources: Dict): boolean {
    const states = this.#document.get(resources, 'ExtGState')
    if (!isDict(states)) return false
    const isMask = (value: Value) => {
      const state = this.#document.resolve(value)
      return isDict(state) && isDict(this.#document.get(state, 'SMask'))
    }
    return this.#masks.getOrInsertComputed(states, () => states.entries.values().some(isMask))
  }

  #named({ own, above, haveMasks }: Lookup): Resources {
    const document = this.#document
    const entries = (category: string, name: string): Value[] => {
      const found = own(category, name)
      if (found.length === 0 && above(category, name).length > 0) throw new Fault(`a resource is another's: ${category}`)
      return found
    }
    const each = <Found>(find: (name: string) => Found) => {
      const known = new Map<string, Found>()
      return (name: string) => known.getOrInsertComputed(name, find)
    }
    const all = <Found>(category: string, judge: (value: Value) => Found, none?: Found) =>
      each((name) => agreed(entries(category, name).map(judge), category, none))
    return {
      get haveMasks() {
        return haveMasks()
      },
      font: each((name) => this.#lettersOf(own('Font', name)) ?? missing('a font')),
      space: each((name) => (Object.hasOwn(namedSpaces, name) ? this.#namedSpace(name, own) : this.#spaceOf(name, entries))),
      pattern: all('Pattern', (value) => patternOf(document, document.resolve(value))),
      state: all('ExtGState', (value) => stateOf(document, document.resolve(value)), nothingChanged),
      shading: all('Shading', (value) => checkShading(document, value, 'itself'), true),
      object: each((name) => this.#drawableOf(entries('XObject', name))),
    }
  }

  /** Resources may share one. */
  #drawableOf(values: readonly Value[]): Drawable {
    const [first] = values
    return values.length === 1 && isRef(first)
      ? this.#drawables.getOrInsertComputed(first.number, () => this.#drawableAmong(values))
      : this.#drawableAmong(values)
  }

  #drawableAmong(values: readonly Value[]): Drawable {
    const document = this.#document
    const drawn = values.map((value) => document.resolve(value)).filter(isStream)
    const kinds = drawn.map(({ dict }) => kindOf(document, dict))
    const forms = drawn.filter((_, i) => kinds[i] === 'form')
    return {
      kind: agreed(kinds, 'XObject', 'nothing'),
      forms: forms.map(({ start, dict }) => ({ start, matrix: matrixOf(document, dict) })),
      frame: forms.length === 0 ? unit : boxAround(forms.flatMap(({ dict }) => cornersOf(frameOf(document, dict)))),
      mayBeClear: () => drawn.some((one) => within(document, one).isClear),
      // without resources of its own it may have any
      mayShowText: () => forms.some((form) => !isDict(document.get(form.dict, 'Resources')) || within(document, form).hasFonts),
      isOtherwise: (through) => forms.some((form) => isOtherwise(document, form, through)),
    }
  }

  #lettersOf(values: readonly Value[]): Letters | undefined {
    const fonts = values.map((value) => this.#document.resolve(value)).filter(isDict)
    const [first, ...others] = fonts.map((font) =>
      this.#letters.getOrInsertComputed(font, () => ({ areInDoubt: textInDoubt(this.#document, font) })),
    )
    if (!first || others.length === 0) return first
    return { areInDoubt: (string) => [first, ...others].some(({ areInDoubt }) => areInDoubt(string)) }
  }

  #spaceOf(name: string, entries: Find): Space {
    if (namesOfReaders.has(name)) throw new Fault('a colour space has a name that some readers have for one of their own')
    const found = entries('ColorSpace', name).map((value) => spaceOf(this.#document, value))
    return agreed(found, 'ColorSpace')
  }

  /** What stands for a device's colours (ISO 32000-2 §8.6.5.6) some readers go by, and others do not. */
  #namedSpace(name: string, own: Find): Space {
    const space = namedSpaces[name]!
    const all = (wanted: string) => own('ColorSpace', wanted).map((value) => spaceOf(this.#document, value))
    // an image within the content has short names for them
    const short = Object.keys(shortNames).find((one) => shortNames[one] === name)
    if (short !== undefined && own('ColorSpace', short).length > 0) throw new Fault('a colour space has the short name of another')
    if (all(name).some((one) => one !== space)) throw new Fault('a colour space has the name of another')
    const isAlike = ({ kind, components }: Space) =>
      (kind === 'measured' || kind === 'device') && JSON.stringify(components) === JSON.stringify(space.components)
    if (space.kind === 'device' && !all(name.replace('Device', 'Default')).every(isAlike))
      throw new Fault('other colours stand for those of the device')
    return space
  }
}

function missing(category: string): never {
  throw new Fault(`${category} is not there`)
}

function agreed<Found>([first, ...others]: readonly Found[], category: string, none?: Found): Found {
  const found = first ?? none ?? missing(`a resource (${category})`)
  const said = JSON.stringify(found)
  if (others.some((other) => JSON.stringify(other) !== said))
    throw new Fault(`a resource is one thing here, and another there: ${category}`)
  return found
}

function kindOf(document: PdfDocument, dict: Dict): Drawable['kind'] {
  const kind = nameOf(document.get(dict, 'Subtype'))
  if (kind === 'Image') return document.get(dict, 'ImageMask') === true ? 'stencil' : 'image'
  if (kind !== 'Form') return 'nothing'
  if (document.get(dict, 'Subtype2') !== null) throw new Fault('a form is written in PostScript')
  return 'form'
}
