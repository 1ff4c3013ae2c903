/** What signing writes anew must be one thing to all who lead to it: whoever sees it as something else would see that changed after the signature. */

import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isOtherThanPage, metFromTrailer, usesOf } from '#pki/pdf/uses.ts'
import type { Use } from '#pki/pdf/uses.ts'
import { isDict } from '#pki/pdf/values.ts'
import type { DssFacts, PageFacts, SigningFacts } from './facts.ts'
import { holderOf } from './raw.ts'
import type { Pointer } from './raw.ts'

/** How often something leads to an object, by its number. */
type References = ReadonlyMap<number, number>
type Found = { readonly references: References; readonly hasOddPages: boolean }

/**
 * The facts by which nothing is written in the place of what something else leads to as well: what is added to a list of annotations that two pages
 * share would show on both of them. Whoever is to be written gets a list of its own then, and the others keep theirs.
 * @param tree numbers of the page tree's objects
 * @throws PdfError TYPE where one object is two things; TOO_LARGE where very many pages share a long list
 */
export function withOwnObjects(document: PdfDocument, facts: SigningFacts, tree: ReadonlySet<number>, found: Found): SigningFacts {
  requireOneRole(document, facts, tree)
  if (found.hasOddPages) requirePages(document, facts)
  const { acroForm, dss, structure, pages } = facts
  const holders = [acroForm?.holder, acroForm?.fields.holder, dss?.holder, structure?.numbers.holder, ...pages.map(listHolder)]
  const shared = sharedOf(document, holders, found.references)
  if (shared.size === 0) return facts
  const own = <T extends Held>(part: T): T => (part.holder && shared.has(part.holder[0]) ? { ...part, holder: undefined } : part)
  return {
    ...facts,
    ...(acroForm && { acroForm: ownForm(own(acroForm), own(acroForm.fields)) }),
    ...(dss && { dss: own<DssFacts>(dss) }),
    ...(structure && { structure: { ...structure, numbers: own(structure.numbers) } }),
    pages: withOwnLists(pages, shared),
  }
}

/** A form that others keep goes on naming its list of fields, which is theirs as well then. */
const ownForm = (form: Form, fields: Form['fields']): Form => ({ ...form, fields: form.holder ? fields : { items: fields.items } })
type Form = NonNullable<SigningFacts['acroForm']>

type Held = { readonly holder?: Pointer }
const listHolder = ({ annotations }: PageFacts): Pointer | undefined => annotations.holder

/** Which of the holders more than one thing leads to. */
function sharedOf(document: PdfDocument, holders: readonly (Pointer | undefined)[], references: References): ReadonlySet<number> {
  const numbers = holders.flatMap((holder) => (holder && (references.get(holder[0]) ?? 0) > 1 ? [holder[0]] : []))
  const shared = new Set(numbers)
  if (shared.size === 0) return shared
  const { uses, isClear } = metUsesOf(document, shared)
  return isClear ? new Set(numbers.filter((number) => uses.get(number)?.length !== 1)) : shared
}

/** What leads to the objects, but for what is left behind and led to by nothing itself; `isClear` where nobody can find more. */
function metUsesOf(document: PdfDocument, numbers: ReadonlySet<number>): { uses: Map<number, readonly Use[]>; isClear: boolean } {
  const [newest, broken] = [document.revisions.length - 1, new Set<number>()]
  let isClear = true
  const onBroken = (number: number, error?: PdfError) => void (error ? broken.add(number) : (isClear = false))
  const isMet = metFromTrailer(document, newest, broken)
  const uses = usesOf(document, newest, (number) => numbers.has(number), onBroken)
  return { uses: new Map([...uses].map(([number, each]) => [number, each.filter(isMet)])), isClear }
}

/** More than pages share by mistake, in characters. */
const mostShared = 4 * 1024 * 1024

function withOwnLists(pages: readonly PageFacts[], shared: ReadonlySet<number>): readonly PageFacts[] {
  let characters = 0
  return pages.map((page) => {
    const { holder, items } = page.annotations
    if (!holder || !shared.has(holder[0])) return page
    characters += items.length
    if (characters > mostShared) throw new PdfError('TOO_LARGE', 'many pages share a list of many annotations')
    return { ...page, annotations: { items } }
  })
}

/** A catalogue that is a page as well would be written twice. */
function requireOneRole(document: PdfDocument, facts: SigningFacts, tree: ReadonlySet<number>): void {
  const { root, acroForm, structure, signatureFields, dss } = facts
  const others: (Pointer | undefined)[] = [root, acroForm?.holder, dss?.holder]
  if (structure) others.push(structure.root.pointer, structure.parent?.pointer)
  if (structure) others.push(structure.numbers.pointer)
  const [store, information] = [document.get(document.root, 'DSS'), holderOf(document.trailer, 'Info')]
  if (isDict(store)) others.push(holderOf(store, 'VRI'))
  for (const { pointer, widget } of signatureFields) others.push(pointer, widget?.pointer)
  // pages and the catalogue are written as what they are, whoever also takes them for the document information
  if (information && !tree.has(information[0]) && information[0] !== root[0]) others.push(information)
  const met = new Set(tree)
  for (const pointer of others) {
    if (pointer && met.has(pointer[0])) throw new PdfError('TYPE', `object ${pointer[0]} is two things at once`)
    if (pointer) met.add(pointer[0])
  }
}

/** Pages and the catalogue cannot be given to one holder: each destination leads to a page. */
function requirePages(document: PdfDocument, { root, pages }: SigningFacts): void {
  const { uses, isClear } = metUsesOf(document, new Set([root[0], ...pages.map(({ pointer }) => pointer[0])]))
  if (!isClear) throw new PdfError('TYPE', 'lists of lists lead to the pages')
  for (const [number, each] of uses)
    if (each.some(isOtherThanPage)) throw new PdfError('TYPE', `object ${number} is a page and something else`)
}
