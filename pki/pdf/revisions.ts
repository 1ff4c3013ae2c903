/** The revisions that cross-reference sections make (ISO 32000-2 §7.5.6). */

import { PdfError, unreadable } from './error.ts'
import { latin1 } from './latin1.ts'
import { bytesAt } from './source.ts'
import type { Limits, Source } from './source.ts'
import { lastStartxref, readTail } from './tail.ts'
import { isRef } from './values.ts'
import type { Dict } from './values.ts'
import { isSame, readSection, startOf } from './xref.ts'
import type { Budget, Entry, HiddenStream, Section, XrefKind } from './xref.ts'

export type Revision = {
  /** The file's bytes [0, end) are this revision: `eof` is just past `%%EOF`, `end` past the white space that follows it. */
  readonly start: number
  readonly eof: number
  readonly end: number
  /** Where its cross-reference section starts. */
  readonly startxref: number
  /** Where the cross-reference begins: the same, unless a table stands right before that of a hybrid, of one revision with it. */
  readonly xref: number
  /** Where a hybrid's stream starts that stands between its two tables. */
  readonly between?: number
  /** A hybrid's stream. */
  readonly hidden?: HiddenStream
  /** What some readers find in place of `entries`. */
  readonly disputed: ReadonlyMap<number, Entry>
  readonly kind: XrefKind
  /** The cross-reference sections that it is of: one, or two that belong together. */
  readonly sections: readonly Pick<Section, 'kind' | 'offset' | 'end'>[]
  readonly isAmbiguous: boolean
  /** What this revision adds, changes or frees. */
  readonly entries: ReadonlyMap<number, Entry>
  readonly trailer: Dict
}

/** All revisions, the oldest first. */
export function readRevisions(source: Source, limits: Limits, budget: Budget): Revision[] {
  const sections = withSkipped(source, readSections(source, lastStartxref(source), limits, budget), limits, budget)
  const known = highestIn(sections)
  const revisions: Revision[] = []
  for (let i = 0; i < sections.length; i++) {
    const section = sections[i]!
    const older = sections[i + 1]
    // A linearized file has its first-page section before its main one; together they are one revision (Annex F.3).
    const linearized = older !== undefined && older.offset > section.offset && i + 2 === sections.length
    if (older && older.offset > section.offset && !linearized)
      throw new PdfError('XREF', 'cross-reference sections are out of order', section.offset)
    const isPair =
      older !== undefined && (standsBehind(source, section, older) || repeatsBehind(source, section, older, () => known(i + 2), limits))
    const tail = readTail(source, linearized ? older.end : section.end, limits, (linearized ? older : section).kind === 'stream')
    if (startOf(source, tail.startxref) !== section.offset)
      throw new PdfError('XREF', 'a startxref does not point to the section before it', section.end)
    revisions.push({
      start: 0,
      eof: tail.eof,
      end: tail.end,
      startxref: section.offset,
      xref: isPair ? older.offset : section.offset,
      ...(isPair && section.hidden && section.hidden.offset > older.offset && { between: section.hidden.offset }),
      kind: section.kind,
      sections: (linearized || isPair ? [section, older] : [section]).map(({ kind, offset, end }) => ({ kind, offset, end })),
      ...(section.hidden && { hidden: section.hidden }),
      disputed:
        linearized || isPair
          ? new Map([...older.disputed, ...section.disputed, ...(linearized ? saidByBoth(section, older) : [])])
          : section.disputed,
      isAmbiguous: isPair
        ? isPairTwofold(section, older, () => known(i + 2))
        : isTwofold(section) || (linearized && (isTwofold(older) || isEncryptedOtherwise(section, older))),
      entries: linearized || isPair ? new Map([...older.entries, ...section.entries]) : section.entries,
      trailer: section.trailer,
    })
    if (linearized || isPair) i++
  }
  revisions.reverse()
  return revisions.map((revision, i) => {
    const start = revisions[i - 1]?.end ?? 0
    if (start > revision.xref) throw new PdfError('XREF', 'revisions overlap', revision.xref)
    return { ...revision, start }
  })
}

/** Acrobat writes what old readers see as a table, and the hybrid's own right behind it; LiveCycle has the hybrid's stream between the two, and nothing else. */
function standsBehind(source: Source, section: Section, older: Section): boolean {
  if (section.kind !== 'hybrid' || older.kind !== 'table' || older.offset > section.offset) return false
  const { hidden } = section
  const behind = startOf(source, older.end)
  return behind === section.offset || (behind === hidden?.offset && startOf(source, hidden.end) === section.offset)
}

/** The highest number of an object in the sections from one on; looked for when it is first asked for. */
function highestIn(sections: readonly Section[]): (from: number) => number {
  let highest: number[] | undefined
  return (from) => (highest ??= find())[from] ?? 0

  function find(): number[] {
    const found: number[] = []
    for (const { entries } of sections.toReversed()) {
      let most = found.at(-1) ?? 0
      for (const number of entries.keys()) most = Math.max(most, number)
      found.push(most)
    }
    return found.reverse()
  }
}

/** Aspose.PDF ends the revision with the table, and has the hybrid behind that end say all of it once more. */
function repeatsBehind(source: Source, section: Section, older: Section, known: () => number, limits: Limits): boolean {
  if (older.kind !== 'table' || older.offset > section.offset || !leadsAside(section) || !saysAllOf(section, older, known)) return false
  if (section.entries.keys().some((number) => !older.entries.has(number))) return false
  const tail = readTail(source, older.end, limits, false)
  return startOf(source, tail.startxref) === older.offset && startOf(source, tail.end) === section.offset
}

/** Where Aspose.PDF saves once more what it saved, it leads past such a hybrid to the table. */
function withSkipped(source: Source, sections: readonly Section[], limits: Limits, budget: Budget): Section[] {
  const known = highestIn(sections)
  return sections.flatMap((section, i) => {
    const newer = sections[i - 1]
    if (section.kind !== 'table' || !newer || newer.offset < section.offset || standsBehind(source, newer, section)) return [section]
    const behind = startOf(source, readTail(source, section.end, limits, false).end)
    if (behind === newer.offset || latin1(bytesAt(source, behind, Math.min(4, source.size - behind))) !== 'xref') return [section]
    const skipped = attempt(() => readSection(source, behind, limits, budget))
    const isRepeated = skipped?.previous === section.offset && repeatsBehind(source, skipped, section, () => known(i + 1), limits)
    return isRepeated ? [skipped, section] : [section]
  })
}

/** Undefined where nothing of the kind stands there. */
function attempt(read: () => Section): Section | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError && unreadable.has(error.code)) return undefined
    throw error
  }
}

const leadsAside = ({ hidden }: Section) => hidden?.aside !== undefined
const isTwofold = (section: Section) => section.isAmbiguous || leadsAside(section)
const isPairTwofold = (section: Section, table: Section, known: () => number) =>
  section.isAmbiguous || contradicts(section, table) || (leadsAside(section) && !saysAllOf(section, table, known))

/**
 * Whether who follows a hybrid's stream past the table before it misses nothing: the stream says all that the table does, and leads where that leads.
 * @param known the highest number of an object before that
 */
function saysAllOf({ hidden, entries }: Section, table: Section, known: () => number): boolean {
  return (
    hidden?.aside === table.previous &&
    table.entries.entries().every(([number, entry]) => {
      const said = entries.get(number)
      return said ? isSame(said, entry) : entry.type === 'free' && (number === 0 || number > known())
    })
  )
}

/** What the main section of a linearized file has in use besides, and PDFium takes where its generation is higher. */
const saidByBoth = (first: Section, main: Section) =>
  main.entries.entries().filter(([number, entry]) => entry.type !== 'free' && !isSame(first.entries.get(number) ?? entry, entry))

/** PDFium goes by the main section of a linearized file, where that says that it is encrypted; others by the first. */
const isEncryptedOtherwise = (first: Section, main: Section) =>
  isEncrypted(main) && (!isEncrypted(first) || refIn(main, 'Encrypt') !== refIn(first, 'Encrypt'))
const isEncrypted = ({ trailer }: Section) => (trailer.entries.get('Encrypt') ?? null) !== null

const contradicts = (section: Section, older: Section) =>
  refIn(section, 'Root') !== refIn(older, 'Root') ||
  older.entries.entries().some(([number, entry]) => entry.type !== 'free' && !isSame(entry, section.entries.get(number) ?? entry))

function refIn({ trailer }: Section, key: 'Root' | 'Encrypt'): number | undefined {
  const ref = trailer.entries.get(key)
  return isRef(ref) ? ref.number : undefined
}

/** From the newest to the oldest. */
function readSections(source: Source, newest: number, limits: Limits, budget: Budget): Section[] {
  const sections: Section[] = []
  const seen = new Set<number>()
  for (let offset: number | undefined = newest; offset !== undefined;) {
    if (sections.length >= limits.revisions) throw new PdfError('TOO_MANY_REVISIONS', 'more revisions than the reader allows')
    const section: Section = readSection(source, offset, limits, budget)
    if (seen.has(section.offset)) throw new PdfError('XREF_LOOP', 'cross-reference sections lead to one another', offset)
    seen.add(section.offset)
    sections.push(section)
    offset = section.previous
  }
  return sections.map((section, i) => (repeatsHidden(section, sections[i + 1]) ? { ...section, isAmbiguous: false } : section))
}

/** Who appends may repeat the trailer with its stream (EU DSS over files of Word): what that says of objects was said before, and all readers go by the table. */
const repeatsHidden = ({ hidden }: Section, older: Section | undefined) =>
  hidden !== undefined && hidden.aside === undefined && hidden.offset === older?.hidden?.offset
