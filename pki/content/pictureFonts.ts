/** The two fonts of signs that all readers have, and their names for them (ISO 32000-2 annexes D.5 and D.6). */

const letters =
  'Alpha Beta Chi Delta Epsilon Phi Gamma Eta Iota Kappa Lambda Mu Nu Omicron Pi Theta Rho Sigma Tau Upsilon Omega Xi Psi Zeta'
const others = `
  space exclam universal numbersign existential percent ampersand suchthat parenleft parenright asteriskmath plus comma minus period slash
  zero one two three four five six seven eight nine colon semicolon less equal greater question congruent theta1 sigma1 phi1 omega1 Upsilon1
  bracketleft therefore bracketright perpendicular underscore radicalex braceleft bar braceright similar minute lessequal fraction infinity florin
  club diamond heart spade arrowboth arrowleft arrowup arrowright arrowdown degree plusminus second greaterequal multiply proportional partialdiff
  bullet divide notequal equivalence approxequal ellipsis arrowvertex arrowhorizex carriagereturn aleph Ifraktur Rfraktur weierstrass circlemultiply
  circleplus emptyset intersection union propersuperset reflexsuperset notsubset propersubset reflexsubset element notelement angle gradient
  registerserif copyrightserif trademarkserif product radical dotmath logicalnot logicaland logicalor arrowdblboth arrowdblleft arrowdblup
  arrowdblright arrowdbldown lozenge angleleft registersans copyrightsans trademarksans summation parenlefttp parenleftex parenleftbt
  bracketlefttp bracketleftex bracketleftbt bracelefttp braceleftmid braceleftbt braceex angleright integral integraltp integralex integralbt
  parenrighttp parenrightex parenrightbt bracketrighttp bracketrightex bracketrightbt bracerighttp bracerightmid bracerightbt`

const symbols = new Set(`${letters} ${letters.toLowerCase()} ${others.trim()}`.split(/\s+/))

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
