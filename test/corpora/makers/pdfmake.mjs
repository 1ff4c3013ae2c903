/** Files by pdfmake. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pdfmake from 'pdfmake'

const [out, materials] = process.argv.slice(2)
const standard = { normal: 'Helvetica', bold: 'Helvetica-Bold', italics: 'Helvetica-Oblique', bolditalics: 'Helvetica-BoldOblique' }
pdfmake.setFonts?.({ Helvetica: standard })
pdfmake.setUrlAccessPolicy?.(() => false)
pdfmake.setLocalAccessPolicy?.(() => true)

async function make(name, more = {}) {
  try {
    const definition = {
      content: ['Layla owes Fahad 100 riyals.', { table: { body: [['Amount', '100']] } }, { text: 'terms', link: 'https://example.com/' }],
      defaultStyle: { font: 'Helvetica' },
      ...more,
    }
    writeFileSync(join(out, `${name}.pdf`), await pdfmake.createPdf(definition).getBuffer())
  } catch (reason) {
    console.error(name, reason)
  }
}

await make('text')
await make('uncompressed', { compress: false })
await make('image', { content: [{ image: join(materials, 'picture.png'), width: 96 }] })
await make('version-17', { version: '1.7' })
await make('owner-aes-256', { version: '1.7ext3', ownerPassword: 'owner', userPassword: '', permissions: { modifying: false } })
await make('owner-rc4-128', { version: '1.4', ownerPassword: 'owner', userPassword: '', permissions: { modifying: false } })
await make('attachment', { files: { terms: { src: join(materials, 'page.html'), name: 'terms.html' } } })
