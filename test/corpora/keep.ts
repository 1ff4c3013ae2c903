/**
 * Copies a small selection of a signed corpus into `test/fixtures/signed`, which every run of the tests verifies:
 * `node_modules/.bin/node test/corpora/keep.ts <folder>`. The authority's keys stay behind; its root comes along.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readManifest, type Entry } from './manifest.ts'

const form = 'handmade-form'
/** One file of each signer as it is, then what differs from tool to tool, then what is done to signed files. */
const kept: readonly RegExp[] = [
  new RegExp(`^(itext5|itext7|itext9|openpdf|pdfbox2|pdfbox3|pyhanko|endesive|libpdf|libreoffice|signpdf)/approval\\.${form}\\.pdf$`),
  new RegExp(`^tcpdf/(approval|certify2)\\.${form}\\.pdf$`),
  /^eu-dss\/(bb\.handmade-form|blta\.qpdf-object-streams)\.pdf$/,
  /^((itext5|openpdf)\/sha1|openpdf\/x509)\.qpdf-object-streams\.pdf$/,
  /^(pyhanko|itext9)\/blta\.qpdf-object-streams\.pdf$/,
  /^libreoffice\/bt\.qpdf-object-streams\.pdf$/,
  new RegExp(`^(pdfbox3|pyhanko)/certify[123]\\.${form}\\.pdf$`),
  new RegExp(`^(pdfbox2|eu-dss|libpdf)-after/itext5\\.approval\\.${form}\\.again\\.pdf$`),
  new RegExp(`^(itext5|itext9|pdfbox3|pyhanko|libpdf)-after/pdfbox2\\.approval\\.${form}\\.(fill|annotate|metadata|dss)\\.pdf$`),
  new RegExp(`^pyhanko-after/pdfbox3\\.certify[123]\\.${form}\\.(fill|annotate)\\.pdf$`),
  new RegExp(`^pyhanko-after/itext9\\.approval\\.${form}\\.attack-\\w+\\.pdf$`),
  new RegExp(`^pdfbox3-after/openpdf\\.approval\\.${form}\\.attack-\\w+\\.pdf$`),
]

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('usage: test/corpora/keep.ts <folder>')
  process.exit(2)
}
const from = resolve(folder)
const to = join(import.meta.dirname, '../fixtures/signed')
for (const name of existsSync(to) ? readdirSync(to) : []) if (name !== 'README.md') rmSync(join(to, name))
const chosen = readManifest(join(from, 'signed')).filter(({ file }) => kept.some((pattern) => pattern.test(file)))
for (const pattern of kept) if (!chosen.some(({ file }) => pattern.test(file))) throw new Error(`nothing in ${folder} fits ${pattern}`)

const nameOf = (file: string) => `${dirname(file)}.${basename(file, '.pdf')}.pdf.gz`
mkdirSync(to, { recursive: true })
copyFileSync(join(from, 'authority/root.der'), join(to, 'root.der'))
for (const { file } of chosen) writeFileSync(join(to, nameOf(file)), gzipSync(readFileSync(join(from, 'signed', file)), { level: 9 }))
const entries: Entry[] = chosen.map((entry) => ({ ...entry, file: nameOf(entry.file) }))
const made = { at: new Date().toISOString(), entries }
writeFileSync(join(to, 'kept.json'), `${JSON.stringify(made, null, 1)}\n`)
console.log(`${entries.length} files kept in ${to}`)
