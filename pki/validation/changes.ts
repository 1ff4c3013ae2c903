import type { Memo } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isPlain } from '#pki/pdf/decode.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { reachedFrom } from '#pki/pdf/reached.ts'
import { isOtherThanPage, leadsToResources, metFromTrailer, usesOf } from '#pki/pdf/uses.ts'
import type { Use } from '#pki/pdf/uses.ts'
import { isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, IndirectObject, Ref, Value } from '#pki/pdf/values.ts'
import { refTo } from '#pki/pdf/views.ts'
import type { Entry } from '#pki/pdf/xref.ts'
import { differingKeys, hasSameOctets, hasSamePoints, sameValue } from './equality.ts'
import { fieldsOf, namesAbove } from './form.ts'
import { pagesByAnnotation } from './pages.ts'
import type { Field } from './form.ts'
import { isAllowedChange } from './report.ts'
import type { Change, ChangeCode } from './report.ts'
import { sameCollection, sameResources } from './resources.ts'
import type { Lock } from './signatures.ts'

/** What signatures up to the compared revision permit afterwards. */
export type Permissions = {
  /** The strictest DocMDP permission in force; null where nothing restricts the document as a whole. */
  permission: 1 | 2 | 3 | null
  locks: readonly Lock[]
  /** Whether a certification is in force: what breaks it has names of its own. */
  certified: boolean
}

/** Something was too large to look into, or cannot be read; or readers that begin before all of the file is there find other pages. */
export type LeftOpen = 'costly' | 'damaged' | 'twofold'

/** Signature dictionaries whose signatures hold, so that their fields' appearance is somebody's answer: by object number, below zero by their field's. */
export type SoundSignatures = ReadonlyMap<number, 'signature' | 'documentTimestamp'>

/**
 * What a revision showed against what the newest shows. Every object that a later revision redefines or frees must be
 * explained by the white list: further signatures with their widgets, validation data, document time stamps, fields filled in
 * as permissions go, and developer extensions. Everything else is a change that the signer did not see; that includes
 * metadata, which ISO 32000-2 §12.8.2.2 does not list among the permitted changes.
 */
export class Comparison {
  readonly pdf: PdfDocument
  readonly bytes: Uint8Array
  readonly from: number
  readonly to: number
  /** The catalogue of the old revision. */
  readonly root: Ref
  readonly permissions: Permissions
  readonly sound: SoundSignatures
  readonly changes: Change[]
  readonly #reported = new Set<string>()
  /** Objects of the old revision that later ones redefine or free. */
  readonly changed = new Map<number, { before: Value; after: Value; freed: boolean }>()
  /** Redefined objects that the white list accounts for. */
  readonly explained = new Set<number>()
  /** Redefined objects that only these objects may refer to, so that nothing else changes with them. */
  readonly holders = new Map<number, Set<number>>()
  /** Redefined fields, and annotations that say what they are: what else leads to one than forms and pages do uses it as something else. */
  readonly fields = new Set<number>()
  /** The redefined catalogue, pages and nodes of their tree. */
  readonly pages = new Set<number>()
  /** Redefined objects that were judged as what these keys lead to: what other keys lead to them has changed. */
  readonly judgedUnder = new Map<number, ReadonlySet<string>>()
  /** The pages of the old revision and the nodes of their tree, redefined or not. */
  readonly pageNodes = new Set<number>()
  /** Redefined objects that call themselves metadata: whatever else uses them shows another thing now. */
  readonly metadata = new Set<number>()
  readonly fieldsBefore: Map<number, Field>
  readonly memo: Memo = new Map()
  /** Annotations that pages gained. */
  readonly annotations: { ref: Ref; page: Ref }[] = []
  /** Numbers of new widgets that belong to new signature fields. */
  readonly newWidgets = new Set<number>()
  /** Of each field that changed, by its object's number, whether its value did. */
  readonly filledFields = new Map<number, boolean>()
  /** Of each field that was filled in, by name, a widget that may show something else than its value, or null. */
  readonly oddWidgets = new Map<string, number | null>()
  /** The newest catalogue states a form besides the one that there was. */
  isFormBeside = false
  /** Why nobody can say all of what changed, where that is so. */
  leftOpen: LeftOpen | undefined
  readonly #fieldsByName: ReadonlyMap<string, Field[]>
  #above: ReadonlySet<string> | undefined
  readonly #parents = new Map<number, Value>()
  #pages: ReadonlyMap<number, readonly Ref[]> | undefined
  readonly #before: ReadonlyMap<number, Entry>
  readonly #after: ReadonlyMap<number, Entry>

  constructor(pdf: PdfDocument, bytes: Uint8Array, from: number, permissions: Permissions, sound: SoundSignatures, changes: Change[]) {
    this.pdf = pdf
    this.changes = changes
    this.bytes = bytes
    this.from = from
    this.to = pdf.revisions.length - 1
    this.root = pdf.rootAt(from)
    this.permissions = permissions
    this.sound = sound
    this.#before = pdf.entries(from)
    this.#after = pdf.entries(this.to)
    const fields = fieldsOf(pdf, from)
    this.fieldsBefore = new Map(fields.map((field) => [field.number, field]))
    this.#fieldsByName = Map.groupBy(fields, ({ name }) => name)
  }

  /** A field and its widgets, as the old revision has them. */
  fieldsNamed(name: string): readonly Field[] {
    return this.#fieldsByName.get(name) ?? []
  }

  /** Whether fields with names of their own take from this one what they do not state themselves. */
  hasFieldsBelow(name: string): boolean {
    this.#above ??= new Set(this.#fieldsByName.keys().flatMap((one) => namesAbove(one)))
    return this.#above.has(name)
  }

  /** The field above a widget or a field, as it is now. */
  parentOf(dict: Dict): Value {
    const parent = dict.entries.get('Parent')
    return isRef(parent) ? this.#parents.getOrInsertComputed(parent.number, () => this.after(parent)) : this.after(parent)
  }

  /** The pages on which the newest revision has an annotation: one, or somebody lets it stand where nobody looked. */
  pagesWith(annotation: number): readonly Ref[] {
    this.#pages ??= pagesByAnnotation(this.pdf, this.to)
    return this.#pages.get(annotation) ?? []
  }

  pageOf = (annotation: number): Ref | undefined => this.pagesWith(annotation)[0]

  report(code: ChangeCode, details: Omit<Change, 'code' | 'allowed'> & { allowed?: false } = {}): void {
    const key = JSON.stringify([code, details.object, details.field])
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.changes.push({ code, allowed: isAllowedChange(code), ...details })
  }

  /** The value of an object before and after, by the reference that leads to it. */
  before(value: Value | undefined): Value {
    return this.pdf.resolve(value, this.from)
  }

  after(value: Value | undefined): Value {
    return this.pdf.resolve(value, this.to)
  }

  /** Marks the object behind a reference as accounted for, if it was redefined, and held by `holder` alone: 0 where only a trailer may. */
  explain(value: Value | undefined, holder?: number): void {
    if (!isRef(value) || !this.changed.has(value.number)) return
    if (refTo(value.number, this.#before.get(value.number)!).generation !== value.generation) return // it leads to another
    this.explained.add(value.number)
    if (holder !== undefined) this.hold(value, holder)
  }

  judgeUnder(number: number, keys: ReadonlySet<string>): void {
    this.judgedUnder.set(number, keys.intersection(this.judgedUnder.get(number) ?? keys))
  }

  /** The same of an object that stayed as it is and leads to one that did not. */
  hold(value: Value | undefined, holder: number): void {
    if (isRef(value)) this.holders.set(value.number, (this.holders.get(value.number) ?? new Set()).add(holder))
  }

  existedBefore(value: Value | undefined): boolean {
    return isRef(value) && (this.#before.get(value.number)?.type ?? 'free') !== 'free'
  }

  /** Answers the numbers of new objects. */
  collectChanged(): Set<number> {
    const added = new Set<number>()
    for (const number of this.#touched()) {
      const before = this.#before.get(number)
      const after = this.#after.get(number)!
      if (!before || before.type === 'free') {
        if (after.type !== 'free') added.add(number)
        continue
      }
      const was = this.pdf.object(refTo(number, before), this.from)
      const old = was?.value ?? null
      const freed = after.type === 'free' || refTo(number, before).generation !== refTo(number, after).generation // what led to it leads to nothing
      const is = freed ? null : this.#readNow(number, after)
      const now = is?.value ?? null
      if (!freed && this.#saysTheSame(number, old, now)) {
        if (!hasSamePoints(was, is, this.bytes)) this.report('objectChanged', { object: number, forgery: 'shadowReplace' })
        continue
      }
      this.changed.set(number, { before: old, after: now, freed })
    }
    return added
  }

  #saysTheSame(number: number, old: Value, now: Value): boolean {
    if (!isDict(old) || !isDict(now)) return sameValue(old, now, this.bytes) || this.#isOnlyCodedAnew(old, now)
    const keys = this.differing(old, now)
    if (keys.every((key) => key === 'CIDSystemInfo' && sameCollection(this, old, now))) return true
    if (keys.every((key) => key === 'Type' && this.#saysThatItIsOne(old, now))) {
      this.fields.add(number)
      return true
    }
    if (!sameResources(this, old, now)) return false
    this.judgeUnder(number, leadsToResources)
    return true
  }

  /** An annotation that did not call itself one: PDFBox names all of a page as it signs there. */
  #saysThatItIsOne({ entries }: Dict, now: Dict): boolean {
    return !entries.has('Type') && entries.has('Subtype') && entries.has('Rect') && nameOf(this.after(now.entries.get('Type'))) === 'Annot'
  }

  /** A stream that unpacks to what it was: Chrome packs what it saves again, and says how long the rest is in its own place. */
  #isOnlyCodedAnew(old: Value, now: Value): boolean {
    if (!isStream(old) || !isStream(now)) return false
    const differing = this.differing(old.dict, now.dict)
    if (differing.every((key) => key === 'Length') && hasSameOctets(old, now, this.bytes)) return true
    if (!isPlain(old.dict) || !isPlain(now.dict) || !differing.every((key) => codings.has(key))) return false
    try {
      return Buffer.compare(this.pdf.data(old), this.pdf.data(now)) === 0
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      if (error.code === 'TOO_LARGE') this.leftOpen ??= 'costly' // nobody looked, and nothing is said of it
      return error.code === 'TOO_LARGE'
    }
  }

  /** What later revisions define, and what stands in an object stream that they define anew. */
  #touched(): Set<number> {
    const touched = new Set<number>()
    for (const revision of this.pdf.revisions.slice(this.from + 1)) for (const number of revision.entries.keys()) touched.add(number)
    for (const [number, entry] of this.#before) if (entry.type === 'packed' && touched.has(entry.stream)) touched.add(number)
    return touched
  }

  /** A later cross-reference that leads to some other object than it says is read differently by every reader. */
  #readNow(number: number, entry: Entry): IndirectObject | null {
    try {
      const object = this.pdf.object(refTo(number, entry), this.to)
      if (isRef(object?.value)) this.leftOpen ??= 'damaged' // few readers follow an object that is nothing but a reference
      return object
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      this.report('objectReused', { object: number, forgery: 'shadowHideAndReplace' })
      this.explained.add(number)
      return null
    }
  }

  /** One walk over the old revision: references to nothing that a later revision defines, and redefined objects that something else uses, too. */
  checkReferences(added: ReadonlySet<number>): void {
    const sets = [added, this.holders, this.metadata, this.fields, this.pages, this.judgedUnder]
    if (sets.every(({ size }) => size === 0)) return
    const broken = new Set<number>()
    const onBroken = (number: number, error?: PdfError) => void (error ? broken.add(number) : (this.leftOpen ??= 'damaged'))
    const isMet = metFromTrailer(this.pdf, this.from, broken)
    for (const [number, uses] of usesOf(this.pdf, this.from, (one) => sets.some((set) => set.has(one)), onBroken)) {
      if (added.has(number) && uses.some(isMet)) this.report('lostObjectDefined', { object: number, forgery: 'shadowHideAndReplace' })
      if (this.metadata.has(number) && uses.some((use) => (use.key !== 'Metadata' || use.mayBeState) && isMet(use)))
        this.report('contentChanged', { object: number, forgery: 'shadowReplace' })
      if (this.#isUsedOtherwise(number, uses) && this.#isUsedOtherwise(number, uses.filter(isMet)))
        this.report('objectChanged', { object: number, forgery: 'shadowReplace' })
    }
    if (broken.size === 0 || reachedFrom(this.pdf, broken, this.from).isDisjointFrom(broken)) return
    this.leftOpen ??= 'damaged' // whoever repairs it may find any reference in it
  }

  /** PyPDF2 leaves copies of pages behind, to which only annotations lead. */
  #isUsedOtherwise(number: number, uses: readonly Use[]): boolean {
    const allowed = this.holders.get(number)
    const keys = this.judgedUnder.get(number)
    const isElse = ({ holder, key }: Use, i: number) =>
      allowed?.has(holder) ? this.#isSecondUse(holder, uses.slice(0, i)) : key !== 'Annots' || this.pageNodes.has(holder)
    return (
      (allowed !== undefined && uses.some(isElse)) ||
      (this.fields.has(number) && uses.some(({ key }) => !leadsToFields.has(key))) ||
      (this.pages.has(number) && uses.some(isOtherThanPage)) ||
      (keys !== undefined && uses.some(({ key }) => !keys.has(key)))
    )
  }

  /** A catalogue or a page has more than one thing of an object that it leads to twice. */
  #isSecondUse(holder: number, earlier: readonly Use[]): boolean {
    return (holder === this.root.number || this.pageNodes.has(holder)) && earlier.some((use) => use.holder === holder)
  }

  differing(a: Dict, b: Dict): string[] {
    return differingKeys(a, b, this.bytes)
  }
}

/** Keys that say how a stream is packed, and nothing of what it is. */
export const codings: ReadonlySet<string> = new Set(['Filter', 'DecodeParms', 'Length'])

/** Where forms, pages, actions and the structure tree have fields and their widgets. */
const leadsToFields: ReadonlySet<string> = new Set('Fields[] Kids[] Annots[] CO[] K[] T[] Fields Parent Obj K T IRT Popup AN'.split(' '))
