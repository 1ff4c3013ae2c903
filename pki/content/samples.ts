/** Samples of an image, one to a point; a row begins with an octet. */
export type Raster = { readonly width: number; readonly height: number; readonly row: number; readonly bits: number }

/** Whether no sample, of eight bits at most, is above another number. */
export function areSamplesWithin(data: Uint8Array, highest: number, of: Raster): boolean {
  const { width, height, row, bits } = of
  const [inOctet, all] = [8 / bits, 2 ** bits - 1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const octet = data[y * row + Math.floor(x / inOctet)]!
      if (((octet >> (8 - bits * ((x % inOctet) + 1))) & all) > highest) return false
    }
  return true
}
