/** What the product tried again and again and gave up, for the provider's administrators: to be tried once more, or let go with a reason. */
import { z } from 'zod'
import { column } from './columns.ts'
import { call, list, moment, slno } from './kit.ts'
import { remarksText } from './texts.ts'

export const givenUpKinds = ['message', 'signing', 'payment'] as const
export type GivenUpKind = (typeof givenUpKinds)[number]

const administrators = { operator: ['administrator'] } as const

/** For so many days something that was given up stays in the list. */
export const givenUpDays = 30

const Row = z.object({
  /** Names it in the calls that follow. */
  givenUpSlno: slno,
  kind: z.enum(givenUpKinds),
  /** What it is: the subject of a letter, the number of a signing, the reference of a payment. */
  subject: z.string(),
  /** To whom, masked; empty where it is nobody's. */
  recipient: z.string(),
  /** What was wrong, by the names of its own kind; empty where nothing is known. */
  cause: z.string(),
  tries: z.int(),
  beganDate: moment,
  gaveUpDate: moment,
  mayTryAgain: z.boolean(),
})

export const listGivenUp = list({
  path: 'GET /api/v1/operations/given-up',
  summary: 'Tasks that failed after repeated attempts, the latest first; those that staff dismissed are left out.',
  access: administrators,
  filters: { kind: z.enum(givenUpKinds).optional() },
  row: Row,
  columns: {
    kind: column('status', 'النوع', 'Kind', {
      names: {
        message: { ar: 'رسالة لم تُرسل', en: 'Message not sent', tone: 'warning' },
        signing: { ar: 'توقيع تعذّر', en: 'Signing that failed', tone: 'error' },
        payment: { ar: 'دفعة لا تطابق', en: 'Payment that does not match', tone: 'error' },
      },
      part: 'state',
    }),
    subject: column('text', 'المهمة', 'Task', { part: 'title' }),
    recipient: column('text', 'إلى', 'To', { part: 'line' }),
    tries: column('number', 'المحاولات', 'Attempts'),
    gaveUpDate: column('moment', 'تعثّرت في', 'Failed on', { part: 'line' }),
  },
})

const one = { kind: z.enum(givenUpKinds), givenUpSlno: slno }

export const tryGivenUpAgain = call({
  path: 'POST /api/v1/operations/given-up/try',
  summary: 'Tries a failed task once more, from the beginning: an e-mail is sent, or the gateway is asked about a payment.',
  access: administrators,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: one,
  output: z.object({ status: z.literal('1') }),
})

export const letGivenUpGo = call({
  path: 'POST /api/v1/operations/given-up/let-go',
  summary: 'Dismisses a failed task with a reason: it leaves the list and is not tried again.',
  access: administrators,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...one, remarks: remarksText(500) },
  output: z.object({ status: z.literal('1') }),
})
