/** Signs and changes files with @libpdf/core. */
import { HttpTimestampAuthority, P12Signer, PDF } from '@libpdf/core'
import { keyFile, password, run, tsa } from './jobs.mjs'

const levels = { bb: 'B-B', bt: 'B-T', blt: 'B-LT', blta: 'B-LTA' }

async function change(operation, bytes) {
  const pdf = await PDF.load(bytes)
  if (operation === 'fill') for (const field of pdf.getForm().getTextFields()) field.setValue('200')
  if (operation === 'annotate') pdf.getPage(0).addTextAnnotation({ rect: { x: 300, y: 700, width: 20, height: 20 }, contents: 'A note' })
  if (operation === 'metadata') pdf.setTitle('Another title')
  return pdf.save({ incremental: true })
}

await run(async (operation, bytes) => {
  if (/^(fill|annotate|metadata)$/.test(operation)) return change(operation, bytes)
  const signer = await P12Signer.create(keyFile(operation), password, { buildChain: true })
  const pdf = await PDF.load(bytes)
  const level = levels[operation]
  const options = level
    ? { level, ...(level !== 'B-B' && { timestampAuthority: new HttpTimestampAuthority(tsa) }) }
    : { subFilter: 'adbe.pkcs7.detached' }
  const field = operation === 'field' ? { fieldName: 'Employee' } : {}
  const signed = await pdf.sign({ signer, reason: 'I agree', location: 'Riyadh', ...options, ...field })
  return signed.bytes
})
