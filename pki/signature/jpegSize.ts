/** What a photograph's frame says of it (ITU-T T.81 §B.2.2); undefined where there is none. */
export function sizeOfJpeg(data: Uint8Array): { width: number; height: number; components: number } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  if (data[0] !== 0xff || data[1] !== startOfImage) return undefined
  for (let at = 2; at + longestHead < data.length;) {
    if (data[at] !== 0xff) return undefined
    const marker = data[at + 1]!
    if (marker === 0xff) at++
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: data[at + 9]! }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

const startOfImage = 0xd8
const longestHead = 10
/** All of C0 to CF but the tables of Huffman (C4), what is reserved (C8) and arithmetic conditioning (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
