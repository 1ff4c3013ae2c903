/** Files by pdfjs (of rkusa). */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pdf from 'pdfjs'

const require = createRequire(import.meta.url)
const [out, materials] = process.argv.slice(2)
const font = require('pdfjs/font/Helvetica')

async function make(name, more) {
  try {
    const document = new pdf.Document({ font, padding: 30 })
    document.text('Layla owes Fahad 100 riyals.')
    more(document)
    writeFileSync(join(out, `${name}.pdf`), await document.asBuffer())
  } catch (reason) {
    console.error(name, reason)
  }
}

await make('text', () => {})
await make('merged', (document) =>
  document.addPagesOf(new pdf.ExternalDocument(readFileSync(join(materials, '../../fixtures/pdf/ghostscript-1.4.pdf')))),
)
await make('table', (document) =>
  document
    .table({ widths: [100, 100] })
    .row()
    .cell('Amount'),
)
