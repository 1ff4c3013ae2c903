import qrcode from 'qrcode-generator'

const quiet = 4
/** The documents of one approval show the same code, and choosing its mask is a quarter of what a signature's appearance costs. */
const mostKept = 16
const kept = new Map<string, Drawn>()

type Drawn = { path: string; modules: number }

/**
 * The dark modules as rectangles one unit high, y upwards, for a square of `modules` units (quiet zone included).
 * Error correction level M; the version is the smallest that holds the payload, read as UTF-8 bytes.
 */
export function qrPath(payload: string): Drawn {
  const drawn = kept.get(payload) ?? draw(payload)
  kept.delete(payload)
  kept.set(payload, drawn)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
  return drawn
}

function draw(payload: string): Drawn {
  const code = qrcode(0, 'M')
  // The library takes one byte per character: hand it the UTF-8 bytes as characters.
  code.addData(Buffer.from(payload, 'utf8').toString('latin1'), 'Byte')
  code.make()
  const count = code.getModuleCount()
  const modules = count + 2 * quiet
  const rows: string[] = []
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (!code.isDark(row, column)) continue
      const start = column
      while (column + 1 < count && code.isDark(row, column + 1)) column++
      rows.push(`${quiet + start} ${modules - quiet - row - 1} ${column - start + 1} 1 re`)
    }
  }
  return { path: rows.join('\n'), modules }
}
