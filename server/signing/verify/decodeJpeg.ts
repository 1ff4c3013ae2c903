import { JpegImage } from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs'
import type { DecodeJpeg } from '#pki/content/pictures.ts'

/** The samples as they are coded, without turning them into other colours. */
export const decodeJpeg: DecodeJpeg = (data) => {
  const image = new JpegImage({ colorTransform: 0 })
  try {
    image.parse(data)
    const { width, height, numComponents: components } = image
    return { data: new Uint8Array(image.getData({ width, height }).buffer), width, height, components }
  } catch {
    return undefined // not a JPEG that it reads
  }
}
