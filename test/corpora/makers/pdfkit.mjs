/** Files by PDFKit. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'

const [out, materials] = process.argv.slice(2)

function make(name, options = {}, more = () => {}) {
  return new Promise((resolve) => {
    try {
      const document = new PDFDocument({ size: 'A4', ...options })
      document.pipe(createWriteStream(join(out, `${name}.pdf`))).on('finish', resolve)
      document.text('Layla owes Fahad 100 riyals.')
      more(document)
      document.end()
    } catch (reason) {
      console.error(name, reason)
      resolve()
    }
  })
}

function form(document) {
  document.font('Helvetica').initForm()
  const parent = document.formField('loan')
  document.formText('amount', 72, 200, 200, 20, { parent, value: '100' })
  document.formCheckbox('agreed', 72, 240, 15, 15, { parent })
  document.formCombo('currency', 72, 280, 100, 20, { parent, select: ['SAR', 'USD'], value: 'SAR' })
}

const font = process.env.CORPUS_FONT
await make('text')
await make('uncompressed', { compress: false })
await make('version-17', { pdfVersion: '1.7' })
await make('image', {}, (document) => document.image(join(materials, 'picture.png'), 72, 200, { width: 96 }))
await make('form', {}, form)
await make('attachment', {}, (document) => document.file(Buffer.from('The terms'), { name: 'terms.txt' }))
await make('annotations', {}, (document) =>
  document.note(72, 300, 20, 20, 'A note').link(72, 72, 100, 20, 'https://example.com/').highlight(72, 72, 90, 12),
)
await make('outline', {}, (document) => document.outline.addItem('Top').addItem('Below'))
await make('tagged', { tagged: true, lang: 'en', displayTitle: true, info: { Title: 'A contract' } }, (document) => {
  const part = document.struct('Document')
  document.addStructure(part)
  part.add(document.struct('P', () => document.text('A paragraph')))
  part.end()
})
for (const subset of font ? ['PDF/A-1b', 'PDF/A-2b', 'PDF/A-3b', 'PDF/UA'] : [])
  await make(subset.toLowerCase().replace('/', ''), {
    subset,
    pdfVersion: subset.includes('1b') ? '1.4' : '1.7',
    tagged: true,
    font,
    lang: 'en',
    displayTitle: true,
    info: { Title: 'A contract' },
  })
for (const [name, pdfVersion] of Object.entries({ 'rc4-40': '1.3', 'rc4-128': '1.4', 'aes-128': '1.6', 'aes-256': '1.7ext3' }))
  await make(`owner-${name}`, { ownerPassword: 'owner', userPassword: '', permissions: {}, pdfVersion })
