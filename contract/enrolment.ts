import { z } from 'zod'
import { call, country, day, moment, opaqueId, slno } from './kit.ts'
import { nationalId, oneTimeCode } from './typedDigits.ts'
import { text } from './texts.ts'
import { emailAddress, mobileNumber } from './addresses.ts'
import { newPassword } from './password.ts'
import { challengeBody, ChallengeStarted, Session, Unapproved } from './sessions.ts'

/** Who the identity provider says the person is; the national ID is masked. */
export const VerifiedPerson = z.object({
  nationalID: z.string(),
  fullName: z.string(),
  fullNameAr: z.string(),
  dateOfBirth: day,
  /** Null where the identity provider's code of the country is not one we know. */
  nationality: country.nullable(),
})

/** `verified`: the identity is proven; `detailed`: e-mail, mobile and password are given, codes are out; `completed`: the account is open. */
export const enrolmentStates = ['verified', 'detailed', 'completed'] as const
export type EnrolmentState = (typeof enrolmentStates)[number]

/** Where an enrolment may go. The database enforces the same table. Time ends one in any state but the last. */
export const enrolmentEdges: Record<EnrolmentState, readonly EnrolmentState[]> = {
  verified: ['detailed'],
  detailed: ['detailed', 'completed'],
  completed: [],
}
const mayHappenIn = {
  giveDetails: ['verified', 'detailed'],
  resendCode: ['detailed'],
  confirmContact: ['detailed'],
  complete: ['detailed'],
} satisfies Record<string, EnrolmentState[]>
/** The server enforces these; the screens read them to know which step comes next. */
export const enrolmentMay = (action: keyof typeof mayHappenIn, state: EnrolmentState) =>
  (mayHappenIn[action] as readonly EnrolmentState[]).includes(state)

export const initiateNafathEnrolment = call({
  path: 'POST /api/v1/auth/nafath/enrollment/initiate',
  summary: 'Starts an enrolment: the person proves who they are in the national identity app.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['HUMAN_CHECK', 'TOO_MANY'],
  body: { nationalID: nationalId },
  output: ChallengeStarted,
})

/** How one of the two contact data stands. */
const ContactState = z.object({
  /** As given by this person, in this enrolment. */
  address: z.string(),
  isConfirmed: z.boolean(),
  /** When its code ends; null once it is confirmed. */
  codeExpiresAt: moment.nullable(),
  /** From when on another may be asked for; null when no more are sent. */
  resendAt: moment.nullable(),
})

/** An enrolment as its own browser sees it. */
const enrolmentFields = {
  /** Secret of this enrolment; it serves the browser that proved the identity, and no other. */
  enrolmentID: z.string(),
  state: z.enum(enrolmentStates),
  expiresAt: moment,
  person: VerifiedPerson,
  /** Both null until the details were given. */
  email: ContactState.nullable(),
  mobile: ContactState.nullable(),
  /** The plan to be bought once the account is open. */
  encodedPlanSlno: opaqueId.nullable(),
}
export const Enrolment = z.object(enrolmentFields)
export type Enrolment = z.output<typeof Enrolment>

export const verifyNafathEnrolment = call({
  path: 'POST /api/v1/auth/nafath/enrollment/verify',
  summary: 'How an enrolment’s challenge stands: "3" keeps waiting, "1" carries the person and the key to the next step.',
  access: 'anyone',
  passive: true,
  needsDevice: true,
  refuses: ['PROOF_MISSING', 'NOT_ALLOWED', 'WRONG_STATE', 'EXPIRED'],
  body: challengeBody,
  output: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('1'),
      errorMessage: z.string(),
      /** Has an account already: `session` signs them in, since they have just proven who they are. */
      isEnrolled: z.boolean(),
      /** New, or the one that was left unfinished; null for whoever is enrolled. */
      enrolment: Enrolment.nullable(),
      session: Session.nullable(),
    }),
    Unapproved,
  ]),
})

const enrolmentID = { enrolmentID: text(64) }

export const readEnrolment = call({
  path: 'POST /api/v1/auth/enrollment/state',
  summary: 'How this browser’s enrolment stands, so that every step can be left and resumed.',
  access: 'anyone',
  needsDevice: true,
  passive: true,
  refuses: ['WRONG_STATE', 'EXPIRED'],
  body: enrolmentID,
  output: Enrolment,
})

export const sendEnrolmentCodes = call({
  path: 'POST /api/v1/auth/enrollment/contact',
  summary:
    'Takes e-mail, mobile, consent and, where one is wanted, a password, and sends a one-time code to each address that is not confirmed yet; earlier codes are void.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['WRONG_STATE', 'EXPIRED', 'TOO_MANY'],
  body: {
    ...enrolmentID,
    email: emailAddress,
    mobileNo: mobileNumber,
    /** Left out by whoever wants none: they sign in by the identity app. */
    password: newPassword.optional(),
    acceptTerms: z.literal(true),
    encodedPlanSlno: opaqueId.optional(),
  },
  output: Enrolment,
})

const channel = z.enum(['email', 'sms'])
export type Channel = z.output<typeof channel>

export const resendEnrolmentCode = call({
  path: 'POST /api/v1/auth/enrollment/resendOTP',
  summary: 'Sends another one-time code to one of the two addresses; the earlier one, and its link, are void.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['WRONG_STATE', 'EXPIRED', 'TOO_MANY'],
  body: { ...enrolmentID, channel },
  output: Enrolment,
})

export const verifyEnrolmentCode = call({
  path: 'POST /api/v1/auth/enrollment/verifyOTP',
  summary: 'Confirms the e-mail address or the mobile number by its one-time code.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['WRONG_STATE', 'EXPIRED', 'TOO_MANY'],
  body: { ...enrolmentID, channel, otp: oneTimeCode },
  output: z.discriminatedUnion('status', [
    z.object({ status: z.literal('1'), errorMessage: z.string(), enrolment: Enrolment }),
    z.object({ status: z.literal('0'), errorMessage: z.string(), triesLeft: z.int().min(0) }),
  ]),
})

export const confirmEnrolmentEmail = call({
  path: 'POST /api/v1/auth/enrollment/confirmEmail',
  summary: 'Confirms the e-mail address by the link that was sent to it, once. Only the browser that began the enrolment gets it back.',
  access: 'anyone',
  refuses: ['WRONG_STATE', 'EXPIRED', 'TOO_MANY'],
  body: { hash: text(86) },
  output: z.object({ status: z.literal('1'), enrolment: Enrolment.nullable() }),
})

export const completeEnrolment = call({
  path: 'POST /api/v1/auth/enrollment/complete',
  summary: 'Opens the account once e-mail and mobile are confirmed, credits the welcome pack and signs in.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['PROOF_MISSING', 'NOT_ALLOWED', 'WRONG_STATE', 'EXPIRED'],
  body: enrolmentID,
  output: Session.extend({
    status: z.literal('1'),
    errorMessage: z.string(),
    encodedPlanSlno: opaqueId.nullable(),
    /** Null for whoever was given one in an earlier account. */
    welcomePack: z.object({ planSlno: slno, transactions: z.int(), validTo: moment }).nullable(),
  }),
})
