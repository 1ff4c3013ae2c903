import type { Area, areas } from '#contract/areas.ts'

type NamesIn<A extends Area> = {
  [N in keyof (typeof areas)[A]]: (typeof areas)[A][N] extends { readonly method: string } ? N : never
}[keyof (typeof areas)[A]]

/** What is told of an area, and of each of its calls beyond its summary: a call without words does not compile. */
export type WordsOf<A extends Area> = {
  readonly [B in A]: { readonly about: string; readonly calls: Readonly<Record<NamesIn<B>, string>> }
}
