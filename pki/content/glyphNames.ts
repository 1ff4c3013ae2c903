/** The names of glyphs and the characters that they stand for (ISO 32000-2 annex D.2; Adobe Glyph List). */

/** From a first character on, one after the other. */
const runs: readonly (readonly [number, string])[] = [
  [
    0x20,
    'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash',
  ],
  [0x30, 'zero one two three four five six seven eight nine colon semicolon less equal greater question at'],
  [0x41, [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].join(' ')],
  [0x5b, 'bracketleft backslash bracketright asciicircum underscore grave'],
  [0x61, [...'abcdefghijklmnopqrstuvwxyz'].join(' ')],
  [0x7b, 'braceleft bar braceright asciitilde'],
  [0xa1, 'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot'],
  [0xae, 'registered macron degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine'],
  [0xbb, 'guillemotright onequarter onehalf threequarters questiondown'],
  [
    0xc0,
    'Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis',
  ],
  [
    0xd0,
    'Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls',
  ],
  [
    0xe0,
    'agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis',
  ],
  [0xf0, 'eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis'],
  [
    0x100,
    'Amacron amacron Abreve abreve Aogonek aogonek Cacute cacute Ccircumflex ccircumflex Cdotaccent cdotaccent Ccaron ccaron Dcaron dcaron',
  ],
  [
    0x110,
    'Dcroat dcroat Emacron emacron Ebreve ebreve Edotaccent edotaccent Eogonek eogonek Ecaron ecaron Gcircumflex gcircumflex Gbreve gbreve',
  ],
  [0x120, 'Gdotaccent gdotaccent Gcommaaccent gcommaaccent Hcircumflex hcircumflex Hbar hbar Itilde itilde Imacron imacron Ibreve ibreve'],
  [0x12e, 'Iogonek iogonek Idotaccent dotlessi IJ ij Jcircumflex jcircumflex Kcommaaccent kcommaaccent kgreenlandic Lacute lacute'],
  [0x13b, 'Lcommaaccent lcommaaccent Lcaron lcaron Ldot ldot Lslash lslash Nacute nacute Ncommaaccent ncommaaccent Ncaron ncaron'],
  [0x149, 'napostrophe Eng eng Omacron omacron Obreve obreve Ohungarumlaut ohungarumlaut OE oe Racute racute Rcommaaccent rcommaaccent'],
  [0x158, 'Rcaron rcaron Sacute sacute Scircumflex scircumflex Scedilla scedilla Scaron scaron Tcommaaccent tcommaaccent Tcaron tcaron'],
  [0x166, 'Tbar tbar Utilde utilde Umacron umacron Ubreve ubreve Uring uring Uhungarumlaut uhungarumlaut Uogonek uogonek'],
  [0x174, 'Wcircumflex wcircumflex Ycircumflex ycircumflex Ydieresis Zacute zacute Zdotaccent zdotaccent Zcaron zcaron longs'],
  [0x192, 'florin'],
  [0x2c6, 'circumflex caron'],
  [0x2d8, 'breve dotaccent ring ogonek tilde hungarumlaut'],
  [0x384, 'tonos dieresistonos Alphatonos anoteleia Epsilontonos Etatonos Iotatonos'],
  [0x38c, 'Omicrontonos'],
  [
    0x38e,
    'Upsilontonos Omegatonos iotadieresistonos Alpha Beta Gamma Deltagreek Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho',
  ],
  [
    0x3a3,
    'Sigma Tau Upsilon Phi Chi Psi Omegagreek Iotadieresis Upsilondieresis alphatonos epsilontonos etatonos iotatonos upsilondieresistonos',
  ],
  [
    0x3b1,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mugreek nu xi omicron pi rho sigma1 sigma tau upsilon phi chi psi',
  ],
  [0x3c9, 'omega iotadieresis upsilondieresis omicrontonos upsilontonos omegatonos'],
  [0x2013, 'endash emdash'],
  [0x2018, 'quoteleft quoteright quotesinglbase'],
  [0x201c, 'quotedblleft quotedblright quotedblbase'],
  [0x2020, 'dagger daggerdbl bullet'],
  [0x2026, 'ellipsis'],
  [0x2030, 'perthousand'],
  [0x2039, 'guilsinglleft guilsinglright'],
  [0x2044, 'fraction'],
  [0x20ac, 'Euro'],
  [0x2122, 'trademark'],
  [0x2202, 'partialdiff'],
  [0x220f, 'product'],
  [0x2211, 'summation minus'],
  [0x221a, 'radical'],
  [0x221e, 'infinity'],
  [0x222b, 'integral'],
  [0x2248, 'approxequal'],
  [0x2260, 'notequal'],
  [0x2264, 'lessequal greaterequal'],
  [0x25ca, 'lozenge'],
  [0xfb01, 'fi fl'],
]

const characters = new Map<string, number>([
  ...runs.flatMap(([first, names]) => names.split(' ').map((name, i) => [name, first + i] as const)),
  ['Omega', 0x2126],
  ['Delta', 0x2206],
  ['nbspace', 0xa0],
  ['sfthyphen', 0xad],
])
const names = new Map([...characters].map(([name, character]) => [character, name]))

/** Cyrillic, Arabic and Hebrew, which the list numbers as Apple did. */
const numbered: readonly (readonly [first: number, last: number, character: number])[] = [
  [10017, 10022, 0x410],
  [10023, 10023, 0x401],
  [10024, 10049, 0x416],
  [10051, 10061, 0x402],
  [10062, 10062, 0x40e],
  [10065, 10070, 0x430],
  [10071, 10071, 0x451],
  [10072, 10097, 0x436],
  [10099, 10109, 0x452],
  [10110, 10110, 0x45e],
  [10145, 10145, 0x40f],
  [10193, 10193, 0x45f],
  [57392, 57401, 0x660],
  [57409, 57434, 0x621],
  [57440, 57450, 0x640],
  [57451, 57458, 0x64b],
  [57664, 57690, 0x5d0],
]

/** The character of a name; undefined where it says none, or it is not known here. */
export function characterOf(name: string): number | undefined {
  const known = characters.get(name)
  if (known !== undefined) return known
  const hexadecimal = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name)
  if (hexadecimal) return parseInt(hexadecimal[1] ?? hexadecimal[2]!, 16)
  const number = Number(/^afii(\d{5})$/.exec(name)?.[1])
  const run = numbered.find(([first, last]) => number >= first && number <= last)
  return run && run[2] + number - run[0]
}

export const nameOfCharacter = (character: number): string | undefined => names.get(character)
