/** What was PDF/A or PDF/UA stays it when it is signed, visibly and invisibly; before a release veraPDF is asked, about our own files and about others'. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { signatureAppearance } from '#server/signing/appearance/signatureAppearance.ts'
import { pdfaJudge, summon } from '#test/corpora/judges.ts'
import { openOpensslAuthority } from '#test/fixtures/pdf/authority.ts'
import { profilePdf, profiles } from '#test/fixtures/pdf/make/profiles.ts'
import { isRelease } from '#test/volume.ts'

const authority = openOpensslAuthority()
afterAll(() => authority.close())

const fixture = (name: string) => readFileSync(join(import.meta.dirname, `../fixtures/pdf/${name}.pdf`))

/** UTF-8 is demanded from PDF/A-2 on; PDF/A-1 and PDF/UA leave the metadata's encoding to their writer. */
const mayBeWide = (profile: string) => /^(A-1|UA)/.test(profile)

const files: Record<string, () => Uint8Array> = {
  ...Object.fromEntries(profiles.map((profile) => [profile, () => profilePdf(profile)])),
  ...Object.fromEntries(
    profiles.map((profile) => [
      `${profile} for CMYK, its tree in pieces`,
      () => profilePdf(profile, { intent: 'CMYK', numbers: 'kids', kids: 'array', ...(mayBeWide(profile) && { metadata: 'utf16be' }) }),
    ]),
  ),
  'A-1b in UTF-16LE for RGB': () => profilePdf('A-1b', { intent: 'RGB ', metadata: 'utf16le' }),
  'A-2b for GRAY': () => profilePdf('A-2b', { intent: 'GRAY' }),
  'UA-1 with a crop box around [0 0]': () => profilePdf('UA-1', { cropBox: [-20, -30, 500, 700] }),
  'UA-1 with a crop box beyond [0 0]': () => profilePdf('UA-1', { cropBox: [50, 60, 500, 700] }),
  'LibreOffice 1b': () => fixture('libreoffice-pdfa-1b'),
  'LibreOffice 2b': () => fixture('libreoffice-pdfa-2b'),
  'LibreOffice 3b': () => fixture('libreoffice-pdfa-3b'),
}

type File = { bytes: Uint8Array; facts: SigningFacts }

const rectangle = [80, 100, 280, 170] as const
const person = { nameAr: 'ليلى بنت خالد الحربي', nameEn: 'Layla Khalid Alharbi', language: 'ar' } as const

async function sign({ bytes, facts }: File, isVisible: boolean, who = 0): Promise<File> {
  const signedAt = new Date()
  const appearance = () =>
    signatureAppearance({
      ...person,
      signedAt,
      design: 'full',
      background: 'none',
      isTest: true,
      proofCode: 'c2lnbmVk',
      verifyUrl: 'https://example.sa/verify',
      width: 200,
      height: 70,
    })
  const signed = await signPdf({
    ...authority.signers[who]!,
    facts,
    hashState: advance(emptyState(), bytes),
    level: 'B-LTA',
    timestamp: authority.timestamp,
    validationMaterial: () => authority.material,
    signature: {
      fieldName: `Approval${who + 1}`,
      signedAt,
      name: person.nameEn,
      ...(isVisible && { rectangle, appearance: appearance() }),
    },
  })
  return { bytes: Buffer.concat([bytes, signed.tail]), facts: signed.facts }
}

function inspected(bytes: Uint8Array): File {
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(`${facts.code}: ${facts.detail}`)
  return { bytes, facts }
}

const root = () => readCertificate(readFileSync(join(authority.folder, 'root.der')))
const kinds = [true, false]

const inTurn = isRelease
  ? Object.keys(files).flatMap((name) => kinds.map((isVisible) => [name, isVisible] as const))
  : profiles.map((name) => [name, true] as const)

test.each(inTurn)('%s signed twice, the first visible: %s, it is as it was signed', async (name, isVisible) => {
  const once = await sign(inspected(files[name]!()), isVisible)
  const twice = await sign(once, !isVisible, 1)
  expect(twice.facts).toEqual(readSigningFacts(twice.bytes))
  const report = validateDocument(twice.bytes, { anchors: [root()], at: new Date() })
  expect(report.forgeries).toEqual([])
  expect(report.signatures.flatMap(({ changesAfter }) => changesAfter.filter(({ allowed }) => !allowed))).toEqual([])
  expect(report.indication).toBe('TOTAL-PASSED')
})

describe('a visible field joins the structure tree', () => {
  const tail = ({ bytes }: File, from: File) => Buffer.from(bytes.subarray(from.bytes.length)).toString('latin1')
  const grows = (text: string) =>
    [/\/S \/Form\b/, /\/StructParent 1\b/, /\/Nums \[(?:0 \[10 0 R\] )?1 \d+ 0 R\]/].every((each) => each.test(text))

  test.each([
    ['UA-1', 'flat'],
    ['UA-2', 'kids'],
    ['A-2a', 'flat'],
    ['A-1a', 'kids'],
  ] as const)('of %s, its numbers %s', async (profile, numbers) => {
    const before = inspected(profilePdf(profile, { numbers, kids: 'array' }))
    expect(grows(tail(await sign(before, true), before))).toBe(true)
  })

  test('not after other signatures, unless the file would cease to be PDF/UA', async () => {
    for (const [profile, isGrown] of [
      ['A-2a', false],
      ['UA-1', true],
    ] as const) {
      const before = await sign(inspected(profilePdf(profile)), false)
      expect(grows(tail(await sign(before, true, 1), before)), profile).toBe(isGrown)
    }
  })

  test('not where nothing is shown', async () => {
    const before = inspected(profilePdf('UA-1'))
    expect(grows(tail(await sign(before, false), before))).toBe(false)
  })
})

test.runIf(isRelease)('veraPDF finds in a signed file every claim that the file made', { timeout: 1_800_000 }, async ({ skip }) => {
  const ask = await summon(pdfaJudge).catch((error: Error) => console.error(`NOT JUDGED BY VERAPDF, WHICH IS NOT HERE: ${error.message}`))
  if (!ask) return skip('without veraPDF')
  const work = mkdtempSync(join(tmpdir(), 'tawqi-profiles-'))
  try {
    const rows: { name: string; before: string; after: string }[] = []
    for (const [number, [name, make]] of Object.entries(files).entries())
      for (const isVisible of kinds) {
        const [before, after] = ['before', 'after'].map((when) => join(work, `${number}-${isVisible}-${when}.pdf`)) as [string, string]
        const file = inspected(make())
        writeFileSync(before, file.bytes)
        writeFileSync(after, (await sign(await sign(file, isVisible), !isVisible, 1)).bytes)
        rows.push({ name: `${name}, ${isVisible ? 'visible first' : 'invisible first'}`, before, after })
      }
    const said = await ask(
      work,
      rows.flatMap(({ before, after }) => [before, after]),
    )
    const verdicts = rows.map(({ name, before, after }) => ({ name, before: said.get(before)!.verdict, after: said.get(after)!.verdict }))
    console.table(verdicts)
    for (const { name, before } of verdicts) expect(before, name).toMatch(/^PDF\/U?A-\w+ kept(; PDF\/U?A-\w+ kept)*$/)
    expect(verdicts.filter(({ before, after }) => before !== after)).toEqual([])
  } finally {
    rmSync(work, { recursive: true })
  }
})
