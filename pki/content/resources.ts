import type { Pattern } from '#pki/colour/patterns.ts'
import type { Space } from '#pki/colour/spaces.ts'
import type { State } from '#pki/colour/states.ts'
import type { Clearness } from '#pki/colour/transparency.ts'
import type { Box, Matrix } from './matrix.ts'

/** Whether readers may show different letters for a string. */
export type Letters = { readonly areInDoubt: (string: Uint8Array) => boolean }
/** Those of a font of which nothing is known. */
export const certain: Letters = { areInDoubt: () => false }

/** What a name draws. */
export type Drawable = {
  readonly kind: 'form' | 'image' | 'stencil' | 'nothing'
  /** Where the forms stand that it may be, and what each is turned by. */
  readonly forms: readonly { readonly start: number; readonly matrix: Matrix }[]
  /** What it fills at most, where the unit square stands or a form's frame. */
  readonly frame: Box
  /** Whether something beneath it may be seen. */
  readonly mayBeClear: () => boolean
  readonly mayShowText: () => boolean
  /** Whether readers may draw it differently with such a graphics state. */
  readonly isOtherwise: (through: Clearness) => boolean
}

/** What content draws with (ISO 32000-2 §7.8.3), by its names. Each throws Fault where readers find nothing of one kind. */
export type Resources = {
  /** Whether a state brings a soft mask. */
  readonly haveMasks: boolean
  readonly font: (name: string) => Letters
  readonly space: (name: string) => Space
  readonly pattern: (name: string) => Pattern
  readonly state: (name: string) => State
  readonly shading: (name: string) => true
  readonly object: (name: string) => Drawable
}
