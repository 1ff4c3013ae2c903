/** Fonts that a form's resources gain (ISO 32000-2 §12.7.3, /DR): whoever fills in or signs needs some, and often pages take theirs from there, too. */
import { latin1 } from '#pki/pdf/latin1.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { findInside } from '#pki/pdf/inside.ts'
import { leadsToResources, resourceKinds } from '#pki/pdf/uses.ts'
import { isArray, isDict, isRef, isStream, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { areDrawnAlike } from './drawnByReaders.ts'
import { contentEffort } from './pageMarks.ts'

const leadsToFonts: ReadonlySet<string> = new Set(['Font'])

/** Accounts for resources of the form that gained names which nothing that was signed uses. */
export function explainFonts(comparison: Comparison, form: Dict): void {
  const resources = form.entries.get('DR')
  const before = comparison.before(resources)
  const fonts = isDict(before) ? before.entries.get('Font') : undefined
  for (const [value, gained, keys] of [
    [resources, gainedResources, leadsToResources],
    [fonts, gainedFonts, leadsToFonts],
  ] as const) {
    const change = isRef(value) ? comparison.changed.get(value.number) : undefined
    if (!isRef(value) || !change || !isDict(change.before) || !isDict(change.after)) continue
    const names = gained(comparison, change.before, change.after)
    if (!names || !areDrawnAlike(comparison, 0) || areUsed(comparison, new Set(names))) continue
    comparison.explain(value)
    comparison.judgeUnder(value.number, keys)
  }
}

/** The names that resources gained, their kinds' too; undefined where anything else differs, or one of the two is something else than resources. */
function gainedResources(comparison: Comparison, before: Dict, after: Dict): string[] | undefined {
  const isKind = (key: string) => resourceKinds.has(key) || key === 'ProcSet' || key === 'Encoding' // the last for older Acrobats, and for no content
  const isOne = [before, after].every(({ entries }) => [...entries.keys()].every(isKind))
  if (!isOne || after.repeated) return undefined
  const names: string[] = []
  for (const key of comparison.differing(before, after)) {
    const [old, now] = [before.entries.get(key), comparison.after(after.entries.get(key))]
    // what a default colour space changes has no name in content
    const isDefault = isDict(now) && [...now.entries.keys()].some((name) => name.startsWith('Default'))
    const added = isDict(now) && old === undefined && !isDefault ? [key, ...now.entries.keys()] : undefined
    const found = key === 'Font' && isDict(old) && isDict(now) ? gainedFonts(comparison, old, now) : added
    if (!found) return undefined
    for (const name of found) names.push(name)
  }
  return names
}

/** The names of fonts that stand in `after` alone; undefined where anything else differs, or something else than a font has a name. */
function gainedFonts(comparison: Comparison, before: Dict, after: Dict): string[] | undefined {
  const names = comparison.differing(before, after)
  const isFont = (value: Value) => isDict(value) && nameOf(comparison.after(value.entries.get('Type'))) === 'Font'
  const areFonts = [...after.entries.values()].every((value) => isFont(comparison.after(value)))
  return areFonts && !after.repeated && names.every((name) => !before.entries.has(name)) ? names : undefined
}

/** Content may name what was not there, and would show something else now. Whatever a stream says that it is, readers may take it as content. */
function areUsed(comparison: Comparison, names: ReadonlySet<string>): boolean {
  const { pdf, from } = comparison
  const effort = contentEffort(pdf)
  for (const { value } of pdf.objects(from, () => undefined)) {
    if (areInStyles(value, names)) return true
    if (!isStream(value)) continue
    const text = textOf(comparison, value)
    if (text === undefined) return true
    if ((effort.left -= text.length / 16) < 0 || namesIn(text, names)) return true
  }
  return false
}

/** Free texts that bring no appearance are drawn in what their style names. */
function areInStyles(value: Value, names: ReadonlySet<string>): boolean {
  const isNamed = (style: Value | undefined) => isString(style) && namesIn(latin1(style.bytes), names)
  return findInside(value, ({ entries }) => isNamed(entries.get('DA'))) !== undefined
}

const aName = /\/([^\0\t\n\f\r /<>()[\]{}%]+)/g

function namesIn(text: string, names: ReadonlySet<string>): boolean {
  for (const [, raw] of text.matchAll(aName)) {
    const name = raw!.replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    if (names.has(name)) return true
  }
  return false
}

/** Filters that leave samples, which nobody reads as content (ISO 32000-2 table 6). */
const pictureFilters: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

/** What a stream holds; nothing where it is packed as pictures alone are, and undefined where that cannot be told. */
function textOf({ pdf, from }: Comparison, stream: Stream): string | undefined {
  try {
    return latin1(pdf.data(stream))
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    const filters = pdf.get(stream.dict, 'Filter', from)
    const last = nameOf(isArray(filters) ? pdf.resolve(filters.at(-1), from) : filters)
    return error.code === 'FILTER' && last !== undefined && pictureFilters.has(last) ? '' : undefined
  }
}
