/** Becoming an organisation: what a person applies with, and where the application may go. */
import { z } from 'zod'
import { RegisterAnswer } from './commercialRegister.ts'
import { emailAddress } from './addresses.ts'
import { EvidenceFile } from './evidence.ts'
import { call, country, moment, opaqueId } from './kit.ts'
import { nameText, remarksText, text } from './texts.ts'
import { westernDigits } from './typedDigits.ts'

export const applicationStates = ['application', 'review', 'returned', 'active', 'rejected'] as const
export type ApplicationState = (typeof applicationStates)[number]
/** Where an application may go; the applicant fills it in while it may go to review. The database enforces the same table. */
export const applicationEdges: Record<ApplicationState, readonly ApplicationState[]> = {
  application: ['review'],
  review: ['active', 'returned', 'rejected'],
  returned: ['review'],
  active: [],
  rejected: [],
}

export const organisationStates = ['active', 'suspended'] as const
export type OrganisationState = (typeof organisationStates)[number]
/** Where an approved organisation may go. The database enforces the same table. */
export const organisationEdges: Record<OrganisationState, readonly OrganisationState[]> = {
  active: ['suspended'],
  suspended: ['active'],
}

const gap = String.raw`[\s-]*`
const signOf = (digit: string) => `[${digit}${String.fromCharCode(0x660 + Number(digit), 0x6f0 + Number(digit))}]`
/** The rule of a number, for what is typed: each digit in any writing, and gaps between. */
const asTyped = ({ source }: RegExp) =>
  source
    .replace(/\{[\d,]+\}|\\d|\\\+|\d/g, (part) => {
      if (part.startsWith('{')) return part
      return `(?:${part === '\\d' ? '[0-9٠-٩۰-۹]' : part === '\\+' ? part : signOf(part)}${gap})`
    })
    .replace('^', `^${gap}`)

/** A number as people type it, in any digits and with spaces; the rule is that of the number itself. */
const typedNumber = (rule: RegExp, error: string) => {
  const least = rule.test('') ? 0 : 1
  return z.codec(
    text(40, least).meta({ ...(least > 0 && { minLength: least }), maxLength: 40, pattern: asTyped(rule) }),
    z.string().regex(rule, { error }),
    { decode: (typed) => westernDigits(typed).replace(/[\s-]/g, ''), encode: (plain) => plain },
  )
}

/** Of a Saudi address. */
export const postalCode = typedNumber(/^\d{5}$/, 'postalCode')

/** What an application says. The rules are those of the fields; whether a place exists, the server knows. */
export const applicationFields = {
  /** Ten digits that begin with 7. */
  unifiedOrgNo: typedNumber(/^7\d{9}$/, 'unifiedNumber'),
  organizationNameAr: nameText(200),
  organizationName: nameText(200),
  DBANameAr: nameText(200, { least: 0 }),
  DBAName: nameText(200, { least: 0 }),
  crNumber: typedNumber(/^(?:\d{10})?$/, 'crNumber'),
  /** Fifteen digits that begin and end with 3 (ZATCA, BR-KSA-40). */
  vatNumber: typedNumber(/^(?:3\d{13}3)?$/, 'vatNumber'),
  email: emailAddress,
  telephoneNumber: typedNumber(/^(?:0\d{8,9}|9200\d{5}|800\d{7}|\+\d{8,15})$/, 'telephone'),
  country,
  stateProvinceRegion: nameText(100),
  city: nameText(100),
  address: nameText(300),
  postalCodeZIPCode: postalCode,
}
export type ApplicationField = keyof typeof applicationFields
export const applicationFieldNames = Object.keys(applicationFields) as [ApplicationField, ...ApplicationField[]]
/** What can be returned with a reason of its own. */
export const returnableFields = [...applicationFieldNames, 'evidence', 'seal'] as const

/** What was typed so far, right or not. */
const draftFields = Object.fromEntries(applicationFieldNames.map((name) => [name, text(300).default('')])) as Record<
  ApplicationField,
  z.ZodDefault<z.ZodString>
>

export const FieldRemark = z.object({ field: z.enum(returnableFields), remark: remarksText(500) })

export const ApplicationFiles = {
  /** What supports it, and the picture of the seal: the last one that was sent. */
  evidence: z.array(EvidenceFile),
  seal: EvidenceFile.nullable(),
}

export const MyApplication = z.object({
  requestID: opaqueId,
  state: z.enum(applicationStates),
  ...(Object.fromEntries(applicationFieldNames.map((name) => [name, z.string()])) as Record<ApplicationField, z.ZodString>),
  ...ApplicationFiles,
  savedDate: moment,
  submittedDate: moment.nullable(),
  decidedDate: moment.nullable(),
  /** Why it was returned or rejected: in all, and field by field. */
  remarks: z.string(),
  fieldRemarks: z.array(FieldRemark),
})

export const readMyApplication = call({
  path: 'GET /api/v1/organisation/my/application',
  summary: 'The caller’s latest application to register an organisation, as far as it is filled in; null where there is none.',
  access: 'person',
  output: z.object({
    application: MyApplication.nullable(),
    /** Whether the commercial register can be asked here. */
    hasRegister: z.boolean(),
  }),
})

export const askRegister = call({
  path: 'POST /api/v1/organisation/my/application/register',
  summary: 'Asks the commercial register about the organisation that the caller applies for.',
  access: 'person',
  refuses: ['WRONG_STATE', 'TOO_MANY'],
  body: { unifiedOrgNo: applicationFields.unifiedOrgNo },
  output: RegisterAnswer,
})

export const saveApplication = call({
  path: 'POST /api/v1/organisation/my/application/save',
  summary: 'Keeps an application as far as it is filled in, whether or not it is right.',
  access: 'person',
  refuses: ['WRONG_STATE'],
  body: draftFields,
  output: z.object({ requestID: opaqueId, savedDate: moment }),
})

export const submitApplication = call({
  path: 'POST /api/v1/organisation/my/application/submit',
  summary: 'Sends an application, with its files, to the provider’s registration officers.',
  access: 'person',
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    ...applicationFields,
    /** Files that were uploaded for this purpose; none again where what was sent before still holds. */
    evidence: z.array(opaqueId).max(5).default([]),
    seal: opaqueId.optional(),
  },
  output: z.object({ requestID: opaqueId, submittedDate: moment }),
})
