/** What the service tells of itself, and the way to write to the provider. */
import { z } from 'zod'
import { emailAddress, plainMobile, typedMobileOrNone } from './addresses.ts'
import { call, moment } from './kit.ts'
import { nameText, writtenText } from './texts.ts'

/** The document of this API itself. */
export const readOpenApi = call({
  path: 'GET /api/openapi.json',
  summary: 'This document: every call, as OpenAPI 3.1.',
  access: 'anyone',
  forEverybody: true,
  output: { bytes: 'application/json' },
})

/** The same for generators that read no OpenAPI 3.1. */
export const readOpenApi30 = call({
  path: 'GET /api/openapi-3.0.json',
  summary: 'This document as OpenAPI 3.0.3.',
  access: 'anyone',
  forEverybody: true,
  output: { bytes: 'application/json' },
})

/** For the process manager: a process that does not answer is to be started anew. */
export const readLiveness = call({
  path: 'GET /livez',
  summary: 'Whether the process runs.',
  access: 'anyone',
  passive: true,
  output: z.object({ status: z.literal('ok') }),
})

/** For the balancer: a process that is not ready is given no requests, and is not started anew. */
export const readReadiness = call({
  path: 'GET /readyz',
  summary: 'Whether requests can be carried out: 503 BUSY while the database, the disk, the books or the clock forbid it.',
  access: 'anyone',
  passive: true,
  output: z.object({ status: z.literal('ready') }),
})

/** What the service is made of, as those who use it see it. */
export const statusComponents = ['portal', 'signing', 'timeStamps', 'ocsp', 'lists', 'identity', 'payments', 'messages'] as const
export type StatusComponent = (typeof statusComponents)[number]

/** How long the record of what did not work goes back. */
export const statusDays = 90

export const readStatus = call({
  path: 'GET /api/v1/common/status',
  summary: 'Whether each part of the service works now, as it sees that itself, and when one did not in the last 90 days.',
  access: 'anyone',
  passive: true,
  forEverybody: true,
  cacheSeconds: 5,
  output: z.object({
    lookedAt: moment,
    /** `unknown`: an outside party that nobody needed lately. */
    components: z.array(z.object({ component: z.enum(statusComponents), state: z.enum(['well', 'unwell', 'unknown']) })),
    /** Null while the record cannot be read. */
    record: z
      .object({
        /** From when it is kept. */
        since: moment.nullable(),
        /** The newest first. `watch`: nobody looked, because the service did not run or could not write down what it saw. */
        faults: z.array(z.object({ component: z.enum([...statusComponents, 'watch']), beganAt: moment, endedAt: moment.nullable() })),
      })
      .nullable(),
  }),
})

/** What people write about; the console's mail names it in its subject. */
export const contactSubjects = [
  'signing',
  'plans',
  'organisation',
  'certificate',
  'compromise',
  'integration',
  'privacy',
  'complaint',
  'other',
] as const

/** As `mobileNumber`; a field that was left empty is none. */
const optionalMobile = z.codec(typedMobileOrNone, z.string().regex(/^(9665\d{8})?$/, { error: 'mobile' }), {
  decode: plainMobile,
  encode: (plain) => plain,
})

export const sendContactMessage = call({
  path: 'POST /api/v1/common/contact',
  summary: 'A message to the provider; it is acknowledged by e-mail under the reference that is answered. Always asks for the human check.',
  access: 'anyone',
  refuses: ['HUMAN_CHECK', 'TOO_MANY'],
  body: {
    name: nameText(100),
    email: emailAddress,
    mobile: optionalMobile.optional(),
    organisation: nameText(150, { least: 0 }).optional(),
    subject: z.enum(contactSubjects),
    message: writtenText(4_000, 10),
  },
  output: z.object({ status: z.literal('1'), reference: z.string() }),
})

export const readContactAddresses = call({
  path: 'GET /api/v1/common/contact',
  summary: 'The provider’s own e-mail address and telephone number.',
  access: 'anyone',
  output: z.object({ email: z.string(), phone: z.string() }),
})
