import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { numbersIn } from './tokens.ts'

/**
 * Relative luminance of a colour in each of the device's own spaces (ISO 32000-2 §8.6.4), from its operands. The components count as they
 * stand, without the curve of sRGB: it is close enough to tell light from dark.
 */
export const luminances: Record<string, (operands: readonly Value[]) => number> = {
  DeviceGray: (operands) => componentsIn(operands, 1)[0]!,
  DeviceRGB: (operands) => ofRgb(componentsIn(operands, 3)),
  DeviceCMYK: (operands) => {
    const [cyan, magenta, yellow, black] = componentsIn(operands, 4) as [number, number, number, number]
    return (1 - black) * ofRgb([1 - cyan, 1 - magenta, 1 - yellow])
  },
}

/** What is out of range is the nearest that is not (§8.6.3). */
const componentsIn = (operands: readonly Value[], count: number) => numbersIn(operands, count).map((one) => Math.min(1, Math.max(0, one)))

const ofRgb = ([red = 0, green = 0, blue = 0]: readonly number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Whether the device's colours are others where these resources hold (§8.6.5.6). */
export function hasOwnColours(pdf: PdfDocument, resources: Value, at: number): boolean {
  const spaces = isDict(resources) ? pdf.get(resources, 'ColorSpace', at) : null
  return isDict(spaces) && ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'].some((name) => spaces.entries.has(name))
}

/** Whether a graphics state shows colours as others (§10.5). The functions that have names change nothing. */
export const hasTransfer = (pdf: PdfDocument, state: Dict, at: number): boolean =>
  ['TR', 'TR2'].some((key) => {
    const transfer = pdf.get(state, key, at)
    return transfer !== null && nameOf(transfer) === undefined
  })
