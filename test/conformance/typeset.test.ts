import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQr from 'qr'
import decodeQr from 'qr/decode.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appearanceDesigns } from '#contract/signing.ts'
import { createDocument, type PdfDocument } from '#server/platform/typeset/document.ts'
import { hijriDate, riyadhTime } from '#server/platform/typeset/dates.ts'
import { isolate } from '#server/platform/isolate.ts'
import { layout } from '#server/platform/typeset/lines.ts'
import type { AppearanceInput } from '#server/signing/appearance/lines.ts'
import { appearancePage, signatureAppearance } from '#server/signing/appearance/signatureAppearance.ts'
import { renderTaxInvoice, type TaxInvoice } from '#server/features/payments/invoice/taxInvoice.ts'
import { zatcaQr } from '#server/features/payments/invoice/zatcaQr.ts'
import { renderVerificationReport } from '#server/features/verification/report/verificationReport.ts'

let folder: string
let count = 0
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'typeset-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const save = (pdf: Uint8Array) => {
  const path = join(folder, `${count++}.pdf`)
  writeFileSync(path, pdf)
  return path
}
const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { encoding: 'utf8' })
const bidiMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** The text as poppler reads it, without the direction marks it adds and with single spaces. */
const textOf = (pdf: Uint8Array) =>
  run('pdftotext', '-layout', save(pdf), '-')
    .replace(bidiMarks, '')
    .replace(/[ \t]+/g, ' ')

function judge(pdf: Uint8Array): void {
  const path = save(pdf)
  expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found')
  const fonts = run('pdffonts', path).trim().split('\n').slice(2)
  expect(fonts.length).toBeGreaterThan(0)
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+TawqiSans\S+ +CID TrueType +Identity-H +yes yes yes/)
}

const at = new Date('2026-11-21T10:06:15Z')
function page(draw: (page: ReturnType<PdfDocument['addPage']>) => void): Uint8Array {
  const document = createDocument({ lang: 'ar', title: 'تجربة (Test)', createdAt: at })
  const canvas = document.addPage()
  document.element('P', () => draw(canvas))
  return document.finish()
}
const sentence = (text: string, weight: 'regular' | 'bold' = 'regular') =>
  page((canvas) => canvas.text(text, { x: 40, y: 40, width: 500, size: 14, weight }))

describe('text comes out of the page as it was written', () => {
  test.each([
    ['a plain Arabic sentence', 'بسم الله الرحمن الرحيم', 'بسم الله الرحمن الرحيم'],
    ['lam-alef and other ligatures', 'خدمة الإلكترونية لاستخدام الضريبة في الأحمد', 'خدمة الإلكترونية لاستخدام الضريبة في الأحمد'],
    ['letters that the font moves aside', 'تقرير عبدالعزيز الوزير', 'تقرير عبدالعزيز الوزير'],
    ['Latin with ligatures', 'office affine Zürich', 'office affine Zürich'],
    ['a riyal sign that the font lacks', isolate('\u20c1 1,150.00', 'ltr'), '⃁ 1,150.00'],
  ])('%s', (_, text, expected) => {
    for (const weight of ['regular', 'bold'] as const) {
      const pdf = sentence(text, weight)
      judge(pdf)
      expect(textOf(pdf).trim()).toBe(expected)
    }
  })

  test('an isolated time keeps its order inside Arabic', () => {
    expect(textOf(sentence(`تم التوقيع ${riyadhTime(at)} بنجاح`))).toContain('2026-11-21 13:06:15 UTC+03:00')
    // The bidirectional algorithm turns a bare date around after Arabic letters: the isolate is what prevents it.
    expect(textOf(sentence('يوم 2026-11-21'))).toContain('21-11-2026')
  })

  test('title, language and tags are in the file', () => {
    const info = run('pdfinfo', save(sentence('نص')))
    expect(info).toMatch(/Title: +تجربة \(Test\)/)
    expect(info).toMatch(/Tagged: +yes/)
    expect(info).toMatch(/PDF version: +1\.7/)
    expect(run('pdfinfo', '-struct-text', save(sentence('نص عربي')))).toMatch(/Document[\s\S]*P/)
  })
})

describe('lines', () => {
  const widest = (text: string, width: number) => Math.max(...layout(text, width, { size: 10 }).lines.map((line) => line.width))

  test.each([
    ['Arabic words', 'هذا نص عربي طويل يمتد على عدة أسطر حتى يختبر كسر الأسطر عند المسافات'],
    ['a hash without spaces', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['Arabic and Latin', 'تم توقيع الملف contract-final-version-2026.pdf بواسطة Mohammed Abdullah في الرياض'],
  ])('%s never leave their width, and nothing is lost', (_, text) => {
    for (const width of [60, 90, 140, 300]) {
      expect(widest(text, width)).toBeLessThanOrEqual(width + 0.001)
      const lines = layout(text, width, { size: 10 }).lines.map((line) => line.text)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }
  })

  test('pieces are ordered for the eye', () => {
    const [line] = layout('محمد Ali 12', 500, { size: 10, direction: 'rtl' }).lines
    expect(line!.pieces.map((piece) => piece.text).join('')).toBe('Ali 12 محمد')
  })

  test('direction controls given by people are dropped', () => {
    expect(isolate('\u202egnp.exe')).toBe('\u2068gnp.exe\u2069')
  })

  test('joined letters take their joined forms', () => {
    const glyphs = (text: string) =>
      layout(text, 500, { size: 10 }).lines[0]!.pieces.flatMap((piece) => piece.run.glyphs.map((glyph) => glyph.id))
    expect(new Set(glyphs('ببب')).size).toBe(3)
    expect(glyphs('لا')).toHaveLength(1)
    expect(glyphs('\u0644\u200c\u0627').length).toBeGreaterThan(1)
  })
})

test('every glyph of Arabic says what it stands for, marks shaped with their letter too', () => {
  const letters = [...'ابتجحدرسصطعفقكلمنهويءآأؤئىةپچگ']
  const silent = letters.flatMap((letter) =>
    letters.flatMap((next) =>
      ['', 'ّ', 'َّ'].filter((mark) =>
        layout(`${letter}${next}${mark}${letter}`, 500, { size: 10 }).lines[0]!.pieces.some(({ run: { glyphs } }) =>
          glyphs.some(({ text }) => !text),
        ),
      ),
    ),
  )
  expect(silent).toEqual([])
})

test('equal documents are equal bytes', () => {
  expect(Buffer.from(sentence('نص واحد'))).toEqual(Buffer.from(sentence('نص واحد')))
  expect(Buffer.from(sentence('نص واحد'))).not.toEqual(Buffer.from(sentence('نص آخر')))
})

/** The square of the page that begins at 50 and 60 points, four pixels to a point. */
function pictureOf(pdf: Uint8Array, side: number): Buffer {
  const square = Object.entries({ r: 288, x: 4 * 50, y: 4 * 60, W: 4 * side, H: 4 * side }).flatMap(([name, value]) => [
    `-${name}`,
    `${value}`,
  ])
  return execFileSync('pdftoppm', ['-gray', '-singlefile', ...square, save(pdf)], { maxBuffer: 1 << 28 }).subarray(-((4 * side) ** 2))
}

test.each([
  ['an address', 'https://verify.example.sa/7K2M-9QPD'],
  ['Arabic', 'رمز التحقق ٧٣'],
  ['much', 'A'.repeat(700)],
])('a QR code is drawn module by module, upright, with its quiet zone, and can be read: %s', (_what, payload) => {
  const [points, pixels] = [300, 1200]
  const picture = pictureOf(
    page((canvas) => canvas.qr(payload, 50, 60, points)),
    points,
  )
  const expected = encodeQr(payload, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 })
  const middle = (at: number) => Math.round((at + 0.5) * (pixels / expected.length))
  expect(expected.map((cells, row) => cells.map((_dark, column) => picture[middle(row) * pixels + middle(column)]! < 128))).toEqual(
    expected,
  )
  const data = new Uint8Array(4 * picture.length)
  for (const [at, grey] of picture.entries()) data.fill(grey, 4 * at, 4 * at + 4)
  expect(decodeQr({ width: pixels, height: pixels, data })).toBe(payload)
})

describe("a signature's appearance", () => {
  const input: AppearanceInput = {
    nameAr: 'سارة بنت خالد العتيبي',
    nameEn: 'Sarah Khalid Alotaibi',
    signedAt: at,
    proofCode: 'TX-7K2M-9QPD',
    verifyUrl: 'https://verify.example.sa/7K2M-9QPD',
    width: 240,
    height: 90,
    language: 'ar',
    design: 'full',
    background: 'none',
    isTest: true,
  }

  /** A one-page file written the plain way around the appearance's objects. */
  function fileAround({ width, height, objects }: ReturnType<typeof signatureAppearance>): Uint8Array {
    const made = objects(5)
    const content = `q 1 0 0 1 0 0 cm /X Do Q`
    const bodies = [
      '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
      '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
      `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<</X ${made.ref} 0 R>>>>>>\nendobj\n`,
      `4 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`,
      ...made.objects,
    ].map((body) => Buffer.from(body as string))
    const offsets: number[] = []
    let at = 9
    for (const body of bodies) {
      offsets.push(at)
      at += body.length
    }
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    const tail = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`
    return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...bodies, Buffer.from(tail)])
  }

  test.each(['ar', 'en'] as const)('says everything at a usual size (%s)', (language) => {
    const pdf = fileAround(signatureAppearance({ ...input, language }))
    judge(pdf)
    const text = textOf(pdf)
    for (const part of [input.nameAr, input.nameEn, '2026-11-21 13:06:15 UTC+03:00', input.proofCode]) expect(text).toContain(part)
    expect(text).toContain(language === 'ar' ? 'جمادى' : '11 Jumada II 1448 AH')
  })

  test.each([
    [120, 40],
    [120, 80],
    [180, 60],
    [400, 40],
    [150, 300],
  ])('keeps name, time, code and what it is worth at %d × %d, in every design', (width, height) => {
    for (const language of ['ar', 'en'] as const)
      for (const design of appearanceDesigns) {
        const pdf = fileAround(signatureAppearance({ ...input, width, height, language, design }))
        judge(pdf)
        const text = textOf(pdf).replaceAll('\n', ' ') // a narrow box takes a name on two lines
        const parts = [language === 'ar' ? input.nameAr : input.nameEn, '2026-11-21 13:06:15', input.proofCode]
        for (const part of [...parts, language === 'ar' ? 'تجريبي' : 'TEST']) expect(text).toContain(part)
      }
  })

  test.each(appearanceDesigns)('is looked at beforehand as it will be drawn (%s)', (design) => {
    const page = appearancePage({ ...input, design })
    judge(page)
    const picture = (pdf: Uint8Array) => run('pdftoppm', '-r', '150', '-png', save(pdf))
    expect(hash('sha256', picture(page))).toBe(hash('sha256', picture(fileAround(signatureAppearance({ ...input, design })))))
  })

  test('draws no paper behind it, unless it is wanted', () => {
    const filled = /1 g 0 0 240 90 re f/
    const contentOf = (background: 'none' | 'white') =>
      run('qpdf', '--qdf', '--object-streams=disable', save(appearancePage({ ...input, design: 'line', background })), '-')
    expect(contentOf('none')).not.toMatch(filled)
    expect(contentOf('white')).toMatch(filled)
  })

  test('holds a very long name inside its box', () => {
    const nameAr = 'عبدالرحمن بن عبدالعزيز بن عبدالله بن محمد آل الشيخ القحطاني الأنصاري الهاشمي'
    const pdf = fileAround(signatureAppearance({ ...input, nameAr, width: 120, height: 40 }))
    const boxes = [
      ...run('pdftotext', '-bbox', save(pdf), '-').matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)"/g),
    ]
    expect(boxes.length).toBeGreaterThan(10)
    for (const [, xMin, yMin, xMax, yMax] of boxes) {
      expect(Math.min(Number(xMin), Number(yMin))).toBeGreaterThanOrEqual(0)
      expect(Number(xMax)).toBeLessThanOrEqual(120)
      expect(Number(yMax)).toBeLessThanOrEqual(40)
    }
  })

  test('refuses a box too small to read', () => {
    expect(() => signatureAppearance({ ...input, width: 119 })).toThrow(RangeError)
    expect(() => signatureAppearance({ ...input, height: Number.NaN })).toThrow(RangeError)
  })

  test('numbers its objects from the number asked for and uses nothing that PDF/A forbids', () => {
    const { ref, objects } = signatureAppearance(input).objects(4711)
    objects.forEach((bytes, i) => {
      const text = Buffer.from(bytes).toString('latin1')
      expect(text.startsWith(`${4711 + i} 0 obj\n`)).toBe(true)
      expect(text.endsWith('endobj\n')).toBe(true)
      expect(text).not.toMatch(/\/(SMask|CA|ca|BM|Group|DeviceRGB)\b/)
    })
    expect(Buffer.from(objects[ref - 4711]!).toString('latin1')).toContain('/Subtype/Form')
  })
})

const invoice: TaxInvoice = {
  number: 'INV-2026-000123',
  uuid: '8d487816-70b8-4ade-a618-9d620b73814a',
  counter: 123,
  previousHash: 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
  issuedAt: at,
  seller: {
    nameAr: 'شركة توقيع لخدمات الثقة',
    nameEn: 'Tawqi Trust Services',
    addressAr: 'الرياض',
    addressEn: 'Riyadh',
    vatNumber: '310122393500003',
  },
  buyer: { nameAr: 'مؤسسة الأفق الرقمي', nameEn: 'Digital Horizon', addressAr: 'جدة', addressEn: 'Jeddah', vatNumber: '300000000000003' },
  lines: [
    {
      descriptionAr: 'رصيد توقيع إلكتروني',
      descriptionEn: 'Signing counter',
      quantity: 2,
      unitPriceHalalas: 500_00,
      vatPercent: 15,
      vatHalalas: 150_00,
      totalHalalas: 1150_00,
    },
  ],
  netHalalas: 1000_00,
  vatHalalas: 150_00,
  totalHalalas: 1150_00,
}

describe('a tax invoice', () => {
  test('says what the law asks for, in both languages', () => {
    const pdf = renderTaxInvoice(invoice)
    judge(pdf)
    const text = textOf(pdf)
    const parts = ['Tax invoice', 'فاتورة ضريبية', invoice.number, invoice.uuid, '310122393500003', '300000000000003', '388']
    const more = [
      'شركة توقيع لخدمات الثقة',
      'Signing counter',
      'رصيد توقيع إلكتروني',
      '⃁ 1,150.00',
      '⃁ 150.00',
      '15%',
      '2026-11-21 13:06:15 UTC+03:00',
      '11 Jumada II 1448 AH',
    ]
    for (const part of [...parts, ...more]) expect(text).toContain(part)
  })

  test('a buyer without a VAT number gets a simplified one', () => {
    const { vatNumber: _, ...buyer } = invoice.buyer
    expect(textOf(renderTaxInvoice({ ...invoice, buyer }))).toContain('Simplified tax invoice')
  })

  test('a credit note names the invoice it credits', () => {
    const credits = { invoiceNumber: 'INV-2026-000100', invoiceUuid: 'f1f', issuedAt: at, reasonAr: 'إلغاء الطلب', reasonEn: 'Cancelled' }
    const pdf = renderTaxInvoice({ ...invoice, credits })
    judge(pdf)
    for (const part of ['Tax credit note', 'إشعار دائن ضريبي', '381', 'INV-2026-000100', 'إلغاء الطلب', 'Cancelled'])
      expect(textOf(pdf)).toContain(part)
  })

  test('many lines go on over pages, each with the head of the table', () => {
    const lines = Array.from({ length: 40 }, () => invoice.lines[0]!)
    const pdf = renderTaxInvoice({ ...invoice, lines, netHalalas: 40 * 1000_00, vatHalalas: 40 * 150_00, totalHalalas: 40 * 1150_00 })
    judge(pdf)
    const pages = textOf(pdf)
      .split('\f')
      .filter((text) => text.trim())
    expect(pages.length).toBeGreaterThan(1)
    for (const text of pages) expect(text).toContain('Unit price')
    expect(pages.at(-1)).toContain('⃁ 46,000.00')
    expect(textOf(pdf).match(/Signing counter/g)).toHaveLength(40)
  })

  test.each([
    ['a total that does not add up', { totalHalalas: 1150_01 }],
    ['VAT that its lines do not have', { vatHalalas: 149_00, netHalalas: 1001_00 }],
    ['a line that does not add up', { lines: [{ ...invoice.lines[0]!, quantity: 3 }] }],
    ['a fraction of a halala', { netHalalas: 1000_00.5, vatHalalas: 149_99.5 }],
  ])('refuses %s', (_, change) => {
    expect(() => renderTaxInvoice({ ...invoice, ...change })).toThrow(RangeError)
  })

  test('its QR payload decodes to tags 1 to 5, lengths in bytes', () => {
    const bytes = Buffer.from(zatcaQr({ ...invoice, sellerName: invoice.seller.nameAr, vatNumber: invoice.seller.vatNumber }), 'base64')
    const fields: [number, string][] = []
    for (let i = 0; i < bytes.length; i += 2 + bytes[i + 1]!) fields.push([bytes[i]!, bytes.toString('utf8', i + 2, i + 2 + bytes[i + 1]!)])
    expect(fields).toEqual([
      [1, 'شركة توقيع لخدمات الثقة'],
      [2, '310122393500003'],
      [3, '2026-11-21T10:06:15Z'],
      [4, '1150.00'],
      [5, '150.00'],
    ])
    expect(bytes[1]).toBe(Buffer.byteLength(invoice.seller.nameAr))
    expect(() => zatcaQr({ ...invoice, sellerName: 'ش'.repeat(128), vatNumber: '3' })).toThrow(RangeError)
  })
})

describe('a verification report', () => {
  const dates = { notBefore: new Date('2026-11-21T09:05:15Z'), notAfter: new Date('2026-11-21T09:25:15Z') }
  const report = (language: 'ar' | 'en', signatures: number) =>
    renderVerificationReport({
      language,
      fileName: 'contract final.pdf',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      verdict: { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' },
      sentence: language === 'ar' ? 'لم نتمكن من التحقق من إحدى الشهادات.' : 'One certificate could not be traced.',
      checkedAt: at,
      verifyUrl: 'https://verify.example.sa/7K2M-9QPD',
      signatures: Array.from({ length: signatures }, () => ({
        verdict: { indication: 'TOTAL-PASSED' as const },
        sentence: 'OK',
        signer: 'سارة خالد العتيبي',
        signedAt: at,
        timestampAuthority: 'Example TSA 1',
        level: 'PAdES B-LT',
        coverage: language === 'ar' ? 'الملف كله' : 'The whole file',
        changesSince: [],
        chain: [{ subject: 'CN=Sarah, C=SA', issuer: 'CN=People CA, C=SA', serialNumber: '4A:1F:99', ...dates }],
      })),
    })

  test.each(['ar', 'en'] as const)('says verdict, signers and chains (%s)', (language) => {
    const pdf = report(language, 2)
    judge(pdf)
    const text = textOf(pdf)
    const parts = [
      'INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND',
      'TOTAL-PASSED',
      'contract final.pdf',
      'سارة خالد العتيبي',
      'Example TSA 1',
      'PAdES B-LT',
    ]
    const more = [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '2026-11-21 13:06:15 UTC+03:00',
      'CN=People CA, C=SA',
      '4A:1F:99',
    ]
    for (const part of [...parts, ...more, language === 'ar' ? 'تقرير التحقق من التوقيع' : 'Signature verification report'])
      expect(text).toContain(part)
  })

  test('many signatures run over pages', () => {
    const pdf = report('ar', 12)
    judge(pdf)
    expect(textOf(pdf).match(/Example TSA 1/g)).toHaveLength(12)
    expect(Number(/Pages: +(\d+)/.exec(run('pdfinfo', save(pdf)))![1])).toBeGreaterThan(3)
  })
})

test('the Hijri day is the day in Riyadh, not in UTC', () => {
  expect(hijriDate(new Date('2026-11-20T20:59:59Z'), 'en')).toContain('10 Jumada II 1448 AH')
  expect(hijriDate(new Date('2026-11-20T21:00:00Z'), 'en')).toContain('11 Jumada II 1448 AH')
})
