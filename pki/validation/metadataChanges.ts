/**
 * The document information and XMP (ISO 32000-2 §14.3). Saving changes the time and the program in them by itself; the rest, a title say, shows on
 * no page, and only a certification that allows no changes forbids it.
 */

import { latin1 } from '#pki/pdf/latin1.ts'
import { isDict, isRef, isStream } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { isOfForm, isOfPages, twofoldForm } from './form.ts'

const infoKeys = new Set(['ModDate', 'Producer'])

/** /Info may get a new time and program, and be made where there was none; titles and authors stay. */
export function compareInfo(comparison: Comparison): void {
  const { pdf, from, to } = comparison
  const [before, after] = [from, to].map((at) => pdf.revisions[at]!.trailer.entries.get('Info')) as [Value | undefined, Value | undefined]
  const old = comparison.before(before)
  const now = comparison.after(after)
  if (isRef(before) ? !comparison.changed.has(before.number) && isSameRef(before, after) : before === after) return
  if (isDict(old) && isOfPages(old) && isSameRef(before, after)) return // judged as what it is besides
  comparison.explain(before, 0)
  comparison.explain(after, 0)
  const isForm = isRef(before) && before.number === twofoldForm(pdf, from)
  if (isForm) comparison.hold(before, comparison.root.number)
  if (!isDict(now)) return old === null ? undefined : reportChanged(comparison)
  const keys = (isDict(old) ? comparison.differing(old, now) : [...now.entries.keys()]).filter((key) => !(isForm && isOfForm(key)))
  const allowed = isDict(old) ? infoKeys : new Set([...infoKeys, 'Creator', 'CreationDate'])
  if (keys.some((key) => !allowed.has(key))) reportChanged(comparison)
  else if (keys.length > 0) comparison.report('metadataUpdated')
}

export function reportChanged(comparison: Comparison, object?: number): void {
  const details = object === undefined ? {} : { object }
  comparison.report('metadataChanged', comparison.permissions.permission === 1 ? { ...details, allowed: false } : details)
}

const isSameRef = (a: Value | undefined, b: Value | undefined) =>
  isRef(a) && isRef(b) && a.number === b.number && a.generation === b.generation

/** The same for the catalogue's XMP packet. */
export function compareXmp(comparison: Comparison, before: Value | undefined, after: Value | undefined): void {
  const isTouched = isRef(after) && comparison.changed.has(after.number)
  if (isSameRef(before, after) && !isTouched) return
  const [old, now] = [comparison.before(before), comparison.after(after)]
  if (old === null && now === null) return
  const holder = comparison.root.number
  comparison.explain(before, holder)
  comparison.explain(after, holder)
  reportXmp(comparison, old, now)
}

/** Two packets, wherever they stand. */
export function reportXmp(comparison: Comparison, before: Value, after: Value, object?: number): void {
  const [old, now] = [statementsOf(comparison, before), statementsOf(comparison, after)]
  const isSame = old !== undefined && old === now && (old !== '' || before === null)
  if (isSame) comparison.report('metadataUpdated', object === undefined ? {} : { object })
  else reportChanged(comparison, object)
}

const mostBytes = 256 * 1024
/** Names without the prefix, which every writer chooses for itself. */
const volatile = /^(?:(?:[\w-]+:)?(?:ModifyDate|MetadataDate|Producer|InstanceID|xmptk)|rdf:(?:about|parseType)|xml:lang|xmlns(?::.*)?)$/

/** What the properties say, sorted, whichever of XMP's ways they are written in; undefined where there is none to compare. */
function statementsOf(comparison: Comparison, value: Value): string | undefined {
  if (value === null) return ''
  if (!isStream(value) || value.length > mostBytes) return undefined
  const data = comparison.pdf.data(value)
  if (data.length > mostBytes) return undefined
  const text = latin1(data)
  const found: string[] = []
  for (const [, name, content] of text.matchAll(/<([\w:-]{1,100})(?:\s[^<>]{0,1000})?>([^<]*)<\//g))
    if (content!.trim() && !volatile.test(name!)) found.push(content!.trim())
  for (const [, name, , content] of text.matchAll(/\s([\w:-]{1,100})\s*=\s*(["'])([^"'<>]*)\2/g))
    if (name!.includes(':') && content!.trim() && !volatile.test(name!)) found.push(content!.trim())
  return found.sort().join('\n')
}
