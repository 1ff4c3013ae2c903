import { expectTag } from '#pki/der/read.ts'
import type { Element, Walk } from '#pki/der/read.ts'
import { nameText, readName } from './names.ts'
import type { ReadAttribute } from './names.ts'

/** A distinguished name: its exact bytes, for comparing and copying, and its attributes, for people. */
export class DistinguishedName {
  readonly #bytes: Uint8Array
  readonly #start: number
  readonly #contentsStart: number
  readonly #end: number
  #der?: Uint8Array
  #attributes?: ReadAttribute[]
  /** By offsets in bytes that were checked: of the SEQUENCE, of its contents, of its end. */
  constructor(bytes: Uint8Array, start: number, contentsStart: number, end: number) {
    this.#bytes = bytes
    this.#start = start
    this.#contentsStart = contentsStart
    this.#end = end
  }
  static of(element: Element | undefined): DistinguishedName {
    const { bytes, start, contentsStart, end } = expectTag(element, 0x30, 'a Name')
    return new DistinguishedName(bytes, start, contentsStart, end)
  }
  /** The name that stands where `walk` is, and goes past it. `end` is of what holds it. */
  static at(walk: Walk, end: number, what: string): DistinguishedName {
    const start = walk.at
    const contentsStart = walk.skip(end, 0x30, what)
    return new DistinguishedName(walk.bytes, start, contentsStart, walk.at)
  }
  get der(): Uint8Array {
    return (this.#der ??= this.#bytes.subarray(this.#start, this.#end))
  }
  get attributes(): readonly ReadAttribute[] {
    return (this.#attributes ??= readName(this.#bytes, this.#start, this.#contentsStart, this.#end))
  }
  get text(): string {
    return nameText(this.attributes)
  }
}
