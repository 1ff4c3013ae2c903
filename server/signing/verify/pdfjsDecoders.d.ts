/** The decoders of pictures that the viewer of PDF files brings, which it does not describe itself. */
declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  export class JpegImage {
    constructor(options?: { colorTransform?: 0 | 1 })
    readonly width: number
    readonly height: number
    readonly numComponents: number
    /** @throws JpegError */
    parse(data: Uint8Array): void
    getData(options: { width: number; height: number }): Uint8ClampedArray
  }
}
