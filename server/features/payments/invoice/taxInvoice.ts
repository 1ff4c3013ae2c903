import { createDocument } from '#server/platform/typeset/document.ts'
import { hijriDate, riyadhTime } from '#server/platform/typeset/dates.ts'
import { riyalSign } from '#server/platform/typeset/drawnGlyphs.ts'
import { Flow, type Cell, type Text } from '#server/platform/typeset/flow.ts'
import { isolate, withoutControls } from '#server/platform/isolate.ts'
import { riyals, zatcaQr } from './zatcaQr.ts'

export type InvoiceParty = {
  nameAr: string
  nameEn: string
  addressAr: string
  addressEn: string
  /** 15 digits; a buyer without one gets a simplified invoice. */
  vatNumber?: string
  /** Commercial register or unified number. */
  registrationNumber?: string
}

export type InvoiceLine = {
  descriptionAr: string
  descriptionEn: string
  quantity: number
  unitPriceHalalas: number
  vatPercent: number
  vatHalalas: number
  /** With VAT: quantity × unit price + VAT. */
  totalHalalas: number
}

export type TaxInvoice = {
  number: string
  uuid: string
  /** The invoice counter value (ICV). */
  counter: number
  /** Base64 SHA-256 of the invoice before (PIH). */
  previousHash: string
  issuedAt: Date
  seller: InvoiceParty & { vatNumber: string }
  buyer: InvoiceParty
  lines: readonly InvoiceLine[]
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
  /** Makes it a credit note (type 381) to an earlier invoice. Its amounts stay positive. */
  credits?: { invoiceNumber: string; invoiceUuid: string; issuedAt: Date; reasonAr: string; reasonEn: string }
}

const ink = 0.1
const soft = 0.4
const hair = 0.8
const tint = [0.93, 0.96, 0.95] as const
const accent = [0.05, 0.36, 0.33] as const

const left = (text: string, style: Partial<Text> = {}): Text => ({ text, size: 9, direction: 'ltr', align: 'left', colour: ink, ...style })
const right = (text: string, style: Partial<Text> = {}): Text => ({
  text,
  size: 9,
  direction: 'rtl',
  align: 'right',
  colour: ink,
  ...style,
})
const middle = (text: string, style: Partial<Text> = {}): Text => ({
  text,
  size: 9,
  direction: 'ltr',
  align: 'center',
  colour: ink,
  ...style,
})

const grouped = (halalas: number) => riyals(halalas).replace(/\B(?=(\d{3})+\.)/g, ',')
/** The sign stands left of the number in both languages. */
const money = (halalas: number) => isolate(`${riyalSign} ${grouped(halalas)}`, 'ltr')

/**
 * A tax invoice or credit note on A4, English at the left and Arabic at the right, with ZATCA's QR code.
 * Throws when the amounts do not add up: a wrong invoice must not leave the house.
 */
export function renderTaxInvoice(invoice: TaxInvoice): Uint8Array {
  checkSums(invoice)
  const titles = titlesOf(invoice)
  const document = createDocument({ lang: 'ar', title: `${titles.ar} ${invoice.number}`, createdAt: invoice.issuedAt })
  const flow = new Flow(document)
  drawHead(flow, invoice, titles)
  drawFacts(flow, invoice)
  drawParties(flow, invoice)
  drawLines(flow, invoice)
  drawTotals(flow, invoice)
  flow.footer((page, count) => middle(`${withoutControls(invoice.number)}   ${page} / ${count}`, { size: 8, colour: soft }))
  return document.finish()
}

function checkSums({ lines, netHalalas, vatHalalas, totalHalalas }: TaxInvoice): void {
  const wrong = lines.find((line) => line.quantity * line.unitPriceHalalas + line.vatHalalas !== line.totalHalalas)
  if (wrong) throw new RangeError(`invoice line does not add up: ${wrong.descriptionEn}`)
  const sum = (of: (line: InvoiceLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const adds =
    netHalalas + vatHalalas === totalHalalas &&
    sum((line) => line.vatHalalas) === vatHalalas &&
    sum((line) => line.totalHalalas) === totalHalalas
  if (!adds) throw new RangeError('invoice totals do not add up')
}

function titlesOf({ credits, buyer }: TaxInvoice): { ar: string; en: string; type: string } {
  const simplified = !buyer.vatNumber
  if (credits) {
    return {
      ar: simplified ? 'إشعار دائن مبسط' : 'إشعار دائن ضريبي',
      en: simplified ? 'Simplified credit note' : 'Tax credit note',
      type: '381',
    }
  }
  return {
    ar: simplified ? 'فاتورة ضريبية مبسطة' : 'فاتورة ضريبية',
    en: simplified ? 'Simplified tax invoice' : 'Tax invoice',
    type: '388',
  }
}

function drawHead(flow: Flow, invoice: TaxInvoice, titles: { ar: string; en: string; type: string }): void {
  const { document, page, x, y, width } = flow
  const side = 104
  const payload = zatcaQr({ ...invoice, sellerName: invoice.seller.nameAr, vatNumber: invoice.seller.vatNumber })
  document.element('Figure', () => page.qr(payload, x + (width - side) / 2, y - 8, side), 'رمز الاستجابة السريعة للفاتورة / Invoice QR code')
  const part = (width - side) / 2 - 6
  document.element('H1', () => page.text(titles.en, { ...left(''), size: 17, weight: 'bold', colour: accent, x, y, width: part }))
  document.element('H1', () =>
    page.text(titles.ar, { ...right(''), size: 17, weight: 'bold', colour: accent, x: x + width - part, y, width: part }),
  )
  const below = y + 29
  document.element('P', () => page.text(`Type code ${titles.type}`, { ...left(''), colour: soft, x, y: below, width: part }))
  document.element('P', () =>
    page.text(`رمز النوع ${titles.type}`, { ...right(''), colour: soft, x: x + width - part, y: below, width: part }),
  )
  flow.space(side)
}

/** One fact in three columns: English name, value, Arabic name. */
function fact(flow: Flow, en: string, value: Cell, ar: string): void {
  flow.row({
    cells: [left(en, { colour: soft }), value, right(ar, { colour: soft })],
    shares: [3, 6, 3],
    under: hair,
    padding: 2.5,
  })
}

function drawFacts(flow: Flow, { number, uuid, counter, previousHash, issuedAt, credits }: TaxInvoice): void {
  const strong = { weight: 'bold' } as const
  flow.document.element('Table', () => {
    fact(
      flow,
      credits ? 'Credit note number' : 'Invoice number',
      middle(withoutControls(number), strong),
      credits ? 'رقم الإشعار' : 'رقم الفاتورة',
    )
    fact(flow, 'Issued at (Riyadh)', middle(riyadhTime(issuedAt)), 'وقت الإصدار (الرياض)')
    const hijri = middle(`${hijriDate(issuedAt, 'en')}  –  ${hijriDate(issuedAt, 'ar')}`)
    fact(flow, 'Hijri date', hijri, 'التاريخ الهجري')
    fact(flow, 'UUID', middle(uuid, { size: 8 }), 'المعرّف الفريد')
    fact(flow, 'Invoice counter (ICV)', middle(String(counter)), 'عداد الفواتير')
    fact(flow, 'Previous invoice hash', middle(previousHash, { size: 7.5 }), 'بصمة الفاتورة السابقة')
    if (!credits) return
    const reference = [
      middle(withoutControls(credits.invoiceNumber), strong),
      middle(credits.invoiceUuid, { size: 8 }),
      middle(riyadhTime(credits.issuedAt)),
    ]
    fact(flow, 'Credits invoice', reference, 'الفاتورة الأصلية')
    fact(
      flow,
      'Reason',
      [middle(withoutControls(credits.reasonEn)), middle(withoutControls(credits.reasonAr), { direction: 'rtl' })],
      'السبب',
    )
  })
  flow.space(12)
}

function drawParties(flow: Flow, { seller, buyer }: TaxInvoice): void {
  const card = (party: InvoiceParty, en: string, ar: string) => {
    const numbersEn = [
      party.vatNumber && `VAT number ${party.vatNumber}`,
      party.registrationNumber && `Registration ${party.registrationNumber}`,
    ]
    const numbersAr = [
      party.vatNumber && `الرقم الضريبي ${party.vatNumber}`,
      party.registrationNumber && `السجل ${party.registrationNumber}`,
    ]
    const lines = (make: typeof left, head: string, name: string, address: string, numbers: (string | undefined)[]): Text[] => [
      make(head, { size: 8, colour: accent, weight: 'bold' }),
      make(withoutControls(name), { size: 10, weight: 'bold' }),
      make(withoutControls(address), { size: 8.5, colour: soft }),
      ...numbers.flatMap((text) => (text ? [make(withoutControls(text), { size: 8.5 })] : [])),
    ]
    flow.row({
      cells: [lines(left, en, party.nameEn, party.addressEn, numbersEn), lines(right, ar, party.nameAr, party.addressAr, numbersAr)],
      shares: [1, 1],
      under: hair,
      padding: 5,
    })
  }
  flow.document.element('Table', () => {
    card(seller, 'Seller', 'البائع')
    card(buyer, 'Buyer', 'المشتري')
  })
  flow.space(12)
}

const lineShares = [0.7, 5.4, 1.3, 2.2, 1.4, 2.1, 2.4]
const lineHeads = [
  ['#', '#'],
  ['Description', 'الوصف'],
  ['Qty', 'الكمية'],
  ['Unit price', 'سعر الوحدة'],
  ['VAT', 'الضريبة %'],
  ['VAT amount', 'مبلغ الضريبة'],
  ['Total with VAT', 'الإجمالي'],
] as const

function drawLines(flow: Flow, { lines }: TaxInvoice): void {
  const head = () => {
    const bold = { size: 8, weight: 'bold' } as const
    const cells = lineHeads.map(([en, ar], i) =>
      i === 0
        ? [middle('#', bold)]
        : i === 1
          ? [left(en, bold), right(ar, bold)]
          : [middle(en, bold), middle(ar, { ...bold, direction: 'rtl' })],
    )
    flow.row({ cells, shares: lineShares, ground: tint, type: 'TH', padding: 3 })
  }
  flow.document.element('Table', () => {
    flow.ensure(90)
    head()
    lines.forEach((line, i) => {
      const description = [left(withoutControls(line.descriptionEn)), right(withoutControls(line.descriptionAr))]
      const numbers = [
        String(line.quantity),
        money(line.unitPriceHalalas),
        `${line.vatPercent}%`,
        money(line.vatHalalas),
        money(line.totalHalalas),
      ]
      const cells = [middle(String(i + 1)), description, ...numbers.map((text) => middle(text, { size: 8.5 }))]
      flow.row({ cells, shares: lineShares, under: hair, padding: 3 }, head)
    })
  })
  flow.space(10)
}

function drawTotals(flow: Flow, { netHalalas, vatHalalas, totalHalalas }: TaxInvoice): void {
  const total = (en: string, halalas: number, ar: string, last = false) => {
    const style = last ? ({ weight: 'bold', size: 11 } as const) : {}
    const cells = [left(en, style), middle(money(halalas), style), right(ar, style)]
    flow.row({ cells, shares: [4, 3, 4], padding: 4, ...(last ? { ground: tint } : { under: hair }) })
  }
  flow.ensure(80)
  flow.document.element('Table', () => {
    total('Total without VAT', netHalalas, 'الإجمالي دون الضريبة')
    total('VAT', vatHalalas, 'ضريبة القيمة المضافة')
    total('Total with VAT', totalHalalas, 'الإجمالي شامل الضريبة', true)
  })
}
