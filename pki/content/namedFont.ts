/** A font that knows its glyphs by name. */
export type NamedFont = {
  /** What draws a glyph; undefined where the font has none of that name. The same octets draw the same. */
  readonly outline: (name: string) => Uint8Array | undefined
  /** What the font itself has under a code. */
  readonly nameOf: (code: number) => string | undefined
  /** Whether all that draws a glyph is there, as far as it is looked at: of others readers show nothing, or what they can. */
  readonly isWhole: (name: string) => boolean
  /** Of no more octets is a glyph that nothing is seen of, as a space. */
  readonly mostOfBlank: number
}
