import { clearFailure } from './failure.ts'
import type { Tone } from './Notice.tsx'

export type ToastMessage = { id: number; tone: Tone; title: string; text?: string }

/** At most so many at once; the oldest gives way. */
const most = 3

let shown: ToastMessage[] = []
let count = 0
const listeners = new Set<() => void>()

const show = (next: ToastMessage[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Says something for four seconds, in a corner of the screen. */
export function toast(tone: Tone, title: string, text?: string) {
  if (tone === 'success') clearFailure()
  show([...shown, { id: ++count, tone, title, text }].slice(-most))
}

export const dismiss = (id: number) => show(shown.filter((message) => message.id !== id))
export const readToasts = () => shown
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
