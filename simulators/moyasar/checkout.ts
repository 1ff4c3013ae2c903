import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCard, type CardFault } from '../card.ts'
import { outcomeIn } from '../outcomeWords.ts'
import { html, languageOf, Markup, sendPage } from '../page.ts'
import type { Language } from '../page.ts'
import { publishedCards } from './cards.ts'
import type { Invoice, Ledger, Payment } from './ledger.ts'

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

/** The pages a payer sees: card form, the bank's question, the result. They work without scripts. */
export function addCheckout(server: FastifyInstance, ledger: Ledger) {
  server.get('/invoices/:id', async (request, reply) => {
    const invoice = ledger.findInvoice(idOf(request))
    return invoice ? sendInvoice(request, reply, invoice) : sendGone(request, reply)
  })

  server.post('/invoices/:id', async (request, reply) => {
    const invoice = ledger.findInvoice(idOf(request))
    if (!invoice) return sendGone(request, reply)
    if (!isOpen(invoice)) return sendInvoice(request, reply, invoice)
    const form = (request.body ?? {}) as Record<string, string>
    const read = readCard(form, new Date())
    if ('fault' in read) return sendInvoice(request, reply.code(422), invoice, read.fault, form)
    const payment = ledger.openPayment(invoice, read.card)
    return reply.redirect(`/moyasar/3ds/${payment.id}?lang=${languageOf(request.query)}`, 303)
  })

  server.get('/3ds/:id', async (request, reply) => {
    const payment = ledger.findPayment(idOf(request))
    if (!payment) return sendGone(request, reply)
    if (payment.status !== 'initiated') return leave(reply, ledger.findInvoice(payment.invoice_id)!, payment)
    return sendQuestion(request, reply, payment)
  })

  server.post('/3ds/:id', async (request, reply) => {
    const payment = ledger.findPayment(idOf(request))
    if (!payment) return sendGone(request, reply)
    const { answer } = (request.body ?? {}) as { answer?: string }
    ledger.finishPayment(payment, answer === 'confirm')
    return leave(reply, ledger.findInvoice(payment.invoice_id)!, payment)
  })
}

const isOpen = ({ status }: Invoice) => status === 'initiated' || status === 'failed'

/** Back to the shop, with the payment's id, status and message in the address: convenient, and proof of nothing. */
function leave(reply: FastifyReply, invoice: Invoice, payment: Payment) {
  const paid = payment.status === 'paid'
  const target = (paid ? invoice.success_url : invoice.back_url) ?? invoice.url
  const url = new URL(target)
  url.searchParams.set('id', payment.id)
  url.searchParams.set('invoice_id', invoice.id)
  url.searchParams.set('status', payment.status)
  url.searchParams.set('message', payment.source.message ?? '')
  return reply.redirect(url.href, 303)
}

function sendInvoice(
  request: FastifyRequest,
  reply: FastifyReply,
  invoice: Invoice,
  fault?: CardFault,
  form: Record<string, string | undefined> = {},
) {
  const language = languageOf(request.query)
  const word = words[language]
  const last = invoice.payments.at(-1)
  const error = fault
    ? word.faults[fault]
    : invoice.status === 'failed'
      ? `${word.failed} ${outcomeIn(language, last?.source.message ?? '')}`
      : ''
  const back = invoice.back_url ? html`<a class="button" href="${invoice.back_url}">${word.back}</a>` : ''
  const body = isOpen(invoice)
    ? html`<form class="card" method="post" action="/moyasar/invoices/${invoice.id}?lang=${language}" novalidate>
          <p class="error" role="alert">${error}</p>
          ${field('number', word.number, 'inputmode="numeric" autocomplete="cc-number" maxlength="23"', form.number)}
          ${field('name', word.name, 'autocomplete="cc-name"', form.name)}
          <div class="row">
            ${field('expiry', word.expiry, 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY"', form.expiry)}
            ${field('cvc', word.cvc, 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"', '')}
          </div>
          <button class="primary">${word.pay} ${money(invoice, language)}</button>
          ${back}
        </form>
        <section class="card quiet">
          <p>${word.test}</p>
          <dl>
            ${publishedCards.map(
              ({ number, message }) =>
                html`<dt dir="ltr">${number}</dt>
                  <dd>${outcomeIn(language, message)}</dd>`,
            )}
          </dl>
        </section>`
    : html`<section class="card">
        <p role="status">${word.closed[invoice.status]!}</p>
        ${back}
      </section>`
  return sendPage(reply, {
    language,
    brand: word.brand,
    title: word.title,
    body: html`<h1>${word.title}</h1>
      <section class="card">
        <p><bdi>${invoice.description}</bdi></p>
        <p class="amount"><bdi>${money(invoice, language)}</bdi></p>
      </section>
      ${body}`,
  })
}

function field(name: string, label: string, attributes: string, value = '') {
  return html`<label>${label}<input name="${name}" dir="ltr" ${new Markup(attributes)} value="${value}" required /></label>`
}

function sendQuestion(request: FastifyRequest, reply: FastifyReply, payment: Payment) {
  const language = languageOf(request.query)
  const word = words[language]
  return sendPage(reply, {
    language,
    brand: word.brand,
    title: word.bank,
    body: html`<h1>${word.bank}</h1>
      <form class="card" method="post" action="/moyasar/3ds/${payment.id}?lang=${language}">
        <p>${word.question}</p>
        <p class="amount"><bdi>${money(payment, language)}</bdi></p>
        <p class="quiet" dir="ltr">${payment.source.number}</p>
        <div class="row">
          <button class="primary" name="answer" value="confirm">${word.confirm}</button>
          <button name="answer" value="deny">${word.deny}</button>
        </div>
      </form>`,
  })
}

function sendGone(request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request.query)
  const { brand, gone } = words[language]
  return sendPage(reply.code(404), { language, brand, title: gone, body: html`<h1>${gone}</h1>` })
}

const money = ({ amount, currency }: { amount: number; currency: string }, language: Language) =>
  `${(amount / 100).toFixed(2)} ${language === 'ar' && currency === 'SAR' ? 'ريال' : currency}`

const words = {
  ar: {
    brand: 'ميسر',
    title: 'دفع الفاتورة',
    number: 'رقم البطاقة',
    name: 'الاسم على البطاقة',
    expiry: 'تاريخ الانتهاء (شهر/سنة)',
    cvc: 'رمز التحقق',
    pay: 'ادفع',
    back: 'العودة إلى المتجر',
    test: 'بطاقات الاختبار المنشورة، بأي تاريخ قادم وأي رمز تحقق:',
    failed: 'لم تنجح العملية:',
    bank: 'تأكيد العملية من البنك',
    question: 'هل توافق على هذه العملية؟',
    confirm: 'أؤكد العملية',
    deny: 'رفض',
    gone: 'لا توجد فاتورة بهذا الرقم',
    faults: {
      number: 'رقم البطاقة غير صحيح.',
      name: 'اكتب الاسم كما يظهر على البطاقة.',
      expiry: 'تاريخ الانتهاء غير صحيح أو مضى.',
      cvc: 'رمز التحقق ثلاثة أرقام أو أربعة.',
    },
    closed: {
      paid: 'دُفعت هذه الفاتورة.',
      refunded: 'أُعيد مبلغ هذه الفاتورة.',
      canceled: 'أُلغيت هذه الفاتورة.',
      voided: 'أُلغيت هذه الفاتورة.',
      expired: 'انتهت صلاحية هذه الفاتورة.',
    } as Record<string, string>,
  },
  en: {
    brand: 'Moyasar',
    title: 'Pay the invoice',
    number: 'Card number',
    name: 'Name on the card',
    expiry: 'Expiry date (month/year)',
    cvc: 'Security code',
    pay: 'Pay',
    back: 'Back to the shop',
    test: 'Published test cards, with any future date and any code:',
    failed: 'The payment did not succeed:',
    bank: 'Confirm with your bank',
    question: 'Do you approve this payment?',
    confirm: 'Confirm the payment',
    deny: 'Decline',
    gone: 'There is no such invoice',
    faults: {
      number: 'The card number is not right.',
      name: 'Write the name as it stands on the card.',
      expiry: 'The expiry date is not right or has passed.',
      cvc: 'The security code has three or four digits.',
    },
    closed: {
      paid: 'This invoice is paid.',
      refunded: 'This invoice was refunded.',
      canceled: 'This invoice was cancelled.',
      voided: 'This invoice was cancelled.',
      expired: 'This invoice has expired.',
    } as Record<string, string>,
  },
}
