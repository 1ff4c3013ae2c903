import { z } from 'zod'
import { emailAddress, mobileNumber } from './addresses.ts'
import { closingObstacles, Kept } from './erasure.ts'
import { evidenceOf } from './evidence.ts'
import { column, type Words } from './columns.ts'
import { call, country, day, list, moment, opaqueId, slno, wholeList } from './kit.ts'
import { pageSizes } from './lists.ts'
import { oneTimeCode } from './typedDigits.ts'
import { text, writtenText } from './texts.ts'
import { newPassword } from './password.ts'
import { calendars, digitSets, languages, letterTopics, Preferences, themes } from './sessions.ts'

export const MyProfile = z.object({
  slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  /** Masked. */
  nationalID: z.string(),
  gender: z.enum(['M', 'F']),
  /** Null where the identity provider's code of the country is not one we know. */
  nationality: country.nullable(),
  dateOfBirth: day,
  email: z.string().nullable(),
  mobileNo: z.string().nullable(),
  isSubscriber: z.boolean(),
  createdDate: moment,
  /** The last day of the identity document; null where the identity was confirmed before it was kept. */
  identityExpiresOn: day.nullable(),
  kycValidTo: moment,
  hasPassword: z.boolean(),
  /** Null where it has not been changed since the account was opened. */
  passwordChangedDate: moment.nullable(),
  /** Of the mails and messages that the person gets. */
  messageLanguage: z.enum(languages),
  preferences: Preferences,
})

export const readMyProfile = call({
  path: 'GET /api/v1/profile/my',
  summary: 'Who the caller is, as the identity provider confirmed it, and what they chose.',
  access: 'signedIn',
  output: MyProfile,
})

export const savePreferences = call({
  path: 'POST /api/v1/profile/my/preferences',
  summary: 'Changes how things are shown to the caller; what is left out stays.',
  access: 'signedIn',
  body: {
    language: z.enum(languages).optional(),
    theme: z.enum(themes).optional(),
    digits: z.enum(digitSets).optional(),
    calendar: z.enum(calendars).optional(),
    /** Of mails and text messages; null: as the screen from now on. */
    messageLanguage: z.enum(languages).nullish(),
    pageSize: z.literal(pageSizes).optional(),
    lettersLeftOut: z.array(z.enum(letterTopics)).max(letterTopics.length).optional(),
  },
  output: Preferences,
})

/** A code is on its way to the new address. */
export const codeSent = z.object({ changeID: opaqueId, expiresAt: moment, resendAt: moment })

/** Changes that one person may begin. */
export const contactChanges = { name: 'changes', quota: 6, windowSeconds: 3_600 }

export const changeMyEmail = call({
  path: 'POST /api/v1/profile/my/contact/email',
  summary: 'Sends a code to a new e-mail address; the answer is the same whoever the address belongs to.',
  access: 'signedIn',
  stepUp: true,
  refuses: ['WRONG_STATE'],
  limit: contactChanges,
  body: { email: emailAddress },
  output: codeSent,
})

export const changeMyMobile = call({
  path: 'POST /api/v1/profile/my/contact/mobile',
  summary: 'Sends a code to a new mobile number; the answer is the same whoever the number belongs to.',
  access: 'signedIn',
  stepUp: true,
  refuses: ['WRONG_STATE'],
  limit: contactChanges,
  body: { mobileNo: mobileNumber },
  output: codeSent,
})

export const resendContactCode = call({
  path: 'POST /api/v1/profile/my/contact/resend',
  summary: 'Sends another code to the new address; the earlier one is void.',
  access: 'signedIn',
  refuses: ['WRONG_STATE', 'TOO_MANY'],
  body: { changeID: opaqueId },
  output: codeSent,
})

export const confirmContact = call({
  path: 'POST /api/v1/profile/my/contact/confirm',
  summary: 'Makes the new address the caller’s own, with the code that was sent to it; one in an organisation is asked for.',
  access: 'signedIn',
  refuses: ['WRONG_STATE', 'TOO_MANY'],
  body: { changeID: opaqueId, otp: oneTimeCode },
  output: z.discriminatedUnion('status', [
    z.object({ status: z.literal('1') }),
    z.object({ status: z.literal('0'), errorMessage: z.string(), triesLeft: z.int().min(0) }),
  ]),
})

export const passwordChanges = { name: 'passwords', quota: 5, windowSeconds: 900 }

export const changePassword = call({
  path: 'POST /api/v1/profile/my/password',
  summary: 'Sets or changes the password, by the present one or by a fresh confirmation of identity, and ends all other sessions.',
  access: 'signedIn',
  refuses: ['STEP_UP'],
  limit: passwordChanges,
  body: { currentPassword: text(200, 1).optional(), newPassword },
  output: z.object({ status: z.literal('1'), sessionsEnded: z.int() }),
})

export const listMySessions = call({
  path: 'GET /api/v1/profile/my/sessions',
  summary: 'Where the caller is signed in now.',
  access: 'signedIn',
  output: z.object({
    dataList: z.array(
      z.object({
        sessionID: z.uuid(),
        deviceType: z.string(),
        deviceModel: z.string(),
        startedDate: moment,
        lastSeen: moment,
        method: z.enum(['nafath', 'credentials', 'enrolment']).nullable(),
        address: z.string().nullable(),
        /** The session that asks. */
        isCurrent: z.boolean(),
      }),
    ),
    totalCount: z.int(),
  }),
})

export const revokeSession = call({
  path: 'POST /api/v1/profile/my/sessions/revoke',
  summary: 'Ends another session of the caller; this one is ended by signing out.',
  access: 'signedIn',
  whenFull: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { sessionID: z.uuid() },
  output: z.object({ status: z.literal('1') }),
})

export const revokeOtherSessions = call({
  path: 'POST /api/v1/profile/my/sessions/revokeOthers',
  summary: 'Ends every session of the caller but this one.',
  access: 'signedIn',
  whenFull: true,
  output: z.object({ status: z.literal('1'), sessionsEnded: z.int() }),
})

/** A copy reads everything there is, so that many are made for nobody in a day. */
export const dataCopies = { name: 'copies', quota: 5, windowSeconds: 86_400 }

export const exportMyData = call({
  path: 'POST /api/v1/profile/my/data/export',
  summary: 'Everything that is held about the caller, as one JSON file.',
  access: 'signedIn',
  stepUp: true,
  limit: dataCopies,
  output: { bytes: 'application/json' },
})

export const dataKinds = ['profile', 'documents', 'transactions', 'certificates', 'payments', 'requests', 'activity', 'export'] as const
const dataKindWords: Record<(typeof dataKinds)[number], Words> = {
  profile: { ar: 'البيانات الشخصية', en: 'Personal details' },
  documents: { ar: 'المستندات', en: 'Documents' },
  transactions: { ar: 'المعاملات', en: 'Transactions' },
  certificates: { ar: 'الشهادات', en: 'Certificates' },
  payments: { ar: 'المدفوعات', en: 'Payments' },
  requests: { ar: 'الطلبات', en: 'Requests' },
  activity: { ar: 'سجل النشاط', en: 'Activity' },
  export: { ar: 'تصدير قائمة أنت فيها', en: 'Export of a list you are on' },
}

export const listDataLooks = list({
  path: 'GET /api/v1/profile/my/data/looks/:page/:size',
  summary: 'Who else looked at the caller’s data: the provider’s staff, and those in charge of an organisation.',
  access: 'signedIn',
  row: z.object({
    lookSlno: slno,
    at: moment,
    what: z.enum(dataKinds),
    /** Of an organisation’s member; the provider’s staff appears as the provider. */
    viewerName: z.string(),
    viewerNameAr: z.string(),
    organization: z.string(),
    organizationAr: z.string(),
    reference: z.string(),
  }),
  columns: {
    at: column('moment', 'الوقت', 'When', { part: 'line' }),
    viewerName: column('text', 'من', 'Who', { arabic: 'viewerNameAr', part: 'title' }),
    organization: column('text', 'الجهة', 'Organisation', { arabic: 'organizationAr', under: 'viewerName' }),
    what: column('text', 'ما اطّلع عليه', 'What', { names: dataKindWords, part: 'line' }),
    reference: column('id', 'المرجع', 'Reference'),
  },
})

export const erasureStates = ['requested', 'withdrawn', 'decided', 'erased'] as const
export type ErasureState = (typeof erasureStates)[number]
/** Where a request for erasure may go; one that was granted is erased by and by. The database enforces the same table. */
export const erasureEdges: Record<ErasureState, readonly ErasureState[]> = {
  requested: ['withdrawn', 'decided'],
  withdrawn: [],
  decided: ['erased'],
  erased: [],
}

export const listErasureRequests = call({
  path: 'GET /api/v1/profile/my/data/erasure',
  summary: 'The caller’s requests to have their data erased, the latest first.',
  access: 'signedIn',
  output: z.object({
    dataList: z.array(
      z.object({
        requestID: opaqueId,
        state: z.enum(erasureStates),
        reason: z.string(),
        requestedDate: moment,
        answerDueDate: moment,
        /** What was decided, once it is; the answer says why. */
        isGranted: z.boolean().nullable(),
        answer: z.string().nullable(),
        endedDate: moment.nullable(),
      }),
    ),
    totalCount: z.int(),
    /** What stands against it as things are; it can be asked for all the same. */
    obstacles: z.array(z.enum(closingObstacles)),
    /** What the law obliges the provider to keep, were it granted now. */
    keptList: z.array(Kept),
  }),
})

export const requestErasure = call({
  path: 'POST /api/v1/profile/my/data/erasure',
  summary: 'Asks for the erasure of what the law does not oblige the provider to keep; the account stays open until that is decided.',
  access: 'signedIn',
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  /** `evidence`: files that support it, uploaded for this purpose. */
  body: { reason: writtenText(1_000).default(''), evidence: evidenceOf },
  output: z.object({ requestID: opaqueId, answerDueDate: moment }),
})

export const withdrawErasure = call({
  path: 'POST /api/v1/profile/my/data/erasure/withdraw',
  summary: 'Takes a request for erasure back while it is not decided.',
  access: 'signedIn',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { requestID: opaqueId },
  output: z.object({ status: z.literal('1') }),
})

const organisation = { organizationSlno: slno, organizationName: z.string(), organizationNameAr: z.string() }

export const listMyMobiles = call({
  path: 'GET /api/v1/profile/my/organizations/mobiles',
  summary: 'The mobile number that each of the caller’s organisations knows.',
  access: 'person',
  output: wholeList(z.object({ ...organisation, mobileNo: z.string(), isVerified: z.boolean() })),
})

export const listMyEmails = call({
  path: 'GET /api/v1/profile/my/organizations/emails',
  summary: 'The e-mail address that each of the caller’s organisations knows.',
  access: 'person',
  output: wholeList(z.object({ ...organisation, email: z.string(), isVerified: z.boolean() })),
})
