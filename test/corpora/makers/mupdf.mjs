/** Files by MuPDF's JavaScript. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as mupdf from 'mupdf'

const [out, materials] = process.argv.slice(2)
const fixture = (name) => readFileSync(join(materials, '../../fixtures/pdf', `${name}.pdf`))

function fresh() {
  const document = new mupdf.PDFDocument()
  const font = document.addSimpleFont(new mupdf.Font('Helvetica'))
  const page = document.addPage([0, 0, 595, 842], 0, { Font: { F1: font } }, 'BT /F1 12 Tf 72 720 Td (Layla owes Fahad 100 riyals.) Tj ET')
  document.insertPage(-1, page)
  return document
}

function make(name, options = '', more = () => {}, document = fresh()) {
  try {
    more(document)
    writeFileSync(join(out, `${name}.pdf`), document.saveToBuffer(options).asUint8Array())
  } catch (reason) {
    console.error(name, reason)
  }
}

const opened = (name) => mupdf.Document.openDocument(fixture(name), 'application/pdf')
make('text')
make('compressed', 'compress,garbage=compact')
make('streams', 'objstms,compress')
make('annotations', '', (document) => {
  const note = document.loadPage(0).createAnnotation('FreeText')
  note.setRect([72, 100, 200, 140])
  note.setContents('A note')
  note.update()
})
for (const [name, method] of Object.entries({ 'rc4-40': 'rc4-40', 'rc4-128': 'rc4-128', 'aes-128': 'aes-128', 'aes-256': 'aes-256' }))
  make(`owner-${name}`, `encrypt=${method},owner-password=owner,user-password=,permissions=4`)
for (const name of ['libreoffice', 'chromium', 'handmade-form']) {
  make(`saved-${name}`, 'garbage', undefined, opened(name))
  make(`update-${name}`, 'incremental', (document) => document.setMetaData('info:Title', 'Another title'), opened(name))
}
