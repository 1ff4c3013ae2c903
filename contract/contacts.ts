/** Who answers for an organisation's applications at the signing gateway: sponsors for the business, technical contacts for the connection. */
import { z } from 'zod'
import { column, type Words } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { emailAddress, mobileNumber } from './addresses.ts'
import { call, list, moment, slno } from './kit.ts'
import {
  inUseWords,
  orgSlNo,
  submissionChange,
  submissionDeciders,
  submissionMakers,
  submissionReaders,
  submissionStatuses,
  submissionStatusWords,
} from './submissions.ts'
import { nameText, searchText } from './texts.ts'

export const contactKinds = ['sponsor', 'technicalContact'] as const
export type ContactKind = (typeof contactKinds)[number]

export const Contact = z.object({
  slNo: slno,
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  isPrimary: z.boolean(),
  status: z.enum(submissionStatuses),
  isActive: z.boolean(),
})

export const readPrimaryContacts = call({
  path: 'POST /api/v1/profile/org/sponsor/tpoc/info',
  summary: 'The primary sponsor and technical contact of an organisation.',
  access: submissionReaders,
  whenFull: true,
  body: orgSlNo,
  output: z.object({ sponsor: Contact.nullable(), tpoc: Contact.nullable() }),
})

const primaryWords: Record<'true' | 'false', Words> = { true: { ar: 'الأساسي', en: 'Primary' }, false: { ar: '', en: '' } }
const listed = {
  access: submissionReaders,
  filters: { ...orgSlNo, search: searchText.optional() },
  row: Contact,
  columns: {
    name: column('text', 'الاسم', 'Name', { part: 'title' }),
    email: column('email', 'البريد الإلكتروني', 'E-mail', { part: 'line' }),
    mobile: column('mobile', 'الجوال', 'Mobile', { under: 'email' }),
    isPrimary: column('text', 'الأساسي', 'Primary', { names: primaryWords, part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: submissionStatusWords, part: 'state' }),
    isActive: column('status', 'النشاط', 'Activity', { names: inUseWords, part: 'line' }),
  },
} as const

export const listSponsors = list({
  path: 'POST /api/v1/profile/org/sponsors',
  summary: 'The sponsors of an organisation’s applications.',
  ...listed,
})

export const listTechnicalContacts = list({
  path: 'POST /api/v1/profile/org/tpocs',
  summary: 'The technical contacts of an organisation’s applications.',
  ...listed,
})

const person = z.object({ fullName: z.string(), fullNameAr: z.string() })

export const ContactDetail = Contact.extend({
  kind: z.enum(contactKinds),
  createdDate: moment,
  madeBy: person,
  /** Null while nobody has. */
  decidedBy: person.nullable(),
  decidedDate: moment.nullable(),
  /** Of whoever decided it, or made it inactive or active last. */
  remarks: z.string().nullable(),
})

export const readContact = call({
  path: 'POST /api/v1/profile/org/contacts/view',
  summary: 'One sponsor or technical contact, who submitted them and who decided.',
  access: submissionReaders,
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: { ...orgSlNo, slNo: slno },
  output: ContactDetail,
})

/** So many, waiting or approved, are the most of a kind that one organisation has. */
export const mostContacts = 50

export const createContact = call({
  path: 'POST /api/v1/profile/org/contacts/create',
  summary: 'Submits a sponsor or a technical contact; a signatory decides.',
  access: submissionMakers,
  refuses: ['WRONG_STATE'],
  body: { ...orgSlNo, kind: z.enum(contactKinds), name: nameText(200), email: emailAddress, mobile: mobileNumber },
  output: ContactDetail,
})

export const makePrimaryContact = call({
  path: 'POST /api/v1/profile/org/contacts/primary',
  summary: 'Makes an approved and active contact the primary one of its kind, in place of the one before.',
  access: submissionMakers,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...orgSlNo, slNo: slno },
  output: ContactDetail,
})

export const inactivateContact = call({
  path: 'POST /api/v1/profile/org/contacts/inactivate',
  summary: 'Makes a contact inactive. The primary one only where no other could take its place.',
  ...submissionChange,
  output: ContactDetail,
})

export const activateContact = call({
  path: 'POST /api/v1/profile/org/contacts/activate',
  summary: 'Lets a contact be asked again; where none is primary, it becomes so.',
  ...submissionChange,
  output: ContactDetail,
})

export const { initiate: initiateContactDecision, verify: verifyContactDecision } = decisionCalls({
  path: '/api/v1/profile/org/contacts/decision',
  access: submissionDeciders,
  of: { ...orgSlNo, slNo: slno },
  on: 'a contact',
  after: 'the contact is decided.',
})
