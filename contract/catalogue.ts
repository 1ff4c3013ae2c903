import { z } from 'zod'
import { call, numberInPath, opaqueId, riyals, slno } from './kit.ts'

/** A plan that can be bought. Prices are the server's; `totalPrice` = `price` + `tax`. */
export const BuyablePlan = z.object({
  planName: z.string(),
  planNameAr: z.string(),
  productName: z.string(),
  productNameAr: z.string(),
  transactionLimit: z.int(),
  /** Days from the moment of credit. */
  validity: z.int(),
  price: riyals,
  tax: riyals,
  totalPrice: riyals,
  productPricingDetailsSlno: slno,
  encodedPlanSlno: opaqueId,
})

export const listEsignPlans = call({
  path: 'GET /api/v1/common/esign/plans',
  summary: 'The signing plans on sale, with VAT.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({ state: z.literal('1'), responseMessage: z.string(), vat: z.string(), planDetailsDTOList: z.array(BuyablePlan) }),
})

export const readVat = call({
  path: 'GET /api/v1/common/get/vat',
  summary: 'The rate of VAT in per cent.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({ vat: z.string() }),
})

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
