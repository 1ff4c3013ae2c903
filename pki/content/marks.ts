/**
 * Where page content leaves marks (ISO 32000-2 §8, §9): boxes that are never too small, as far as fonts and images are what they say of
 * themselves. Nothing is drawn; clipping makes no box smaller.
 */
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import { luminances } from './colours.ts'
import { Interpreter } from './interpreter.ts'
import type { Mark, Reading } from './mark.ts'
import { isDash } from './state.ts'
import { Unknown } from './tokens.ts'
import type { Effort } from './tokens.ts'

export type { Mark } from './mark.ts'
export type { Effort } from './tokens.ts'

/** What is drawn, and how it is read. */
export type Content = Reading & { readonly data: Uint8Array; readonly resources: Value }

/** The marks of content, in the order in which they are made; undefined where they cannot be told. */
export function marksOf(pdf: PdfDocument, at: number, content: Content, effort: Effort): Mark[] | undefined {
  const marks: Mark[] = []
  try {
    new Interpreter(pdf, at, marks, effort, carryOut, content).begin(content.data, content.resources)
    return marks
  } catch (error) {
    if (error instanceof Unknown || error instanceof PdfError) return undefined
    throw error
  }
}

function carryOut(on: Interpreter, operator: string, operands: Value[]): void {
  if (Object.hasOwn(operators, operator)) operators[operator]!(on, operands)
  else if (!silent.has(operator)) throw new Unknown()
}

const operators: Record<string, (on: Interpreter, operands: Value[]) => void> = {
  q: (on) => on.save(),
  Q: (on) => on.restore(),
  cm: (on, operands) => on.concatenate(operands),
  w: (on, operands) => on.set('lineWidth', operands),
  d: (on, [array]) => on.drawLines({ isDashed: isDash(array) }),
  j: (on, [style]) => on.drawLines({ isMitred: style === 0 }),
  M: (on, [limit]) => on.drawLines({ miterLimit: typeof limit === 'number' ? limit : Infinity }),
  gs: (on, operands) => on.graphicsState(operands),
  m: (on, operands) => on.move(operands, 2, 'begins'),
  l: (on, operands) => on.move(operands, 2),
  c: (on, operands) => on.move(operands, 6),
  v: (on, operands) => on.move(operands, 4),
  y: (on, operands) => on.move(operands, 4),
  re: (on, operands) => on.rectangle(operands),
  W: (on) => on.clip(),
  'W*': (on) => on.clip(),
  n: (on) => on.paint({}),
  h: (on) => void on.close(),
  S: (on) => on.paint({ stroke: true }),
  s: (on) => on.close().paint({ stroke: true }),
  f: (on) => on.paint({ fill: true }),
  F: (on) => on.paint({ fill: true }),
  'f*': (on) => on.paint({ fill: true }),
  B: (on) => on.paint({ fill: true, stroke: true }),
  'B*': (on) => on.paint({ fill: true, stroke: true }),
  b: (on) => on.close().paint({ fill: true, stroke: true }),
  'b*': (on) => on.close().paint({ fill: true, stroke: true }),
  g: (on, operands) => on.colour('fill', luminances.DeviceGray!(operands)),
  G: (on, operands) => on.colour('stroke', luminances.DeviceGray!(operands)),
  rg: (on, operands) => on.colour('fill', luminances.DeviceRGB!(operands)),
  RG: (on, operands) => on.colour('stroke', luminances.DeviceRGB!(operands)),
  k: (on, operands) => on.colour('fill', luminances.DeviceCMYK!(operands)),
  K: (on, operands) => on.colour('stroke', luminances.DeviceCMYK!(operands)),
  cs: (on, operands) => on.colourSpace('fill', operands),
  CS: (on, operands) => on.colourSpace('stroke', operands),
  sc: (on, operands) => on.colourInSpace('fill', operands),
  SC: (on, operands) => on.colourInSpace('stroke', operands),
  scn: (on, operands) => on.colourInSpace('fill', operands),
  SCN: (on, operands) => on.colourInSpace('stroke', operands),
  Do: (on, operands) => on.object(operands),
  BMC: (on, operands) => on.layers.begin(operands),
  BDC: (on, operands) => on.layers.begin(operands),
  EMC: (on) => on.layers.end(),
  BT: (on) => on.beginText(),
  Tf: (on, operands) => on.selectFont(operands),
  Tm: (on, operands) => on.placeText(operands),
  Td: (on, operands) => on.moveText(operands, false),
  TD: (on, operands) => on.moveText(operands, true),
  'T*': (on) => on.newLine(),
  Tc: (on, operands) => on.set('charSpace', operands),
  Tw: (on, operands) => on.set('wordSpace', operands),
  Tz: (on, operands) => on.setScale(operands),
  TL: (on, operands) => on.set('leading', operands),
  Ts: (on, operands) => on.set('rise', operands),
  Tr: (on, operands) => on.setMode(operands),
  Tj: (on, operands) => on.show(operands.slice(-1)),
  TJ: (on, operands) => on.show(isArray(operands.at(-1)) ? (operands.at(-1) as readonly Value[]) : []),
  "'": (on, operands) => {
    on.newLine()
    on.show(operands.slice(-1))
  },
  '"': (on, operands) => {
    on.set('wordSpace', operands.slice(0, 1))
    on.set('charSpace', operands.slice(1, 2))
    on.newLine()
    on.show(operands.slice(-1))
  },
}

/** Operators that leave no mark and move nothing. Inline images and shadings (BI, sh) are not among them: they make the marks unknown. */
const silent = new Set(['J', 'ri', 'i', 'ET', 'MP', 'DP', 'BX', 'EX'])
