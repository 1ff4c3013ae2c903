import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openOpensslAuthority } from '#test/fixtures/pdf/authority.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { advance, emptyState } from './hashState.ts'
import { readSigningFacts } from './readFacts.ts'
import { signPdf } from './sign.ts'

const authority = openOpensslAuthority(2)
const folder = mkdtempSync(join(tmpdir(), 'tawqi-appearances-'))
afterAll(() => {
  authority.close()
  rmSync(folder, { recursive: true })
})

const content = '0 0 180 60 re f'
const black = {
  width: 180,
  height: 60,
  objects: (first: number) => ({
    ref: first,
    objects: [
      Buffer.from(
        `${first} 0 obj\n<</Type /XObject /Subtype /Form /BBox [0 0 180 60] /Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`,
      ),
    ],
  }),
}

async function sign(file: Uint8Array, who: number, isVisible = true): Promise<Buffer> {
  const facts = readSigningFacts(file)
  if (!facts.signable) throw new Error(facts.detail)
  const signed = await signPdf({
    ...authority.signers[who]!,
    facts,
    hashState: advance(emptyState(), file),
    level: 'B-B',
    signature: {
      fieldName: `Approval${who}`,
      signedAt: new Date(),
      ...(isVisible && { rectangle: [100, 100, 280, 160], appearance: black }),
    },
  })
  return Buffer.concat([file, signed.tail])
}

function isShown(file: Uint8Array): boolean {
  const path = join(folder, 'file.pdf')
  writeFileSync(path, file)
  const pixels = execFileSync('pdftoppm', ['-r', '72', '-gray', '-singlefile', '-x', '150', '-y', '700', '-W', '20', '-H', '20', path])
  return pixels.subarray(-400).every((grey) => grey === 0)
}

const valid = (file: Uint8Array) => {
  writeFileSync(join(folder, 'judged.pdf'), file)
  return execFileSync('pdfsig', ['-nocert', join(folder, 'judged.pdf')], { encoding: 'utf8' }).match(/Signature is Valid/g)?.length
}

const form = (fields: string, more = '', named = fields) =>
  simplePdf({
    catalogue: `/AcroForm <</Fields [${named}] /NeedAppearances true /DA (/F1 12 Tf 0 g) /DR <</Font <</F1 5 0 R>>>>>>`,
    page: `/Annots [${fields}]`,
    objects: { 6: `<</Type /Annot /Subtype /Widget /FT /Tx /T (Amount) /V (12) /F 4 /Rect [60 700 200 720] /P 3 0 R ${more}>>` },
  })

test('a mark is shown by readers that draw every field anew, where there is no other field', async () => {
  expect(isShown(await sign(form(''), 0))).toBe(true)
})

test('also after an earlier signature, which stays valid', async () => {
  const twice = await sign(await sign(form(''), 0, false), 1)
  expect(isShown(twice)).toBe(true)
  expect(valid(twice)).toBe(2)
})

test.each([
  ['in the form', form('6 0 R')],
  ['on a page alone (PyPDF2)', form('6 0 R', '', '')],
])('fields that readers have to draw go on being drawn: %s', async (_, file) => {
  const signed = (await sign(file, 0)).toString('latin1')
  expect(signed.slice(signed.lastIndexOf('/AcroForm'))).toContain('/NeedAppearances true')
})

test('what is not shown changes nothing', async () => {
  const signed = (await sign(form(''), 0, false)).toString('latin1')
  expect(signed.slice(signed.lastIndexOf('/AcroForm'))).toContain('/NeedAppearances true')
})
