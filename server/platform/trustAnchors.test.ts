import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authority, root, sara } from '#test/conformance/validation-cast.ts'
import { openTrustAnchors } from './trustAnchors.ts'

let folder: string
let logged: string[]
const open = () => openTrustAnchors(folder, pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }))
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, 'trust', name), content)
const base64 = (one: typeof root) => Buffer.from(one.certificate.der).toString('base64')
const pem = (one: typeof root) =>
  `-----BEGIN CERTIFICATE-----\n${base64(one)
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tawqi-trust-'))
  mkdirSync(join(folder, 'trust'))
  logged = []
})
afterEach(() => rmSync(folder, { recursive: true }))

test('PEM and DER, several in a file, each once; other files are nobody’s', async () => {
  put('both.pem', `# ours\n${pem(root)}${pem(authority)}`)
  put('again.cer', root.certificate.der)
  put('README', 'why they are trusted')
  expect((await (await open())()).toSorted()).toEqual([base64(root), base64(authority)].toSorted())
})

test('what is put there or taken away holds at once', async () => {
  const anchors = await open()
  expect(await anchors()).toEqual([])
  put('root.crt', pem(root))
  expect(await anchors()).toEqual([base64(root)])
  rmSync(join(folder, 'trust', 'root.crt'))
  expect(await anchors()).toEqual([])
})

test('a file that holds something else stops a start by its name; later it is logged, and the others stay', async () => {
  put('root.pem', pem(root))
  const anchors = await open()
  put('broken.pem', 'not a certificate')
  put('person.cer', sara.certificate.der)
  utimesSync(join(folder, 'trust', 'broken.pem'), new Date(), new Date())
  expect(await anchors()).toEqual([base64(root)])
  expect(logged.join()).toContain('broken.pem')
  await expect(open()).rejects.toThrow(/broken\.pem: holds no certificate[\s\S]*person\.cer: holds a certificate that is no authority’s/)
})
