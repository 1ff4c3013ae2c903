import { withoutControls } from './isolate.ts'

/** A file's name without a path, controls, or characters that turn the direction of text (they could hide its ending). */
export function documentName(name: string): string {
  const base = name.normalize('NFC').split(/[/\\]/).at(-1)!
  const clean = withoutControls(base)
    .replace(/\p{Cc}/gu, '')
    .trim()
  return clean || 'document.pdf'
}
