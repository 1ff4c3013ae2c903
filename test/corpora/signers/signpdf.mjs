/** Signs files with @signpdf, which has a placeholder put in by plain text, or by pdf-lib, which writes the file anew. */
import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib'
import { P12Signer } from '@signpdf/signer-p12'
import signpdf from '@signpdf/signpdf'
import { PDFDocument } from 'pdf-lib'
import { keyFile, password, run } from './jobs.mjs'

const words = { reason: 'I agree', contactInfo: 'layla@example.com', name: 'Layla Salem', location: 'Riyadh', signatureLength: 16_384 }

const sign = (bytes, signer) => (signpdf.default ?? signpdf).sign(bytes, signer)

await run(async (operation, bytes) => {
  const signer = new P12Signer(keyFile('approval'), { passphrase: password })
  if (operation === 'visible') {
    const pdfDoc = await PDFDocument.load(bytes)
    pdflibAddPlaceholder({ pdfDoc, ...words, widgetRect: [72, 72, 220, 120] })
    return sign(Buffer.from(await pdfDoc.save({ useObjectStreams: false })), signer)
  }
  const prepared = plainAddPlaceholder({ pdfBuffer: bytes, ...words })
  return sign(prepared, signer)
})
