/** Files by pdf-lib and by its successor of Cantoo, whose interface is the same. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const library = await import(process.env.CORPUS_PACKAGE ?? 'pdf-lib')
const { PDFDocument, degrees, StandardFonts } = library
const [out, materials] = process.argv.slice(2)
const picture = readFileSync(join(materials, 'picture.png'))
const fixture = (name) => readFileSync(join(materials, '../../fixtures/pdf', `${name}.pdf`))

async function make(name, more = () => {}, options = {}, pdf = undefined) {
  try {
    const document = pdf ?? (await PDFDocument.create())
    const page = pdf ? document.getPage(0) : document.addPage([595, 842])
    page.drawText('Layla owes Fahad 100 riyals.', { x: 72, y: 720, size: 12, font: await document.embedFont(StandardFonts.Helvetica) })
    await more(document, page)
    writeFileSync(join(out, `${name}.pdf`), await document.save(options))
  } catch (reason) {
    console.error(name, reason)
  }
}

function form(document, page) {
  const own = document.getForm()
  const amount = own.createTextField('loan.amount')
  amount.setText('100')
  amount.addToPage(page, { x: 72, y: 600, width: 200, height: 20 })
  own.createCheckBox('loan.agreed').addToPage(page, { x: 72, y: 560, width: 15, height: 15 })
  const currency = own.createDropdown('loan.currency')
  currency.addOptions(['SAR', 'USD'])
  currency.select('SAR')
  currency.addToPage(page, { x: 72, y: 520, width: 100, height: 20 })
  const term = own.createRadioGroup('loan.term')
  term.addOptionToPage('short', page, { x: 72, y: 480, width: 15, height: 15 })
  term.addOptionToPage('long', page, { x: 102, y: 480, width: 15, height: 15 })
  term.select('long')
}

await make('text')
await make('table', undefined, { useObjectStreams: false })
await make('image', async (document, page) => page.drawImage(await document.embedPng(picture), { x: 72, y: 500, width: 96, height: 96 }))
await make('form', form)
await make('form-table', form, { useObjectStreams: false })
await make('attachment', (document) => document.attach(Buffer.from('The terms'), 'terms.txt', { mimeType: 'text/plain' }))
await make('rotated', (document, page) => page.setRotation(degrees(90)))
await make('boxes', (document, page) => (page.setCropBox(20, 20, 500, 700), page.setMediaBox(-10, -10, 595, 842)))
for (const name of ['libreoffice', 'chromium', 'handmade-form', 'qpdf-object-streams']) {
  const document = await PDFDocument.load(fixture(name))
  await make(`saved-${name}`, undefined, {}, document)
}
if (typeof PDFDocument.prototype.encrypt === 'function')
  await make(
    'owner-aes-256',
    (document) => document.encrypt({ userPassword: '', ownerPassword: 'owner', permissions: { modifying: false } }),
    { useObjectStreams: false },
  )
