import type { PdfDocument } from '#pki/pdf/document.ts'
import { eachReference, eachReferenceUnder } from '#pki/pdf/inside.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { refTo } from '#pki/pdf/views.ts'
import type { Entry } from '#pki/pdf/xref.ts'
import { differingKeys, sameObject } from './equality.ts'
import { fieldsOf } from './form.ts'
import { pagesByAnnotation } from './pages.ts'
import type { Field } from './form.ts'
import { isAllowedChange } from './report.ts'
import type { Change, ChangeCode } from './report.ts'
import { resourceKinds, sameResources } from './resources.ts'
import type { Lock } from './signatures.ts'

/** What signatures up to the compared revision permit afterwards. */
export type Permissions = {
  /** The strictest DocMDP permission in force; null where nothing restricts the document as a whole. */
  permission: 1 | 2 | 3 | null
  locks: readonly Lock[]
  /** Whether a certification is in force: what breaks it has names of its own. */
  certified: boolean
}

/** Signature dictionaries by object number whose signatures hold, so that their fields' appearance is somebody's answer. */
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
  /** Redefined fields: what else leads to one than forms and pages do uses it as something else. */
  readonly fields = new Set<number>()
  /** The redefined catalogue, pages and nodes of their tree. */
  readonly pages = new Set<number>()
  /** Redefined objects that call themselves metadata: whatever else uses them shows another thing now. */
  readonly metadata = new Set<number>()
  readonly fieldsBefore: Map<number, Field>
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
  /** False where something was too large to look into. */
  isComplete = true
  readonly #fieldsByName: ReadonlyMap<string, Field[]>
  readonly #parents = new Map<number, Value>()
  #pages: ReadonlyMap<number, Ref> | undefined
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

  /** The field above a widget or a field, as it is now. */
  parentOf(dict: Dict): Value {
    const parent = dict.entries.get('Parent')
    return isRef(parent) ? this.#parents.getOrInsertComputed(parent.number, () => this.after(parent)) : this.after(parent)
  }

  /** The page on which the newest revision has an annotation. */
  pageOf(annotation: number): Ref | undefined {
    this.#pages ??= pagesByAnnotation(this.pdf, this.to)
    return this.#pages.get(annotation)
  }

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
    this.explained.add(value.number)
    if (holder !== undefined) this.holders.set(value.number, (this.holders.get(value.number) ?? new Set()).add(holder))
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
      if (number === 0) continue
      if (!before || before.type === 'free') {
        if (after.type !== 'free') added.add(number)
        continue
      }
      const old = this.pdf.object(refTo(number, before), this.from)?.value ?? null
      const freed = after.type === 'free'
      const now = freed ? null : this.#readNow(number, after)
      const sameGeneration = refTo(number, before).generation === refTo(number, after).generation
      if (!freed && sameGeneration && this.#saysTheSame(old, now)) continue
      this.changed.set(number, { before: old, after: now, freed: freed || !sameGeneration })
    }
    return added
  }

  #saysTheSame = (old: Value, now: Value): boolean =>
    isDict(old) && isDict(now) ? sameResources(this, old, now) : sameObject(old, now, this.bytes) || this.#isOnlyCodedAnew(old, now)

  /** A stream that unpacks to what it was: Chrome packs what it saves again. */
  #isOnlyCodedAnew(old: Value, now: Value): boolean {
    if (!isStream(old) || !isStream(now) || !this.differing(old.dict, now.dict).every((key) => codings.has(key))) return false
    try {
      return Buffer.compare(this.pdf.data(old), this.pdf.data(now)) === 0
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      if (error.code === 'TOO_LARGE') this.isComplete = false // nobody looked, and nothing is said of it
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
  #readNow(number: number, entry: Entry): Value {
    try {
      return this.pdf.object(refTo(number, entry), this.to)?.value ?? null
    } catch (error) {
      if (!(error instanceof PdfError)) throw error
      this.report('objectReused', { object: number, forgery: 'shadowHideAndReplace' })
      this.explained.add(number)
      return null
    }
  }

  /** One walk over the old revision: references to nothing that a later revision defines, and redefined objects that others hold too. */
  checkReferences(added: ReadonlySet<number>): void {
    if (added.size === 0 && this.holders.size === 0 && this.metadata.size === 0 && this.fields.size + this.pages.size === 0) return
    const met = (holder: number) => (number: number) => {
      if (added.has(number)) this.report('lostObjectDefined', { object: number, forgery: 'shadowHideAndReplace' })
      const allowed = this.holders.get(number)
      if (allowed && !allowed.has(holder)) this.report('objectChanged', { object: number, forgery: 'shadowReplace' })
    }
    const shown = (number: number) => {
      if (this.metadata.has(number)) this.report('contentChanged', { object: number, forgery: 'shadowReplace' })
    }
    const uses = (key: string, number: number) => {
      const isOther = (this.fields.has(number) && !leadsToFields.has(key)) || (this.pages.has(number) && leadsToNames.has(key))
      if (isOther) this.report('objectChanged', { object: number, forgery: 'shadowReplace' })
    }
    for (const { number: holder, value } of this.pdf.objects(this.from, () => undefined)) {
      eachReference(heldBy(value), met(holder))
      if (this.metadata.size > 0) eachReference(value, shown, 'Metadata')
      if (this.fields.size + this.pages.size > 0) eachReferenceUnder(value, uses)
    }
    eachReference(this.pdf.revisions[this.from]!.trailer.entries.get('Encrypt'), met(trailersAlone))
  }

  differing(a: Dict, b: Dict): string[] {
    return differingKeys(a, b, this.bytes)
  }
}

/** Keys that say how a stream is packed, and nothing of what it is. */
export const codings: ReadonlySet<string> = new Set(['Filter', 'DecodeParms', 'Length'])

/** Where forms, pages, actions and the structure tree have fields and their widgets. */
const leadsToFields: ReadonlySet<string> = new Set('[] Fields[] Kids[] Annots[] CO[] K[] T[] Fields Parent Obj K T IRT Popup'.split(' '))

/** Where whoever makes a file gives names of their own: one may be that of a key that says nothing on a page, and show something here. */
const leadsToNames: ReadonlySet<string> = new Set([...resourceKinds, 'CharProcs', 'Colorants', 'CF', 'N', 'R', 'D'])

/** A holder that is no object. */
export const trailersAlone = -1

/** What an object holds: of a cross-reference stream, which is a trailer, without the document information and the encryption. */
function heldBy(value: Value): Value {
  if (!isStream(value) || nameOf(value.dict.entries.get('Type')) !== 'XRef') return value
  return [...value.dict.entries].filter(([key]) => key !== 'Info' && key !== 'Encrypt').map(([, entry]) => entry)
}
