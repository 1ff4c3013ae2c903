/**
 * `node test/sample/make.ts http://127.0.0.1:8080`: makes the signed pages of the home page anew, at a demonstration that runs. The product's own
 * engine signs two documents for somebody of it, its own verification judges them, and the pictures are of what it signed. `sample.test.ts`
 * holds that the verdict is still that.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { cast } from '#server/demo/cast.ts'
import { demoDocuments, typeset } from '#server/demo/documents.ts'
import { chromiumOptions } from '../chromium.ts'
import { Browser } from '../server.ts'
import { factsOf, sampleFolder } from './facts.ts'

const web = join(import.meta.dirname, '../../web')
const samples = [
  { language: 'ar', document: demoDocuments[3]!, placement: { page: 1, x: 48, y: 300, width: 260, height: 92 } },
  { language: 'en', document: demoDocuments[1]!, placement: { page: 1, x: 290, y: 356, width: 260, height: 92 } },
] as const
/** What the picture shows of the A4 page, in points, and how large it is. */
const shown = { height: 470, dots: 120, width: 760, quality: 0.82 }

const folder = mkdtempSync(join(tmpdir(), 'tawqi-sample-'))
const [, , url = 'http://127.0.0.1:8080'] = process.argv
const browser = await chromium.launch(chromiumOptions)
try {
  mkdirSync(sampleFolder, { recursive: true })
  const facts: Record<string, unknown> = {}
  for (const { language, document, placement } of samples) {
    const signer = new Browser(url, { language })
    await signer.signIn(cast.noura)
    const bytes = await sign(signer, typeset(document, new Date()), document.name, { placement, language })
    writeFileSync(join(sampleFolder, `${language}.pdf`), bytes)
    const { indication, said } = await factsOf(new Browser(url), bytes, language)
    if (indication !== 'TOTAL-PASSED') throw new Error(`our own verification says ${indication}`)
    facts[language] = { title: document.title, ...said }
    writeFileSync(join(web, `public/sample-${language}.webp`), await pictureOf(bytes))
    await signer.post('/api/v1/auth/logout')
  }
  writeFileSync(join(sampleFolder, 'root.cer'), (await new Browser(url).get('/pki/ca/root.cer')).body as Buffer)
  writeFileSync(join(web, 'features/site/sample.json'), `${JSON.stringify(facts, null, 2)}\n`)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

type Look = { placement: object; language: 'ar' | 'en' }

async function sign(signer: Browser, bytes: Uint8Array, name: string, { placement, language }: Look): Promise<Buffer> {
  const uploaded = await signer.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`, {
    body: bytes,
    headers: { 'content-type': 'application/pdf' },
  })
  const document = { uniqueFileID: uploaded.body.uniqueFileID, placement, appearance: { design: 'full', language, background: 'none' } }
  const started = await signer.post('/api/v1/esign/my/sign/initiate', { documents: [document], acceptTerms: true })
  const ended = await signer.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
  if (ended.body.state !== 'success') throw new Error(`not signed: ${ended.text}`)
  return (await signer.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)).body as Buffer
}

/** The upper part of the page, drawn by a reader that is not ours, packed by the browser. */
async function pictureOf(bytes: Buffer): Promise<Buffer> {
  const file = join(folder, 'page')
  writeFileSync(`${file}.pdf`, bytes)
  const { height, dots, width, quality } = shown
  const pixels = Math.round((height * dots) / 72)
  execFileSync('pdftoppm', [
    '-png',
    '-singlefile',
    '-r',
    String(dots),
    '-x',
    '0',
    '-y',
    '0',
    '-W',
    '992',
    '-H',
    String(pixels),
    `${file}.pdf`,
    file,
  ])
  const png = readFileSync(`${file}.png`).toString('base64')
  const page = await browser.newPage()
  const data = await page.evaluate(
    async ([source, to, at]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = new OffscreenCanvas(to, Math.round((image.height * to) / image.width))
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: at })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    [png, width, quality] as const,
  )
  await page.close()
  return Buffer.from(data)
}
