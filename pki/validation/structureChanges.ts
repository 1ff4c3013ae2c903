import { isArray, isDict, isName, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import { isOfForm, twofoldForm } from './form.ts'
import { compareForms } from './formChanges.ts'
import { compareLists, movedToOld } from './lists.ts'
import { compareMarks, removedAnnotation } from './markChanges.ts'
import { compareInfo, compareXmp } from './metadataChanges.ts'
import { declaresColours } from './outputIntents.ts'
import { comparePage, privateKeys } from './pageChanges.ts'
import { maxPages } from './pages.ts'
import { isArrangedAnew } from './pageTree.ts'
import type { ChangeCode, Forgery } from './report.ts'
import { compareDss } from './storeChanges.ts'
import { compareStructureTree } from './structureTree.ts'

/** Compares the catalogue, the page tree, the form and the validation data of two revisions. */
export function compareStructure(comparison: Comparison): void {
  const { pdf } = comparison
  const before = comparison.before(comparison.root)
  const after = comparison.after(pdf.rootRef)
  if (!isDict(before) || !isDict(after))
    return comparison.report('catalogueChanged', { object: pdf.rootRef.number, forgery: 'shadowHideAndReplace' })
  if (pdf.rootRef.number === comparison.root.number) comparison.explain(comparison.root)
  if (comparison.changed.has(comparison.root.number)) comparison.pages.add(comparison.root.number)
  compareCatalogues(comparison, before, after)
  const pages = pagesOf(comparison, before).filter(({ number }) => comparison.changed.has(number))
  const nodes = comparison.pageNodes.difference(new Set(pages.map(({ number }) => number)))
  const isArranged = nodes.keys().some((number) => isLeftOpen(comparison, number)) && isArrangedAnew(comparison)
  for (const page of pages) comparePage(comparison, page, isArranged)
  // a page that calls itself an annotation is shown by some readers only
  for (const object of comparison.fields.intersection(comparison.pageNodes))
    comparison.report('pageChanged', { object, forgery: 'shadowHide' })
  compareMarks(comparison)
  if (comparison.pages.has(comparison.root.number) && comparison.pageNodes.has(comparison.root.number))
    comparison.report('pageTreeChanged', { object: comparison.root.number, forgery: 'shadowReplace' })
}

const isLeftOpen = ({ changed, explained }: Comparison, number: number) => changed.has(number) && !explained.has(number)

/** What a change under a key of the catalogue is called, where it has a name. */
const catalogueKeys: Record<string, [ChangeCode, Forgery?]> = {
  Pages: ['pageTreeChanged', 'shadowHideAndReplace'],
  OCProperties: ['optionalContentChanged', 'shadowHide'],
  OpenAction: ['actionChanged'],
  AA: ['actionChanged'],
  Names: ['actionChanged'],
  Perms: ['permissionsChanged'],
}

/** What stands beside the pages as a file is opened (ISO 32000-2 table 29): MuPDF opens the list of files where there are some. */
const panels = new Set(['UseNone', 'UseOutlines', 'UseThumbs', 'UseOC', 'UseAttachments'])

function compareCatalogues(comparison: Comparison, before: Dict, after: Dict): void {
  const root = comparison.root.number
  const values = (key: string) => [before.entries.get(key), after.entries.get(key)] as const
  compareForms(comparison, before, after, root)
  compareDss(comparison, ...values('DSS'), root)
  compareExtensions(comparison, ...values('Extensions'), root)
  compareInfo(comparison)
  compareXmp(comparison, ...values('Metadata'))
  const isTreeBegun = compareStructureTree(comparison, ...values('StructTreeRoot'))
  const isForm = root === twofoldForm(comparison.pdf, comparison.from)
  for (const key of comparison.differing(before, after)) {
    if (isForm && isOfForm(key)) continue
    if (key === 'AcroForm' || key === 'DSS' || key === 'Extensions' || key === 'Metadata') continue
    if (key === 'StructTreeRoot' && isTreeBegun) continue
    if (key === 'Perms' && isCertifiedLater(comparison, ...values(key))) continue
    // What its number says shows nothing: validation data and time stamps are of ISO 32000-2, and iText 5 goes back to what it knows.
    if (key === 'Version' && /^\d\.\d$/.test(nameOf(after.entries.get(key)) ?? '')) continue
    if (key === 'OutputIntents' && declaresColours(comparison, ...values(key))) {
      comparison.report('coloursDeclared', comparison.permissions.permission === 1 ? { object: root, allowed: false } : { object: root })
      continue
    }
    if (privateKeys.has(key) || (key === 'PageMode' && panels.has(nameOf(after.entries.get(key) ?? null) ?? 'UseNone'))) {
      comparison.report('metadataUpdated', { object: root })
      continue
    }
    const [code, forgery] = Object.hasOwn(catalogueKeys, key) ? catalogueKeys[key]! : (['catalogueChanged'] as const)
    comparison.report(code, { object: root, forgery })
  }
}

/** Whether a signature that came later is named as a certification (ISO 32000-2 table 263), which takes nothing from what others permitted. */
function isCertifiedLater(comparison: Comparison, before: Value | undefined, after: Value | undefined): boolean {
  const [old, now] = [comparison.before(before), comparison.after(after)]
  if (!isDict(now) || now.repeated || (isRef(after) && comparison.existedBefore(after))) return false
  const named = now.entries.get('DocMDP')
  const others = isDict(old) ? comparison.differing(old, now).filter((key) => key !== 'DocMDP') : [...now.entries.keys()].slice(1)
  const isNew = !(isDict(old) && old.entries.has('DocMDP')) && others.length === 0
  return isNew && isRef(named) && comparison.sound.get(named.number) === 'signature' && !comparison.existedBefore(named)
}

/** Developer extensions (ISO 32000-2 §7.12) may be declared; none may go. */
function compareExtensions(comparison: Comparison, before: Value | undefined, after: Value | undefined, root: number): void {
  const old = comparison.before(before)
  const now = comparison.after(after)
  if (!isDict(now)) {
    if (!sameValue(before ?? null, after ?? null, comparison.bytes)) comparison.report('catalogueChanged', { object: root })
    return
  }
  if (movedToOld(comparison, before, after)) return comparison.report('objectReused', { forgery: 'shadowHideAndReplace' })
  comparison.explain(after, root)
  const keys = isDict(old) ? comparison.differing(old, now) : [...now.entries.keys()]
  const isDeclared = (key: string) => key === 'Type' || declaresExtensions(comparison, now.entries.get(key))
  if (!keys.every(isDeclared)) comparison.report('catalogueChanged', { object: root })
  if (keys.length > 0) comparison.report('extensionsDeclared')
}

/** One developer's extension or several; layers, which may stand in the same object, are none. */
function declaresExtensions(comparison: Comparison, value: Value | undefined): boolean {
  const declared = comparison.after(value)
  const all = isArray(declared) ? declared.map((item) => comparison.after(item)) : [declared]
  return all.every(
    (one) =>
      isDict(one) &&
      isName(comparison.after(one.entries.get('BaseVersion'))) &&
      one.entries.has('ExtensionLevel') &&
      [...one.entries.keys()].every((key) => extensionKeys.has(key)),
  )
}
/** ISO 32000-2 table 49, with what ISO/TS 32001 and others added to it. */
const extensionKeys = new Set(['Type', 'BaseVersion', 'ExtensionLevel', 'ExtensionRevision', 'URL'])

/** The pages of the old revision. What stands in the catalogue or in a list of the tree, instead of in an object of its own, is looked into all the same. */
function pagesOf(comparison: Comparison, root: Dict): Ref[] {
  const pages: Ref[] = []
  const { pageNodes } = comparison
  const met: Met = { lists: new Set(), moved: new Set() }
  const open: Value[] = [root.entries.get('Pages') ?? null]
  for (let next = open.pop(); next !== undefined && pages.length < maxPages; next = open.pop()) {
    if (isRef(next) && pageNodes.has(next.number)) continue
    if (isRef(next)) pageNodes.add(next.number)
    const dict = comparison.before(next)
    if (!isDict(dict)) continue
    const kids = comparison.before(dict.entries.get('Kids'))
    if (isArray(kids)) for (const kid of kids) open.push(kid)
    if (!isRef(next)) continue
    if (isArray(kids)) comparePageTreeNode(comparison, next)
    else {
      pages.push(next)
      compareAnnotationList(comparison, next, dict, met)
    }
  }
  return pages
}

/** Annotations that stand in their list, as PDFium writes new ones: whether each is one that may be drawn, where such are permitted. */
function areMarks(comparison: Comparison, list: Value | undefined): boolean {
  const items = comparison.after(list)
  const isMark = (item: Value) =>
    isRef(item) ||
    (isDict(item) &&
      !item.repeated &&
      !['A', 'AA', 'FT'].some((key) => item.entries.has(key)) &&
      !['Widget', undefined].includes(nameOf(comparison.after(item.entries.get('Subtype')))))
  return (comparison.permissions.permission ?? 3) === 3 && isArray(items) && items.every(isMark)
}

/** What programs write into the page tree for themselves; Aspose and iText 2 write their names. Any other key may mean something where the object is used as something else, too. */
const ownKeys: ReadonlySet<string> = new Set([...privateKeys, 'DefaultValue', 'ITXT'])

function comparePageTreeNode(comparison: Comparison, node: Ref): void {
  const { before, after } = comparison.changed.get(node.number) ?? {}
  if (!isDict(before) || !isDict(after) || !comparison.differing(before, after).every((key) => ownKeys.has(key))) return
  comparison.explain(node)
  comparison.pages.add(node.number)
  comparison.report('metadataUpdated', { object: node.number })
}

/** Lists that a page had, and what was there and came to a page: thousands of pages may share a list of thousands, and each is looked at once. */
type Met = { lists: Set<number>; moved: Set<number> }

/**
 * The list of annotations may stand in an object of its own, so it is compared whether or not the page itself changed. What goes from one that an
 * earlier page has, too, is no reader's doing.
 */
function compareAnnotationList(comparison: Comparison, page: Ref, before: Dict, { lists, moved }: Met): void {
  const after = comparison.after(page)
  if (!isDict(after)) return
  const list = before.entries.get('Annots')
  const now = after.entries.get('Annots')
  if (!comparison.changed.has(page.number) && !(isRef(now) && comparison.changed.has(now.number))) return
  const isShared = isRef(list) && lists.has(list.number)
  if (isRef(list)) lists.add(list.number)
  let isLost = false
  let areAllMarks: boolean | undefined
  compareLists(
    comparison,
    list,
    now,
    page.number,
    (ref) => {
      if (!ref) {
        areAllMarks ??= areMarks(comparison, now)
        return comparison.report(areAllMarks ? 'annotationUnjudged' : 'annotationAdded', { object: page.number })
      }
      if (moved.has(ref.number)) return
      if (comparison.existedBefore(ref)) moved.add(ref.number)
      comparison.annotations.push({ ref, page })
    },
    (item) => {
      if (isShared) isLost = true
      else removedAnnotation(comparison, item, page)
    },
  )
  if (isLost) removedAnnotation(comparison, undefined, page)
}
