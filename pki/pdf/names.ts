import { latin1 } from './latin1.ts'

const places = 1024
const longest = 64
const kept: string[] = Array.from({ length: places }, () => '')

/** The text of the octets from `start` to `end`, one character each. Files say the same few hundred names again and again: the latest of each hash is kept. */
export function nameAt(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start
  if (length > longest) return latin1(bytes.subarray(start, end))
  let hash = 0
  for (let i = start; i < end; i++) hash = (hash * 31 + bytes[i]!) | 0
  const place = hash & (places - 1)
  const name = kept[place]!
  let at = name.length === length ? 0 : length + 1
  while (at < length && name.charCodeAt(at) === bytes[start + at]) at++
  if (at === length) return name
  let said = ''
  for (let i = start; i < end; i++) said += String.fromCharCode(bytes[i]!)
  return (kept[place] = said)
}
