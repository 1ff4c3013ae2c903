/** What forms everywhere need: the human check, places and calendars. */
import { z } from 'zod'
import { call, numberInPath, slno } from './kit.ts'

export const readHumanCheckKey = call({
  path: 'GET /api/v1/common/getRecaptchaClientKey',
  summary: 'The public key of the human check that is configured.',
  access: 'anyone',
  output: z.object({ data: z.string() }),
})

export const readHumanCheckChallenge = call({
  path: 'GET /api/v1/common/humanCheck/challenge',
  summary: 'What the configured human check needs: a proof of work, or a vendor’s widget. The answer travels in X-HUMAN-CHECK.',
  access: 'anyone',
  output: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('altcha'),
      algorithm: z.string(),
      challenge: z.string(),
      maxnumber: z.int(),
      salt: z.string(),
      signature: z.string(),
    }),
    /** `script` is the address of the vendor's `api.js`. */
    z.object({ kind: z.enum(['recaptcha', 'hcaptcha', 'turnstile']), siteKey: z.string(), script: z.string() }),
  ]),
})

const Place = z.object({ id: slno, name: z.string(), nameAr: z.string() })
const placeId = { id: numberInPath(1, 999_999_999) }

export const listCountries = call({
  path: 'GET /api/v1/common/countries',
  summary: 'Countries, in both languages.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({ dataList: z.array(Place.extend({ code: z.string() })) }),
})

export const listStates = call({
  path: 'POST /api/v1/common/states/:id',
  summary: 'Regions of a country.',
  access: 'anyone',
  whenFull: true,
  params: placeId,
  output: z.object({ dataList: z.array(Place) }),
})

export const listCities = call({
  path: 'POST /api/v1/common/cities/:id',
  summary: 'Cities of a region.',
  access: 'anyone',
  whenFull: true,
  params: placeId,
  output: z.object({ dataList: z.array(Place) }),
})

export const listMonths = call({
  path: 'GET /api/v1/common/calendar/months',
  summary: 'Gregorian and Hijri (Umm al-Qura) months with their names.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({
    gregorian: z.array(z.object({ number: z.int(), name: z.string(), nameAr: z.string() })),
    hijri: z.array(z.object({ number: z.int(), name: z.string(), nameAr: z.string() })),
  }),
})
