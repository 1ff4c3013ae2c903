/** Signed files that a program wrote anew, to save, compress or put them in order: the signature no longer holds, and nobody is called a forger. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { afterAll, expect, test } from 'vitest'
import { verdictSentence } from '#contract/verificationSentences.ts'
import { findingWords } from '#contract/verificationWords.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, fahad, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { contract, file } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-anew-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'signed.pdf')
const byQpdf =
  (...options: string[]) =>
  (bytes: Uint8Array) => {
    writeFileSync(path, bytes)
    return execFileSync('qpdf', [...options, path, '-'])
  }
const programs: Record<string, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>> = {
  qpdf: byQpdf(),
  'qpdf, linearized': byQpdf('--linearize'),
  'qpdf, with object streams': byQpdf('--object-streams=generate'),
  'qpdf, to be read by people': byQpdf('--qdf'),
  libpdf: async (bytes) => {
    const pdf = await PDF.load(bytes)
    pdf.setTitle('Agreement')
    return pdf.save({ incremental: false })
  },
}

const signed = await signFile(file(contract()), { level: 'B-LTA' })
const files: Record<string, Uint8Array> = {
  'signed once': await signFile(file(contract()), { level: 'B-B' }),
  'with time stamps': signed,
  'signed twice': await signFile(signed, { by: fahad, fieldName: 'Second', level: 'B-LTA' }),
  certified: await signFile(file(contract()), { certify: 2 }),
}

test('a file written anew that became shorter than what its range names, as HexaPDF leaves out the zeros behind a signature', () => {
  const text = handmade().toString('latin1')
  const dictionary = /\n17 0 obj\n([^]*?)\nendobj/.exec(text)![1]!
  const shorter = dictionary.replace(/0{100}>/, '>')
  expect(dictionary.length - shorter.length).toBe(100)
  const bytes = file({ ...contract(), 11: contract()[11]!.replace('/FT/Sig', '/FT/Sig/V 17 0 R'), 17: shorter })
  const report = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  expect(report).toMatchObject({ indication: 'TOTAL-FAILED', document: 'unproven', forgeries: [] })
  expect(report.signatures[0]!.findings[0]!.code).toBe('fileWrittenAnew')
})

test.each(Object.keys(programs).flatMap((program) => Object.keys(files).map((name) => [name, program] as const)))(
  'a file %s, written anew by %s',
  async (name, program) => {
    const bytes = await programs[program]!(files[name]!)
    const report = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', document: 'unproven', forgeries: [] })
    for (const { indication, findings } of report.signatures)
      expect([indication, findings[0]!.code]).toEqual(['TOTAL-FAILED', 'fileWrittenAnew'])
    expect(report.signatures[0]!.chain[0]!.subject).toContain('Sara')
    expect(verdictSentence(report)).toEqual(findingWords.fileWrittenAnew)
  },
)
