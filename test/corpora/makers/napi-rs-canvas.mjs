/** Files by Skia, by way of @napi-rs/canvas. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadImage, PDFDocument } from '@napi-rs/canvas'

const [out, materials] = process.argv.slice(2)
const picture = await loadImage(join(materials, 'picture.png'))
for (const [name, options] of Object.entries({ text: {}, metadata: { title: 'A contract', pdfa: true } })) {
  const document = new PDFDocument(options)
  const context = document.beginPage(595, 842)
  context.fillText('Layla owes Fahad 100 riyals.', 72, 100)
  context.drawImage(picture, 72, 200)
  document.endPage()
  writeFileSync(join(out, `${name}.pdf`), document.close())
}
