import type { Canvas } from '#server/platform/typeset/canvas.ts'

const units = 20
/** The service's sign, a shield with a tick, as strokes. */
const strokes = '10 1 m 18 4 l 18 9.6 l 18 14.5 14.7 17.5 10 19.2 c 5.3 17.5 2 14.5 2 9.6 c 2 4 l h 6.3 10.2 m 9 12.9 l 13.9 7.7 l'

/** Strokes are finer where it is large. */
export const drawMark = (canvas: Canvas, x: number, y: number, side: number, colour: number) =>
  canvas.drawing(`${side > 20 ? 1.1 : 1.6} w ${strokes}`, units, { x, y, side, colour })
