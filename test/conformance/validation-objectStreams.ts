/** PDF files some of whose objects stand in an object stream (ISO 32000-2 §7.5.7). */
import { stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

export function objectStream(objects: readonly (readonly [number: number, body: string])[]): string {
  let [header, bodies] = ['', '']
  for (const [number, body] of objects) {
    header += `${number} ${bodies.length} `
    bodies += `${body}\n`
  }
  return stream(header + bodies, `/Type/ObjStm/N ${objects.length}/First ${header.length}`)
}

/** The objects, of which `packed` stand in the object stream with the number `holder`, which has to be free. */
export function fileWithObjectStream(objects: Objects, packed: readonly number[], holder: number): Buffer {
  let out = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = new Map<number, number>()
  const write = (number: number, body: string) => {
    offsets.set(number, out.length)
    out += `${number} 0 obj\n${body}\nendobj\n`
  }
  for (const [number, body] of Object.entries(objects)) if (!packed.includes(Number(number))) write(Number(number), body)
  write(holder, objectStream(packed.map((number) => [number, objects[number]!])))
  const size = Math.max(holder, ...Object.keys(objects).map(Number)) + 2
  offsets.set(size - 1, out.length)
  const rows = Buffer.alloc(size * 7)
  for (let number = 0; number < size; number++) {
    const index = packed.indexOf(number)
    const offset = offsets.get(number)
    rows[number * 7] = index >= 0 ? 2 : offset === undefined ? 0 : 1
    rows.writeUIntBE(index >= 0 ? holder : (offset ?? 0), number * 7 + 1, 4)
    rows.writeUInt16BE(Math.max(index, 0), number * 7 + 5)
  }
  const trailer = '/Root 1 0 R/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
  const body = stream(rows.toString('latin1'), `/Type/XRef/Size ${size}/W[1 4 2]${trailer}`)
  const startxref = out.length
  return Buffer.from(`${out}${size - 1} 0 obj\n${body}\nendobj\nstartxref\n${startxref}\n%%EOF\n`, 'latin1')
}
