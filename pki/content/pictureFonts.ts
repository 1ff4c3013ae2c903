/** The two fonts of signs that all readers have, and their names for them (ISO 32000-2 annexes D.5 and D.6). */

/** What Symbol calls its glyphs, from these codes on; its Euro is younger than some of its fonts. */
const symbolRuns: readonly (readonly [first: number, names: string])[] = [
  [
    0x20,
    `space exclam universal numbersign existential percent ampersand suchthat parenleft parenright asteriskmath plus comma minus period slash
    zero one two three four five six seven eight nine colon semicolon less equal greater question congruent
    Alpha Beta Chi Delta Epsilon Phi Gamma Eta Iota theta1 Kappa Lambda Mu Nu Omicron Pi Theta Rho Sigma Tau Upsilon sigma1 Omega Xi Psi Zeta
    bracketleft therefore bracketright perpendicular underscore radicalex
    alpha beta chi delta epsilon phi gamma eta iota phi1 kappa lambda mu nu omicron pi theta rho sigma tau upsilon omega1 omega xi psi zeta
    braceleft bar braceright similar`,
  ],
  [
    0xa1,
    `Upsilon1 minute lessequal fraction infinity florin club diamond heart spade arrowboth arrowleft arrowup arrowright arrowdown
    degree plusminus second greaterequal multiply proportional partialdiff bullet divide notequal equivalence approxequal ellipsis arrowvertex
    arrowhorizex carriagereturn aleph Ifraktur Rfraktur weierstrass circlemultiply circleplus emptyset intersection union propersuperset
    reflexsuperset notsubset propersubset reflexsubset element notelement angle gradient registerserif copyrightserif trademarkserif product radical
    dotmath logicalnot logicaland logicalor arrowdblboth arrowdblleft arrowdblup arrowdblright arrowdbldown lozenge angleleft registersans
    copyrightsans trademarksans summation parenlefttp parenleftex parenleftbt bracketlefttp bracketleftex bracketleftbt bracelefttp braceleftmid
    braceleftbt braceex`,
  ],
  [
    0xf1,
    `angleright integral integraltp integralex integralbt parenrighttp parenrightex parenrightbt bracketrighttp bracketrightex bracketrightbt
    bracerighttp bracerightmid bracerightbt`,
  ],
]

const symbolNames = new Map(symbolRuns.flatMap(([first, names]) => names.split(/\s+/).map((name, i) => [first + i, name] as const)))
const symbols = new Set(symbolNames.values())

/**
 * What PDFium calls the glyphs of a font with such a name, whatever the font that the document brings calls them; of ornaments it is not known here.
 * Undefined where the name is none of those.
 */
export function namesOfPictures(font: string): ((code: number) => string | undefined) | undefined {
  if (/^(?:[A-Z]{6}\+)?Symbol/.test(font)) return (code) => symbolNames.get(code)
  return font.startsWith('ZapfDingbats') ? () => undefined : undefined
}

/** Poppler's has no brackets among its ornaments. */
const isOrnament = (name: string): boolean => {
  const number = Number(/^a(\d{1,3})$/.exec(name)?.[1])
  return name === 'space' || (number <= 204 && !(number >= 85 && number <= 96) && number !== 80 && !(number >= 113 && number <= 116))
}

/** Whether readers show the same for a name, by the font. */
export const pictureFonts: ReadonlyMap<string, (name: string) => boolean> = new Map([
  ['Symbol', (name: string) => symbols.has(name)],
  ['ZapfDingbats', isOrnament],
])
