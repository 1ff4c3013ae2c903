/** A pattern for `ilike` that finds `text` anywhere; the pattern characters in it mean themselves. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Riyadh is three hours ahead of UTC and knows no summer time. */
const riyadh = '+03:00'
/** The first moment of a day in Riyadh, `2026-11-21`. */
export const dayStarts = (day: string) => new Date(`${day}T00:00:00${riyadh}`)
/** The first moment after it. */
export const dayEnds = (day: string) => new Date(dayStarts(day).getTime() + 86_400_000)
