/** What we write for people, judged by veraPDF: each is PDF/A-3a and PDF/UA-1. It is asked before a release, where it can be had. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderTaxInvoice, type TaxInvoice } from '#server/features/payments/invoice/taxInvoice.ts'
import { renderEvidencePage, type Evidence } from '#server/features/transactions/evidence/evidencePage.ts'
import { renderVerificationReport, type VerificationReport } from '#server/features/verification/report/verificationReport.ts'
import { pdfaJudge, summon } from '#test/corpora/judges.ts'
import { isRelease } from '#test/volume.ts'

const at = new Date('2026-11-21T10:06:15Z')
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const address = { addressAr: 'المملكة العربية السعودية', addressEn: 'Kingdom of Saudi Arabia' }

const invoice: TaxInvoice = {
  number: 'INV-2026-000123',
  uuid: '8d487816-70b8-4ade-a618-9d620b73814a',
  counter: 123,
  previousHash: 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
  issuedAt: at,
  seller: { ...address, nameAr: 'شركة توقيع لخدمات الثقة', nameEn: 'Tawqi Trust Services', vatNumber: '310122393500003' },
  buyer: { ...address, nameAr: 'نورة عبدالله سعد القحطاني', nameEn: 'Noura Abdullah Saad Alqahtani' },
  lines: [
    {
      descriptionAr: 'باقة التوقيع: ألف معاملة (1000)',
      descriptionEn: 'Signing plan (1000)',
      quantity: 1,
      unitPriceHalalas: 1000_00,
      vatPercent: 15,
      vatHalalas: 150_00,
      totalHalalas: 1150_00,
    },
  ],
  netHalalas: 1000_00,
  vatHalalas: 150_00,
  totalHalalas: 1150_00,
}

const drawnPage = { width: 2, height: 3, rgb: Buffer.alloc(18, 200), marks: [{ x: 0.1, y: 0.2, width: 0.5, height: 0.1 }] }

const report = (language: 'ar' | 'en'): VerificationReport => ({
  language,
  fileName: 'عقد الإيجار contract.pdf',
  sha256,
  verdict: { indication: 'TOTAL-PASSED' },
  sentence: language === 'ar' ? 'التوقيع صحيح، ولم يتغيّر الملف منذ توقيعه.' : 'The signature is valid, and the file is as it was signed.',
  checkedAt: at,
  verifyUrl: 'https://tawqi.example.sa/verify',
  signatures: [
    {
      verdict: { indication: 'TOTAL-PASSED' },
      sentence: 'ok',
      signer: 'Noura Abdullah Saad Alqahtani',
      signedAt: at,
      level: 'PAdES B-LTA',
      coverage: 'x',
      changesSince: [],
      changedPages: {
        shown: [
          { page: 1, sides: [drawnPage, null] },
          { page: 2, sides: undefined },
        ],
        more: 4,
      },
      chain: [],
    },
  ],
})

const evidence = (language: 'ar' | 'en'): Evidence => ({
  language,
  transactionID: '2VCwRjB4Ux3VXbA54hTMTQ',
  createdAt: at,
  verifyUrl: 'https://tawqi.example.sa/verify?code=2VCwRjB4Ux3VXbA54hTMTQ',
  signer: { name: language === 'ar' ? 'لؤلؤة عبدالله آل الشيخ' : 'Noura Abdullah', nationalIdMasked: '1•••••0014' },
  approval: { askedAt: at, number: '10', request: '83cba19d-916f-406c-a1bc-233cec539375' },
  approvedAt: at,
  signedAt: at,
  documents: [{ name: 'عقد إيجار.pdf', sha256, signedSha256: sha256, level: 'B-LTA', signedAt: at }],
  certificate: {
    serial: '5AEE17FAAA2B396B34A8D8588FD38E839D',
    subject: 'Noura Abdullah Saad Alqahtani',
    issuer: 'Tawqi People CA',
    policy: '2.999.1.2',
    notBefore: at,
    notAfter: at,
    isOneTime: true,
  },
  timestampAuthority: 'Tawqi Time Stamp Unit 1',
})

const documents: Record<string, () => Uint8Array> = {
  'tax invoice': () => renderTaxInvoice(invoice),
  'verification report in Arabic': () => renderVerificationReport(report('ar')),
  'verification report in English': () => renderVerificationReport(report('en')),
  'evidence in Arabic': () => renderEvidencePage(evidence('ar')),
  'evidence in English': () => renderEvidencePage(evidence('en')),
}

test.runIf(isRelease)('veraPDF finds every document of ours PDF/A-3a and PDF/UA-1', { timeout: 900_000 }, async ({ skip }) => {
  const ask = await summon(pdfaJudge).catch((error: Error) => console.error(`NOT JUDGED BY VERAPDF, WHICH IS NOT HERE: ${error.message}`))
  if (!ask) return skip('without veraPDF')
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-documents-'))
  try {
    const paths = Object.entries(documents).map(([name, make]) => {
      const path = join(folder, `${name.replaceAll(' ', '-')}.pdf`)
      writeFileSync(path, make())
      return { name, path }
    })
    const said = await ask(
      folder,
      paths.map(({ path }) => path),
    )
    const verdicts = Object.fromEntries(paths.map(({ name, path }) => [name, said.get(path)!.verdict]))
    console.table(verdicts)
    expect(verdicts).toEqual(Object.fromEntries(paths.map(({ name }) => [name, 'PDF/A-3a kept; PDF/UA-1 kept'])))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
