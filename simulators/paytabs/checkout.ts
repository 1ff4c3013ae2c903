import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readCard, type CardFault } from '../card.ts'
import { outcomeIn } from '../outcomeWords.ts'
import { html, languageOf, Markup, sendPage } from '../page.ts'
import type { Language } from '../page.ts'
import type { Ledger, Result, Transaction } from './ledger.ts'

const result = (response_status: Result['response_status'], response_code: string, response_message: string): Result => ({
  response_status,
  response_code,
  response_message,
})

/** Published test cards. Any other is refused: no real card may seem to work here. */
const outcomes: Record<string, Result> = {
  '4111111111111111': result('A', 'G12345', 'Authorised'),
  '5200000000000114': result('A', 'G12345', 'Authorised'),
  '4000000000000002': result('D', '200', 'Declined'),
  '4000000000000051': result('D', '351', 'Insufficient funds'),
  '4000000000000077': result('D', '354', 'Card expired'),
}
const notOurs = result('E', '4', 'Card not supported in test mode')
const cancelled = result('C', '0', 'Cancelled')

/** The page a payer sees. It works without scripts; the way back is a form, as PayTabs sends the browser back by POST. */
export function addCheckout(server: FastifyInstance, ledger: Ledger) {
  const saleOf = (request: FastifyRequest) => ledger.find((request.params as { ref: string }).ref)

  server.get('/payment/page/:ref', async (request, reply) => {
    const sale = saleOf(request)
    return sale ? sendSale(request, reply, sale) : sendGone(request, reply)
  })

  server.post('/payment/page/:ref', async (request, reply) => {
    const sale = saleOf(request)
    if (!sale) return sendGone(request, reply)
    const form = (request.body ?? {}) as Record<string, string>
    if (sale.payment_result) return sendSale(request, reply, sale)
    if (form.answer === 'cancel') ledger.finish(sale, cancelled)
    else {
      const read = readCard(form, new Date())
      if ('fault' in read) return sendSale(request, reply.code(422), sale, read.fault)
      const { number } = read.card
      const card_scheme = number.startsWith('4') ? 'Visa' : 'MasterCard'
      const payment_description = `${number.slice(0, 4)} ${number.slice(4, 6)}## #### ${number.slice(-4)}`
      sale.payment_info = { payment_method: card_scheme, card_type: 'Credit', card_scheme, payment_description }
      ledger.finish(sale, outcomes[number] ?? notOurs)
    }
    return sendSale(request, reply, sale)
  })
}

function sendSale(request: FastifyRequest, reply: FastifyReply, sale: Transaction, fault?: CardFault) {
  const language = languageOf(request.query)
  const word = words[language]
  const price = `${sale.cart_amount} ${sale.cart_currency}`
  const body = html`<h1>${word.title}</h1>
    <section class="card">
      <p><bdi>${sale.cart_description}</bdi></p>
      <p class="amount"><bdi>${price}</bdi></p>
    </section>
    ${sale.payment_result ? wayBack(sale, sale.payment_result, language) : cardForm(request, word, fault)}`
  return sendPage(reply, { language, brand: word.brand, title: word.title, body })
}

function cardForm({ query, params }: FastifyRequest, word: Words, fault?: CardFault) {
  const field = (name: string, label: string, more: string) =>
    html`<label>${label}<input name="${name}" dir="ltr" ${new Markup(more)} /></label>`
  const action = `/paytabs/payment/page/${(params as { ref: string }).ref}?lang=${languageOf(query)}`
  return html`<form class="card" method="post" action="${action}" novalidate>
      <p class="error" role="alert">${fault ? word.faults[fault] : ''}</p>
      ${field('number', word.number, 'inputmode="numeric" autocomplete="cc-number" maxlength="23"')}
      ${field('name', word.name, 'autocomplete="cc-name"')}
      <div class="row">
        ${field('expiry', word.expiry, 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY"')}
        ${field('cvc', word.cvc, 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"')}
      </div>
      <button class="primary">${word.pay}</button>
      <button name="answer" value="cancel">${word.cancel}</button>
    </form>
    <section class="card quiet">
      <p>${word.test}</p>
      <dl>
        ${Object.entries(outcomes).map(
          ([number, { response_message }]) =>
            html`<dt dir="ltr">${number}</dt>
              <dd>${outcomeIn(languageOf(query), response_message)}</dd>`,
        )}
      </dl>
    </section>`
}

/** What the form carries is convenient, and proof of nothing. */
function wayBack(sale: Transaction, { response_status, response_code, response_message }: Result, language: Language) {
  const word = words[language]
  const fields = {
    tranRef: sale.tran_ref,
    cartId: sale.cart_id,
    respStatus: response_status,
    respCode: response_code,
    respMessage: response_message,
  }
  return html`<form class="card" method="post" action="${sale.return ?? ''}">
    <p role="status">${response_status === 'A' ? word.paid : word.failed} <bdi>${outcomeIn(language, response_message)}</bdi></p>
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="primary">${word.back}</button>
  </form>`
}

function sendGone(request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request.query)
  const { brand, gone } = words[language]
  return sendPage(reply.code(404), { language, brand, title: gone, body: html`<h1>${gone}</h1>` })
}

type Words = (typeof words)['ar' | 'en']
const words = {
  ar: {
    brand: 'بيتابس',
    title: 'صفحة الدفع',
    number: 'رقم البطاقة',
    name: 'الاسم على البطاقة',
    expiry: 'تاريخ الانتهاء (شهر/سنة)',
    cvc: 'رمز التحقق',
    pay: 'ادفع',
    cancel: 'إلغاء',
    back: 'العودة إلى المتجر',
    test: 'بطاقات الاختبار، بأي تاريخ قادم وأي رمز تحقق:',
    paid: 'نجحت العملية:',
    failed: 'لم تنجح العملية:',
    gone: 'لا توجد عملية بهذا الرقم',
    faults: {
      number: 'رقم البطاقة غير صحيح.',
      name: 'اكتب الاسم كما يظهر على البطاقة.',
      expiry: 'تاريخ الانتهاء غير صحيح أو مضى.',
      cvc: 'رمز التحقق ثلاثة أرقام أو أربعة.',
    },
  },
  en: {
    brand: 'PayTabs',
    title: 'Payment page',
    number: 'Card number',
    name: 'Name on the card',
    expiry: 'Expiry date (month/year)',
    cvc: 'Security code',
    pay: 'Pay',
    cancel: 'Cancel',
    back: 'Back to the shop',
    test: 'Test cards, with any future date and any code:',
    paid: 'The payment succeeded:',
    failed: 'The payment did not succeed:',
    gone: 'There is no such transaction',
    faults: {
      number: 'The card number is not right.',
      name: 'Write the name as it stands on the card.',
      expiry: 'The expiry date is not right or has passed.',
      cvc: 'The security code has three or four digits.',
    },
  },
}
