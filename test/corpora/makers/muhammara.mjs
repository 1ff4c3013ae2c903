/** Files by MuhammaraJS (PDF-Writer, of Hummus). */
import { join } from 'node:path'
import muhammara from 'muhammara'

const [out, materials] = process.argv.slice(2)
const fixture = (name) => join(materials, '../../fixtures/pdf', `${name}.pdf`)

function make(name, options = {}, more = () => {}) {
  try {
    const writer = muhammara.createWriter(join(out, `${name}.pdf`), options)
    const page = writer.createPage(0, 0, 595, 842)
    const context = writer.startPageContentContext(page)
    context.q().rg(0.2, 0.4, 0.6).re(72, 600, 200, 100).f().Q()
    more(writer, context)
    writer.writePage(page).end()
  } catch (reason) {
    console.error(name, reason)
  }
}

make('drawing')
make('uncompressed', { compress: false })
make('version-17', { version: muhammara.ePDFVersion17 })
make('image', {}, (writer, context) => context.drawImage(72, 400, join(materials, 'picture.png')))
make('owner-rc4-128', { version: muhammara.ePDFVersion14, userPassword: '', ownerPassword: 'owner', userProtectionFlag: 4 })
make('owner-aes-128', { version: muhammara.ePDFVersion16, userPassword: '', ownerPassword: 'owner', userProtectionFlag: 4 })
make('owner-aes-256', { version: muhammara.ePDFVersion20, userPassword: '', ownerPassword: 'owner', userProtectionFlag: 4 })
for (const name of ['libreoffice', 'chromium', 'handmade-form', 'qpdf-object-streams'])
  try {
    const writer = muhammara.createWriterToModify(fixture(name), { modifiedFilePath: join(out, `update-${name}.pdf`) })
    const modifier = new muhammara.PDFPageModifier(writer, 0)
    modifier.startContext().getContext().q().rg(1, 0, 0).re(10, 10, 20, 20).f().Q()
    modifier.endContext().writePage()
    writer.end()
  } catch (reason) {
    console.error(name, reason)
  }
