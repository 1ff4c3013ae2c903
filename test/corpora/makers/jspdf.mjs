/** Files by jsPDF. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsPDF } from 'jspdf'

const [out, materials] = process.argv.slice(2)

function make(name, options = {}, more = () => {}) {
  try {
    const document = new jsPDF(options)
    document.text('Layla owes Fahad 100 riyals.', 20, 20)
    more(document)
    writeFileSync(join(out, `${name}.pdf`), Buffer.from(document.output('arraybuffer')))
  } catch (reason) {
    console.error(name, reason)
  }
}

function form(document) {
  const { TextField, CheckBox, ComboBox } = document.AcroForm
  const amount = Object.assign(new TextField(), { Rect: [20, 40, 60, 10], fieldName: 'amount', value: '100' })
  const agreed = Object.assign(new CheckBox(), { Rect: [20, 60, 10, 10], fieldName: 'agreed', appearanceState: 'On' })
  const currency = Object.assign(new ComboBox(), { Rect: [20, 80, 40, 10], fieldName: 'currency' })
  currency.setOptions(['SAR', 'USD'])
  for (const field of [amount, agreed, currency]) document.addField(field)
}

function radioButtons(document) {
  const group = Object.assign(new document.AcroForm.RadioButton(), { value: 'monthly' })
  document.addField(group)
  for (const [i, name] of ['monthly', 'yearly'].entries())
    Object.assign(group.createOption(name), { Rect: [20, 40 + 20 * i, 10, 10], AS: i ? '/Off' : '/monthly' })
  group.setAppearance(document.AcroForm.Appearance.RadioButton.Circle)
}

make('text')
make('compressed', { compress: true })
make('landscape', { orientation: 'landscape', format: 'letter', unit: 'pt' })
make('image', {}, (document) =>
  document.addImage(`data:image/png;base64,${readFileSync(join(materials, 'picture.png'), 'base64')}`, 'PNG', 20, 40, 20, 20),
)
make('form', {}, form)
make('radio-buttons', {}, radioButtons)
make(
  'links',
  {},
  (document) => (
    document.textWithLink('terms', 20, 40, { url: 'https://example.com/' }),
    document.createAnnotation({ type: 'text', title: 'Note', bounds: { x: 20, y: 50, w: 10, h: 10 }, contents: 'A note' }),
    document.outline.add(null, 'Top', { pageNumber: 1 })
  ),
)
make('owner-rc4-40', { encryption: { userPassword: '', ownerPassword: 'owner', userPermissions: ['print'] } })
make('print', {}, (document) => document.viewerPreferences({ FitWindow: true }))
