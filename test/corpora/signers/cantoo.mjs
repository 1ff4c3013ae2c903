/** Fills, annotates and describes signed files with @cantoo/pdf-lib, which appends. */
import { PDFDocument, PDFTextField } from '@cantoo/pdf-lib'
import { run } from './jobs.mjs'

const changes = {
  fill(pdf) {
    for (const field of pdf.getForm().getFields()) if (field instanceof PDFTextField) field.setText('200')
  },
  annotate({ context }, page) {
    const note = context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [300, 700, 320, 720], F: 4 })
    page.node.addAnnot(context.register(note))
  },
  metadata(pdf) {
    pdf.setTitle('Another title')
  },
}

await run(async (operation, bytes) => {
  const pdf = await PDFDocument.load(bytes, { forIncrementalUpdate: true })
  changes[operation](pdf, pdf.getPage(0))
  return pdf.save()
})
