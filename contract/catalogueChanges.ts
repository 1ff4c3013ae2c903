/** The catalogue as the provider's staff reads and changes it: every change holds from a day, and two people make it. */
import { z } from 'zod'
import { classUsages, keySources, madeKeyKinds } from './certificateStates.ts'
import { AgreementSides, classDescription, ClassSides, wholeText } from './catalogueTexts.ts'
import { column, type Statuses } from './columns.ts'
import { textKinds } from './agreements.ts'
import { decisionCalls } from './decisions.ts'
import { call, day, list, moment, opaqueId, riyals, wholeList } from './kit.ts'
import { mayChangeCatalogue, mayReadCatalogue } from './operatorAccess.ts'
import { nameText, text, writtenText } from './texts.ts'

/** An offer costs from one riyal to a million, without VAT; the operator's file and the console take the same. */
export const offerPrice = z.codec(
  z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, { error: 'price' }),
  z.int().min(100, { error: 'price' }).max(100_000_000, { error: 'price' }),
  { decode: (wire) => Math.round(Number(wire) * 100), encode: (halalas) => (halalas / 100).toFixed(2) },
)
export const offerName = nameText(200)
export const offerTransactions = z.int().min(1).max(1_000_000)
export const offerDays = z.int().min(1).max(3_650)
export const certificateYears = z.int().min(1).max(3)

/** A rate in per cent with at most two decimals: whole basis points inside, 1500 and "15". */
export const perCent = z.codec(z.string().regex(/^\d{1,2}(\.\d{1,2})?$/, { error: 'perCent' }), z.int().min(0).max(9_999), {
  decode: (wire) => Math.round(Number(wire) * 100),
  encode: (basisPoints) => String(basisPoints / 100),
})

export const changeKinds = ['plan', 'certificate', 'offSale', 'vat', 'agreement', 'classTexts'] as const
export const changeStatuses = ['proposed', 'approved', 'rejected', 'withdrawn'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

/** Where a change may go from each status. The database enforces the same table. */
export const changeEdges: Record<ChangeStatus, readonly ChangeStatus[]> = {
  proposed: ['approved', 'rejected', 'withdrawn'],
  approved: ['withdrawn'],
  rejected: [],
  withdrawn: [],
}

export const changeStatusWords: Statuses<ChangeStatus> = {
  proposed: { ar: 'بانتظار القرار', en: 'Waiting', tone: 'info' },
  approved: { ar: 'مقبول', en: 'Approved', tone: 'success' },
  rejected: { ar: 'مرفوض', en: 'Rejected', tone: 'error' },
  withdrawn: { ar: 'مسحوب', en: 'Withdrawn', tone: 'neutral' },
}

export const changeKindWords = {
  plan: { ar: 'باقة توقيع', en: 'Signing plan', tone: 'info' },
  certificate: { ar: 'سعر شهادة', en: 'Price of a certificate', tone: 'info' },
  offSale: { ar: 'إيقاف بيع', en: 'Taken off sale', tone: 'warning' },
  vat: { ar: 'نسبة الضريبة', en: 'Rate of VAT', tone: 'info' },
  agreement: { ar: 'إصدار جديد من نص', en: 'New version of a text', tone: 'info' },
  classTexts: { ar: 'اسم فئة شهادات ووصفها', en: 'Name and description of a class', tone: 'info' },
} as const

/** What is sold, and for how much with the VAT of its day. */
const Terms = z.object({
  planName: z.string(),
  planNameAr: z.string(),
  transactionLimit: z.int(),
  /** Days from the moment of credit. */
  validity: z.int(),
  price: riyals,
  tax: riyals,
  totalPrice: riyals,
})

const Ahead = z.object({
  requestID: opaqueId,
  /** `proposed` waits for a decision, `approved` for its day. */
  status: z.enum(['proposed', 'approved']),
  fromDate: day,
  /** Null where it is taken off sale. */
  price: riyals.nullable(),
})

export const offerStates = ['onSale', 'coming', 'offSale'] as const
export const offerStateWords: Statuses<(typeof offerStates)[number]> = {
  onSale: { ar: 'معروضة للبيع', en: 'On sale', tone: 'success' },
  coming: { ar: 'تُعرض لاحقًا', en: 'Coming', tone: 'info' },
  offSale: { ar: 'أوقف بيعها', en: 'Off sale', tone: 'neutral' },
}

/** The terms in force, or those that come, or the last ones. */
const Offer = Terms.extend({
  offerCode: z.string(),
  state: z.enum(offerStates),
  /** Since when these terms hold. */
  fromDate: day,
  /** What is to change of it: one change at a time. */
  ahead: Ahead.nullable(),
})

export const readCatalogue = call({
  path: 'GET /api/v1/operations/catalogue',
  summary: 'Everything that is sold or was, with what is to change: plans, classes of certificates, VAT.',
  access: mayReadCatalogue,
  output: z.object({
    vat: z.object({
      rate: perCent,
      fromDate: day,
      ahead: z.object({ requestID: opaqueId, status: z.enum(['proposed', 'approved']), fromDate: day, rate: perCent }).nullable(),
    }),
    plans: z.array(Offer),
    certificates: z.array(
      z.object({
        classCode: z.string(),
        className: z.string(),
        classNameAr: z.string(),
        description: z.string(),
        descriptionAr: z.string(),
        /** A change of its texts that waits for a decision or its day. */
        textsAhead: Ahead.pick({ requestID: true, status: true, fromDate: true }).nullable(),
        usage: z.enum(classUsages),
        assurance: z.enum(['substantial', 'high']),
        keySources: z.array(z.enum(keySources)),
        keyKinds: z.array(z.enum(madeKeyKinds)),
        policyOid: z.string(),
        offers: z.array(Offer.extend({ years: z.int() })),
      }),
    ),
  }),
})

const from = { fromDate: day, reason: writtenText(1_000).default('') }
const Begun = z.object({ requestID: opaqueId })
const proposal = { access: mayChangeCatalogue, stepUp: true, output: Begun } as const
const offerCode = text(100, 1)

export const proposePlan = call({
  ...proposal,
  path: 'POST /api/v1/operations/catalogue/changes/plan',
  summary: 'Proposes the terms of a signing plan from a day on: of a new one, of one on sale, or of one that comes back.',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    /** Left out for a new plan. */
    offerCode: offerCode.optional(),
    planName: offerName,
    planNameAr: offerName,
    transactionLimit: offerTransactions,
    validity: offerDays,
    price: offerPrice,
    ...from,
  },
})

export const proposeCertificatePrice = call({
  ...proposal,
  path: 'POST /api/v1/operations/catalogue/changes/certificate',
  summary: 'Proposes the price of a class of certificates for so many years, from a day on.',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { classCode: text(100, 1), years: certificateYears, price: offerPrice, ...from },
})

export const proposeOffSale = call({
  ...proposal,
  path: 'POST /api/v1/operations/catalogue/changes/offSale',
  summary: 'Proposes to take an offer off sale from a day on. What was bought stays as it was bought.',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { offerCode, ...from },
})

export const proposeVat = call({
  ...proposal,
  path: 'POST /api/v1/operations/catalogue/changes/vat',
  summary: 'Proposes a rate of VAT from a day on. What was ordered before keeps the rate of its day.',
  refuses: ['WRONG_STATE'],
  body: { rate: perCent, ...from },
})

export const proposeAgreement = call({
  ...proposal,
  path: 'POST /api/v1/operations/catalogue/changes/agreement',
  summary: 'Proposes the next version of what people agree to, or of a policy, in both languages, from a day on.',
  refuses: ['WRONG_STATE'],
  body: { kind: z.enum(textKinds), textAr: wholeText, text: wholeText, ...from },
})

export const proposeClassTexts = call({
  ...proposal,
  path: 'POST /api/v1/operations/catalogue/changes/classTexts',
  summary: 'Proposes how a class of certificates is named and described, from a day on.',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    classCode: text(100, 1),
    className: offerName,
    classNameAr: offerName,
    description: classDescription,
    descriptionAr: classDescription,
    ...from,
  },
})

export const listCatalogueChanges = list({
  path: 'GET /api/v1/operations/catalogue/changes',
  summary: 'Changes to the catalogue, the latest proposed first.',
  access: mayReadCatalogue,
  filters: { status: z.enum(changeStatuses).optional(), kind: z.enum(changeKinds).optional() },
  row: z.object({
    requestID: opaqueId,
    kind: z.enum(changeKinds),
    status: z.enum(changeStatuses),
    offerName: z.string(),
    offerNameAr: z.string(),
    fromDate: day,
    price: riyals.nullable(),
    createdDate: moment,
  }),
  columns: {
    offerName: column('text', 'ما يتغيّر', 'What changes', { arabic: 'offerNameAr', part: 'title' }),
    kind: column('text', 'التغيير', 'Change', { names: changeKindWords }),
    price: column('money', 'السعر قبل الضريبة', 'Price before VAT', { part: 'line' }),
    fromDate: column('day', 'يسري من', 'In effect from', { part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: changeStatusWords, part: 'state' }),
    createdDate: column('moment', 'اقتُرح في', 'Proposed'),
  },
})

const requestID = { requestID: opaqueId }
const Who = z.object({ fullName: z.string(), fullNameAr: z.string() })

export const readCatalogueChange = call({
  path: 'GET /api/v1/operations/catalogue/changes/:requestID',
  summary: 'One change: what holds until its day, and what from then on.',
  access: mayReadCatalogue,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: z.object({
    ...requestID,
    kind: z.enum(changeKinds),
    status: z.enum(changeStatuses),
    offerName: z.string(),
    offerNameAr: z.string(),
    /** Empty for VAT. */
    offerCode: z.string(),
    fromDate: day,
    /** Null where it is not sold then. */
    before: Terms.nullable(),
    after: Terms.nullable(),
    rateBefore: perCent,
    rateAfter: perCent,
    /** The very texts of a version, and those of the one before it. */
    agreement: AgreementSides.nullable(),
    classTexts: ClassSides.nullable(),
    reason: z.string(),
    madeBy: Who,
    createdDate: moment,
    decidedBy: Who.nullable(),
    decidedDate: moment.nullable(),
    remarks: z.string(),
    withdrawnBy: Who.nullable(),
    withdrawnDate: moment.nullable(),
    /** Its day has begun: nobody approves or withdraws it any more. */
    hasBegun: z.boolean(),
    isOwn: z.boolean(),
  }),
})

export const withdrawCatalogueChange = call({
  path: 'POST /api/v1/operations/catalogue/changes/withdraw',
  summary: 'Withdraws a change before its day: what holds goes on holding.',
  access: mayChangeCatalogue,
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: requestID,
  output: z.object({ status: z.literal('1') }),
})

export const { initiate: initiateCatalogueDecision, verify: verifyCatalogueDecision } = decisionCalls({
  path: '/api/v1/operations/catalogue/decision',
  access: mayChangeCatalogue,
  of: requestID,
  on: 'a change of the catalogue',
  after: 'the change is decided: where it was approved, the catalogue follows it from the start of its day in Riyadh.',
})

export const listAgreementVersions = call({
  path: 'GET /api/v1/operations/catalogue/agreements',
  summary: 'Every version of every agreement in each language, with its fingerprint and the day from which it holds.',
  access: mayReadCatalogue,
  output: wholeList(
    z.object({
      kind: z.enum(textKinds),
      title: z.string(),
      version: z.int(),
      language: z.enum(['ar', 'en']),
      effectiveDate: day,
      sha256: z.string(),
      uniqueFileID: opaqueId,
      /** Whether it is the one in force. */
      isCurrent: z.boolean(),
      /** Its day is still to come. */
      isComing: z.boolean(),
      /** How many accepted this very text. */
      accepted: z.int(),
    }),
  ),
})
