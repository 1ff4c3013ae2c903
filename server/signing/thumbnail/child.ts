/** Draws the first page of files, small. The engine is WebAssembly: an error in it stays within its own memory, within a process with few rights. */

import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readFiles } from '../readFiles.ts'
import type { Drawn, Side } from './drawFirstPage.ts'
import { rgbOf } from './rgbOf.ts'

const engine = await PDFiumLibrary.init()

readFiles<Side>(async ({ bytes }, { width, height }): Promise<Drawn> => {
  const document = await engine.loadDocument(bytes())
  document.initializeFormFields() // a signature is shown as a field
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(width / originalWidth, height / originalHeight)
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  const size = { width: pixels(originalWidth), height: pixels(originalHeight) }
  const drawn = await page.render({ ...size, render: 'bitmap', renderFormFields: true })
  return { width: drawn.width, height: drawn.height, rgb: rgbOf(drawn.data).toString('base64') }
})
