/** Files by @libpdf/core. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'

const [out, materials] = process.argv.slice(2)
const fixture = (name) => readFileSync(join(materials, '../../fixtures/pdf', `${name}.pdf`))

async function make(name, more = () => {}, options = {}, source = undefined) {
  try {
    const document = source ? await PDF.load(source) : PDF.create()
    const page = source ? document.getPage(0) : document.addPage({ size: 'a4' })
    page.drawText('Layla owes Fahad 100 riyals.', { x: 72, y: 700, size: 12, font: 'Helvetica' })
    await more(document, page)
    writeFileSync(join(out, `${name}.pdf`), await document.save(options))
  } catch (reason) {
    console.error(name, reason)
  }
}

function form(document, page) {
  const own = document.getOrCreateForm()
  page.drawField(own.createTextField('amount', { defaultValue: '100' }), { x: 72, y: 600, width: 200, height: 20 })
  page.drawField(own.createCheckbox('agreed', { onValue: 'Yes' }), { x: 72, y: 560, width: 15, height: 15 })
}

await make('text')
await make('streams', undefined, { useXRefStream: true })
await make('image', (document, page) =>
  page.drawImage(document.embedImage(readFileSync(join(materials, 'picture.png'))), { x: 72, y: 500, width: 96, height: 96 }),
)
await make('form', form)
await make('attachment', (document) => document.addAttachment('terms.txt', Buffer.from('The terms')))
for (const [name, algorithm] of Object.entries({ 'rc4-40': 'RC4-40', 'rc4-128': 'RC4-128', 'aes-128': 'AES-128', 'aes-256': 'AES-256' }))
  await make(`owner-${name}`, (document) => document.setProtection({ ownerPassword: 'owner', algorithm }))
for (const name of ['libreoffice', 'chromium', 'handmade-form']) {
  await make(`saved-${name}`, undefined, {}, fixture(name))
  await make(`update-${name}`, undefined, { incremental: true }, fixture(name))
}
