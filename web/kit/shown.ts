import type { Preferences } from '#contract/sessions.ts'
import { useSyncExternalStore } from 'react'

/** What a person chose for numbers, dates and lists; it comes with their session, so that it is the same on every device. */
export type Shown = Pick<Preferences, 'digits' | 'calendar' | 'pageSize'>

let shown: Shown = { digits: 'latn', calendar: 'gregory', pageSize: 10 }
const listeners = new Set<() => void>()

export const readShown = () => shown

/** @param next nothing, where nobody is signed in: what is shown stays as it is until somebody is */
export function showAs(next?: Shown) {
  if (!next || (next.digits === shown.digits && next.calendar === shown.calendar && next.pageSize === shown.pageSize)) return
  shown = next
  for (const listener of listeners) listener()
}

export function onShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShown = (): Shown => useSyncExternalStore(onShown, readShown, readShown)

/** Arabic-Indic digits belong to Arabic text only. */
export const digitsIn = (language: string | undefined) => (language === 'ar' ? shown.digits : 'latn')

const isArabicIndic = () => digitsIn(globalThis.document?.documentElement.lang) === 'arab'

/**
 * A number as the person reads numbers. The same as `Intl.NumberFormat` writes, whose first use holds a phone up for some eighty milliseconds.
 * @param percent whether it is a share of 1
 */
export function numberText(value: number, { decimals = 0, percent = false } = {}): string {
  const [whole, fraction] = Math.abs(percent ? value * 100 : value)
    .toFixed(decimals)
    .split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',')
  const text = `${value < 0 ? '-' : ''}${grouped}${fraction ? `.${fraction}` : ''}${percent ? '%' : ''}`
  return isArabicIndic() ? arabicIndic(text).replace(/[-,.%]/g, (mark) => marks[mark as keyof typeof marks]) : text
}

const arabicIndic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + +digit))
/** The Arabic letter mark keeps a sign on its own side of the digits. */
const marks = { '-': '\u061c-', ',': '\u066c', '.': '\u066b', '%': '\u066a\u061c' }

/** The same for a number that is part of a sentence already, without separators. */
export const digitsText = (text: string) => (isArabicIndic() ? arabicIndic(text) : text)
