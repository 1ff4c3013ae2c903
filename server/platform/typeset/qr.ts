import encode from 'qr'

const quiet = 4

/**
 * The dark modules as rectangles one unit high, y upwards, for a square of `modules` units (quiet zone included).
 * Error correction level M; the version is the smallest that holds the payload, read as UTF-8 bytes.
 */
export function qrPath(payload: string): { path: string; modules: number } {
  const code = encode(payload, 'raw', { ecc: 'medium', encoding: 'byte', border: quiet })
  const modules = code.length
  const rects: string[] = []
  for (const [row, cells] of code.entries())
    for (let start = cells.indexOf(true); start >= 0;) {
      const end = cells.indexOf(false, start) // the quiet zone ends every row
      rects.push(`${start} ${modules - row - 1} ${end - start} 1 re`)
      start = cells.indexOf(true, end)
    }
  return { path: rects.join('\n'), modules }
}
