import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, languageOf, sendPage } from '../page.ts'
import { isNationalId } from './persons.ts'
import { Facts, type Register } from './register.ts'
import type { Transactions } from './transactions.ts'

const script = readFileSync(new URL('app.js', import.meta.url), 'utf8')
const Changed = z.strictObject({ nationalId: z.string().refine(isNationalId), facts: Facts })
const Decided = z.object({ nationalId: z.string(), random: z.string(), approve: z.boolean() })

/** The person's side: what their own telephone would show. */
export function addApp(app: FastifyInstance, transactions: Transactions, persons: Register) {
  app.get('/app.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))

  app.get('/app/pending', async (request) => {
    const { nationalId } = request.query as { nationalId?: string }
    const waiting = isNationalId(nationalId) && transactions.waitingOf(nationalId)
    if (!waiting) return []
    const { transId, random, service, expiresAt } = waiting
    return [
      {
        nationalId,
        transId,
        random,
        service,
        name: persons.nameOf(nationalId),
        expiresInSeconds: Math.ceil((expiresAt - Date.now()) / 1000),
      },
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

  app.get('/app/person', async (request, reply) => {
    const { nationalId } = request.query as { nationalId?: string }
    return isNationalId(nationalId) ? persons.claimsOf(nationalId) : reply.code(404).send({ message: 'No such ID' })
  })

  // What no app can do: the register itself, so that a changed name can be tried.
  app.post('/app/person', async (request, reply) => {
    const changed = Changed.safeParse(request.body)
    if (!changed.success) return reply.code(422).send({ message: z.prettifyError(changed.error) })
    persons.change(changed.data.nationalId, changed.data.facts)
    return reply.code(204).send()
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
        <details class="card">
          <summary>${word.register}</summary>
          <form id="person" style="display:grid;gap:12px">
            ${personFields.map((field) => html`<label>${word.facts[field]}<input name="${field}" dir="auto" autocomplete="off" /></label>`)}
            <button>${word.save}</button>
            <p class="quiet" role="status" id="saved"></p>
          </form>
        </details>
        <div id="requests" aria-live="polite" style="display:grid;gap:16px" data-words="${JSON.stringify(word)}"></div>`,
    })
  })
}

const personFields = [
  'firstName',
  'fatherName',
  'grandFatherName',
  'familyName',
  'englishFirstName',
  'englishSecondName',
  'englishThirdName',
  'englishLastName',
  'dateOfBirthG',
  'nationalityCode',
  'idExpiryDateG',
] as const

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
    register: 'تعديل بيانات هذه الهوية في السجل',
    save: 'حفظ',
    saved: 'حُفظت. تصل إلى الخدمة مع الموافقة التالية.',
    unsaved: 'لم تُحفظ: أدخل رقم هوية صحيحًا وتواريخ بصيغة 2031-12-31.',
    facts: {
      firstName: 'الاسم الأول',
      fatherName: 'اسم الأب',
      grandFatherName: 'اسم الجد',
      familyName: 'اسم العائلة',
      englishFirstName: 'الاسم الأول بالإنجليزية',
      englishSecondName: 'اسم الأب بالإنجليزية',
      englishThirdName: 'اسم الجد بالإنجليزية',
      englishLastName: 'اسم العائلة بالإنجليزية',
      dateOfBirthG: 'تاريخ الميلاد',
      nationalityCode: 'رمز الجنسية',
      idExpiryDateG: 'تاريخ انتهاء الهوية',
    },
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
    register: 'Change what the register says of this ID',
    save: 'Save',
    saved: 'Saved. The service hears of it with the next approval.',
    unsaved: 'Not saved: enter a valid ID, and days as 2031-12-31.',
    facts: {
      firstName: 'First name in Arabic',
      fatherName: 'Father’s name in Arabic',
      grandFatherName: 'Grandfather’s name in Arabic',
      familyName: 'Family name in Arabic',
      englishFirstName: 'First name in English',
      englishSecondName: 'Father’s name in English',
      englishThirdName: 'Grandfather’s name in English',
      englishLastName: 'Family name in English',
      dateOfBirthG: 'Date of birth',
      nationalityCode: 'Code of the nationality',
      idExpiryDateG: 'Last day of the document',
    },
  },
}
