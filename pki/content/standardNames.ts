import { nameOfCharacter } from './glyphNames.ts'

/** Of a font whose codes are octets. */
export const everyCode: readonly number[] = Array.from({ length: 256 }, (_, code) => code)

/** Where Adobe's standard encoding is not that of ASCII (ISO 32000-2 annex D.2). */
const others = new Map<number, string>(
  [
    [0x27, 'quoteright'],
    [0x60, 'quoteleft'],
    [
      0xa1,
      'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl',
    ],
    [0xb1, 'endash dagger daggerdbl periodcentered'],
    [0xb6, 'paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand'],
    [0xbf, 'questiondown'],
    [0xc1, 'grave acute circumflex tilde macron breve dotaccent dieresis'],
    [0xca, 'ring cedilla'],
    [0xcd, 'hungarumlaut ogonek caron emdash'],
    [0xe1, 'AE'],
    [0xe3, 'ordfeminine'],
    [0xe8, 'Lslash Oslash OE ordmasculine'],
    [0xf1, 'ae'],
    [0xf5, 'dotlessi'],
    [0xf8, 'lslash oslash oe germandbls'],
  ].flatMap(([first, names]) => `${names}`.split(' ').map((name, i) => [Number(first) + i, name] as const)),
)

/** The name of a code in StandardEncoding. */
export const standardNames = (code: number): string | undefined =>
  others.get(code) ?? (code >= 0x20 && code < 0x7f ? nameOfCharacter(code) : undefined)
