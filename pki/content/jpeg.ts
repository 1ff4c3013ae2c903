export type Frame = {
  /** Whether every reader decodes it: baseline, extended sequential or progressive, by Huffman's code (ITU-T T.81 table B.1). */
  readonly isUsual: boolean
  readonly width: number
  readonly height: number
  /** How many colours a sample has. */
  readonly components: number
}

/** What a photograph's frame header says of it (T.81 §B.2.2); undefined where there is none before its first scan. */
export function frameOf(data: Uint8Array): Frame | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  if (data[0] !== 0xff || data[1] !== startOfImage) return undefined
  for (let at = 2; at + longestHead < data.length;) {
    const marker = data[at + 1]!
    if (data[at] !== 0xff || marker === startOfScan || marker === endOfImage) return undefined
    if (isFrame(marker))
      return { isUsual: marker <= 0xc2, height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: data[at + 9]! }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda]
const longestHead = 10
/** All of C0 to CF but the tables of Huffman (C4), what is reserved (C8) and arithmetic conditioning (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
