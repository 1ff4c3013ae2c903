/**
 * Layers (optional content, ISO 32000-2 §8.11) that may be hidden from somebody: what is off, and what readers do not agree on. What was found with
 * PDFium, poppler and MuPDF stands beside each rule.
 */
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'

export class Layers {
  readonly #document: PdfDocument
  readonly #properties: Dict | undefined
  /** Numbers of the groups that the catalogue lists. */
  readonly #listed = new Set<number>()
  /** Many memberships may name one list. */
  readonly #lists = new Map<number, boolean>()

  constructor(document: PdfDocument) {
    this.#document = document
    const properties = document.get(document.root, 'OCProperties')
    this.#properties = isDict(properties) ? properties : undefined
    const groups = this.#properties && document.get(this.#properties, 'OCGs')
    for (const group of isArray(groups) ? groups : []) if (isRef(group)) this.#listed.add(group.number)
  }

  /** Whether the catalogue's configurations hide a layer. Without a default one all readers show all of them. */
  areHidden(): boolean {
    if (!this.#properties) return false
    const [standard, others] = ['D', 'Configs'].map((key) => this.#document.get(this.#properties!, key))
    const intent = isDict(standard) ? this.#document.get(standard, 'Intent') : null
    // MuPDF hides all layers where the intent is another
    if (isDict(standard) && (this.#isOff(standard) || !(intent === null || this.#isView(intent, nameOf)))) return true
    // PDFium, and so Chrome, takes the first of these that says that it is for the view, and not the default one
    if (!isArray(others)) return false
    return others.length > mostConfigurations || others.some((other) => this.#isOffForView(this.#document.resolve(other)))
  }

  /** Whether any dictionary of the file is a usage or a membership that hides something. */
  mayHide(dict: Dict): boolean {
    return this.#isOffSomewhere(dict) || (this.#isMembership(dict) && this.#isDisputed(dict)) || this.#isOfNone(dict)
  }

  /** Of a form or an image in a layer that is no dictionary, or null, Firefox shows nothing. */
  #isOfNone(drawn: Dict): boolean {
    if (!drawn.entries.has('OC') || isDict(this.#document.get(drawn, 'OC'))) return false
    return ['Form', 'Image'].includes(wordOf(this.#document.get(drawn, 'Subtype')))
  }

  /** PDFium takes whatever says that it is something, and no group, for one. */
  #isMembership(dict: Dict): boolean {
    if (!dict.entries.has('OCGs') && !dict.entries.has('VE')) return false
    const type = this.#document.get(dict, 'Type')
    return type !== null && wordOf(type) !== 'OCG'
  }

  #isOffForView(configuration: Value): boolean {
    return isDict(configuration) && this.#isView(this.#document.get(configuration, 'Intent')) && this.#isOff(configuration)
  }

  #isView(intent: Value, read: (value: Value) => string | undefined = wordOf): boolean {
    const named = isArray(intent) ? intent.map((one) => this.#document.resolve(one)) : [intent]
    return named.some((one) => ['View', 'All'].includes(read(one) ?? ''))
  }

  #isOff(configuration: Dict): boolean {
    const [off, automatic] = ['OFF', 'AS'].map((key) => this.#document.get(configuration, key)) as [Value, Value]
    if (!isEmpty(off) || wordOf(this.#document.get(configuration, 'BaseState')) === 'OFF') return true
    return isArray(automatic) ? automatic.some((use) => this.#isOfSome(this.#document.resolve(use))) : automatic !== null
  }

  /**
   * Watermarks that Acrobat and pdfcpu add are switched for screen, print and export (tables 100 and 101), and are on in all of them. What a
   * magnification, a user or a language switches, others see otherwise.
   */
  #isOfSome(use: Value): boolean {
    if (!isDict(use)) return false
    const said = this.#document.get(use, 'Category')
    const categories = isArray(said) ? said : [said]
    if (categories.length > ofAll.length) return true
    return categories.some((category) => !ofAll.includes(wordOf(this.#document.resolve(category))))
  }

  /**
   * A layer that is off on the screen, in print or in an export. PDFium, and so Chrome, obeys it though no configuration applies it; what is left of
   * one that the catalogue does not know any more is printed by all others.
   */
  #isOffSomewhere(usage: Dict): boolean {
    const keys = this.#properties ? ['ViewState', 'PrintState', 'ExportState'] : ['ViewState']
    return keys.some((key) => wordOf(this.#document.get(usage, key)) === 'OFF')
  }

  /**
   * Content that shows while layers are off is hidden while they are on; readers that know no expressions show it all the same. PDFium shows nothing
   * by a policy that it does not know, poppler nothing of groups that are none or not listed, and MuPDF and pdf.js nothing of an empty list.
   */
  #isDisputed(membership: Dict): boolean {
    const policy = this.#document.get(membership, 'P')
    if (membership.entries.has('VE') || !(policy === null || ['AllOn', 'AnyOn'].includes(wordOf(policy)))) return true
    const named = membership.entries.get('OCGs') ?? null
    if (!isRef(named)) return this.#areUnlisted(named)
    return this.#lists.getOrInsertComputed(named.number, () => this.#areUnlisted(named))
  }

  #areUnlisted(named: Value): boolean {
    const groups = this.#document.resolve(named)
    if (!this.#properties || !(isArray(groups) || isDict(groups))) return false
    const members = isArray(groups) ? groups : [named]
    return members.length === 0 || members.some((group) => !isRef(group) || !this.#listed.has(group.number))
  }
}

/** Nobody has more; each may name one long list. */
const mostConfigurations = 100
const ofAll = ['View', 'Print', 'Export']
/** PDFium takes a string for the name that it spells. */
const wordOf = (value: Value) => (isString(value) ? textOf(value) : (nameOf(value) ?? ''))
const isEmpty = (value: Value) => value === null || (isArray(value) && value.length === 0)
