import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, languageOf, sendPage } from '../page.ts'
import { isNationalId, personOf } from './persons.ts'
import type { Transactions } from './transactions.ts'

const script = readFileSync(new URL('app.js', import.meta.url), 'utf8')
const Decided = z.object({ nationalId: z.string(), random: z.string(), approve: z.boolean() })

/** The person's side: what their own telephone would show. */
export function addApp(app: FastifyInstance, transactions: Transactions) {
  app.get('/app.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

  app.get('/app/pending', async (request) => {
    const { nationalId } = request.query as { nationalId?: string }
    const waiting = isNationalId(nationalId) && transactions.waitingOf(nationalId)
    if (!waiting) return []
    const { transId, random, service, expiresAt } = waiting
    return [
      { nationalId, transId, random, service, name: personOf(nationalId), expiresInSeconds: Math.ceil((expiresAt - Date.now()) / 1000) },
    ]
  })

  app.post('/app/decide', async (request, reply) => {
    const decided = Decided.safeParse(request.body)
    if (!decided.success) return reply.code(422).send({ message: 'nationalId, random, approve' })
    const { nationalId, random, approve } = decided.data
    const waiting = transactions.waitingOf(nationalId)
    if (!waiting) return reply.code(404).send({ message: 'No request waits for this ID' })
    // As in the real app: a wrong number ends the request, since somebody else may have started it.
    const right = random === waiting.random
    transactions.decide(waiting, approve && right ? 'COMPLETED' : 'REJECTED')
    return approve && !right ? reply.code(409).send({ message: 'Wrong number: the request was rejected' }) : reply.code(204).send()
  })

  app.get('/app', async (request, reply) => {
    const language = languageOf(request.query)
    const word = words[language]
    return sendPage(reply, {
      language,
      brand: word.brand,
      title: word.title,
      script: '/nafath/app.js',
      body: html`<h1>${word.title}</h1>
        <form class="card" id="who">
          <label>${word.id}<input id="nationalId" inputmode="numeric" autocomplete="off" dir="ltr" maxlength="10" required /></label>
          <button class="primary">${word.show}</button>
          <p class="quiet">${word.hint}</p>
        </form>
        <div id="requests" aria-live="polite" style="display:grid;gap:16px" data-words="${JSON.stringify(word)}"></div>`,
    })
  })
}

const words = {
  ar: {
    brand: 'نفاذ',
    title: 'طلباتك في تطبيق نفاذ',
    id: 'رقم الهوية الوطنية أو الإقامة',
    show: 'اعرض الطلبات',
    hint: 'هذه صفحة تجريبية تقوم مقام التطبيق على هاتفك.',
    none: 'لا توجد طلبات معلّقة لهذه الهوية. تُحدَّث الصفحة تلقائيًا.',
    choose: 'اختر الرقم الظاهر أمامك في صفحة الخدمة',
    approve: 'قبول',
    reject: 'رفض',
    left: 'الوقت المتبقي بالثواني',
    approved: 'تم القبول. عد إلى صفحة الخدمة.',
    rejected: 'تم الرفض.',
    wrong: 'الرقم غير مطابق، فأُلغي الطلب. أعد المحاولة من صفحة الخدمة.',
    gone: 'انتهى الطلب قبل قرارك.',
    service: 'الخدمة',
  },
  en: {
    brand: 'Nafath',
    title: 'Your requests in the Nafath app',
    id: 'National ID or iqama number',
    show: 'Show requests',
    hint: 'This trial page stands in for the app on your telephone.',
    none: 'No request waits for this ID. The page refreshes by itself.',
    choose: 'Choose the number shown on the service’s page',
    approve: 'Approve',
    reject: 'Reject',
    left: 'Seconds left',
    approved: 'Approved. Go back to the service’s page.',
    rejected: 'Rejected.',
    wrong: 'The number does not match, so the request was rejected. Start again from the service’s page.',
    gone: 'The request ended before you decided.',
    service: 'Service',
  },
}
