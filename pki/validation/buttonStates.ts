/** Check boxes and radio buttons, which show one of the appearances that they were given (ISO 32000-2 §12.7.5.2). */
import { isFrame } from '#pki/content/frames.ts'
import { boxAround, cornersOf, transformed } from '#pki/content/matrix.ts'
import { isDict, isName, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import { boxOf, marksIn } from './appearanceMarks.ts'
import { coversWritten, placeOf } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import type { Field } from './form.ts'
import { oncePerPair } from './resources.ts'

/** Whether a button shows one of the states that it had, and the one that its field names, over nothing that was written and in place of nothing. */
export function showsItsState(comparison: Comparison, field: Field, widget: Dict, appearances: Dict, value: Value): boolean {
  const { pdf, to } = comparison
  const before = comparison.before(field.dict.entries.get('AP'))
  if (!isDict(before) || haveChanged(comparison, before, appearances)) return false
  const states = pdf.get(appearances, 'N', to)
  const state = stateOf(comparison, widget, to)
  const named = isName(value) ? value.name : 'Off'
  if (!isDict(states) || state === undefined) return false
  if (state !== named && (state !== 'Off' || states.entries.has(named))) return false
  const formerly = stateOf(comparison, field.dict, comparison.from)
  const [hidden, shown] = [pdf.get(states, formerly ?? 'Off', to), pdf.get(states, state, to)]
  if (formerly !== state && [hidden, shown].some((one) => isStream(one) && !isSign(comparison, one, widget))) return false
  if (!isStream(shown)) return true
  const marks = marksIn(comparison, shown, to)
  return marks !== undefined && !coversWritten(comparison, shown, widget, marks, field.number)
}

/** Undefined where it is no name: MuPDF shows nothing of a page with such a button. */
function stateOf({ pdf }: Comparison, widget: Dict, at: number): string | undefined {
  const state = pdf.get(widget, 'AS', at)
  return state === null ? 'Off' : nameOf(state)
}

/** Whether any state, also of those that are shown while a pointer is over the button or presses it, is another than it was. */
const haveChanged = oncePerPair((comparison: Comparison, before: Dict, after: Dict): boolean => {
  if (comparison.differing(before, after).length > 0) return true
  return [...after.entries].some(([key, value]) => {
    const [old, now] = [comparison.before(before.entries.get(key)), comparison.after(value)]
    return isDict(old) && isDict(now) ? areOthers(comparison, old, now) : isRedefined(comparison, value)
  })
})

const isRedefined = ({ changed }: Comparison, value: Value | undefined) => isRef(value) && changed.has(value.number)

/** Thousands of buttons may share their states. */
const areOthers = oncePerPair(
  (comparison: Comparison, old: Dict, now: Dict): boolean =>
    comparison.differing(old, now).length > 0 || [...now.entries.values()].some((value) => isRedefined(comparison, value)),
)

/** A sign is drawn in so few parts of paths, and no wider than it is high so many times, or in points. */
const mostParts = 8
const [widestShare, widest] = [2, 30]

/** Whether what a state shows is no more than a sign, such as a tick or a cross: a text that goes away is a sentence that somebody read, and one that comes is none. */
function isSign(comparison: Comparison, state: Stream, widget: Dict): boolean {
  const [marks, frame, place] = [
    marksIn(comparison, state, comparison.to, true),
    boxOf(comparison, state),
    placeOf(comparison, state, widget),
  ]
  if (place === 'nowhere') return true
  if (!marks || !frame || !place) return false
  const written = marks.filter(({ kind, text }) => kind === 'image' || (kind === 'text' && text?.trim() !== ''))
  const drawn = marks.filter((mark) => mark.kind === 'path' && !isFrame(mark, frame, []))
  const parts = drawn.reduce((all, { areas }) => all + (areas?.length ?? Infinity), 0)
  if (written.length > 1 || !written.every(({ glyphs }) => glyphs === 1) || parts > mostParts) return false
  const [left, bottom, right, top] = boxAround(drawn.flatMap(({ box }) => cornersOf(transformed(place.toPage, box))))
  return right - left <= Math.max(widest, widestShare * (top - bottom))
}
