/** Files by react-pdf. */
import { join } from 'node:path'
import { Document, Link, Page, renderToFile, Text, TextInput, View } from '@react-pdf/renderer'
import { createElement } from 'react'

const [out] = process.argv.slice(2)

async function make(name, props = {}, ...children) {
  try {
    const text = createElement(Text, null, 'Layla owes Fahad 100 riyals.')
    const page = createElement(Page, { size: 'A4' }, createElement(View, null, text, ...children))
    await renderToFile(createElement(Document, { title: 'A contract', ...props }, page), join(out, `${name}.pdf`))
  } catch (reason) {
    console.error(name, reason)
  }
}

await make('text')
await make('version-17', { pdfVersion: '1.7' })
await make('links', {}, createElement(Link, { src: 'https://example.com/' }, 'terms'))
await make('owner-rc4-128', { ownerPassword: 'owner', userPassword: '', pdfVersion: '1.4', permissions: {} })
if (TextInput) await make('form', {}, createElement(TextInput, { name: 'amount', value: '100', style: { height: 20, width: 100 } }))
