import { z } from 'zod'
import { organisation } from './actingOrganisation.ts'
import { call, moment, slno } from './kit.ts'
import { operatorRoles } from './operatorAccess.ts'
import { pageSizes } from './lists.ts'
import { nationalId, oneTimeCode } from './typedDigits.ts'
import { text } from './texts.ts'

/** An organisation that the caller belongs to. */
export const Membership = z.object({
  /** The same number as `organizationSlno`. */
  slno,
  organizationSlno: slno,
  organizationName: z.string(),
  organizationNameAr: z.string(),
  sipSlNo: slno,
  /** The member's own number within this organisation. */
  organizationUserSlno: slno,
  userRole: z.enum(['enrolmentAdmin', 'authorizedSignatory', 'organizationUser']),
})

export const languages = ['ar', 'en'] as const
export const themes = ['light', 'dark', 'system'] as const
export const digitSets = ['latn', 'arab'] as const
export const calendars = ['gregory', 'islamic-umalqura'] as const

/** What people may do without letters about; whatever concerns the safety of their account, or is decided about them, is always written. */
export const letterTopics = ['plans', 'payments', 'signings', 'certificates'] as const
export type LetterTopic = (typeof letterTopics)[number]

/** How a person wants things shown; null: as each device says. */
export const Preferences = z.object({
  language: z.enum(languages).nullable(),
  /** Of mails and text messages; null: as the screen. */
  messageLanguage: z.enum(languages).nullable(),
  theme: z.enum(themes).nullable(),
  digits: z.enum(digitSets),
  /** The calendar that is shown first. */
  calendar: z.enum(calendars),
  /** Rows on a page of a list, where the address of the page asks for no other number. */
  pageSize: z.literal(pageSizes),
  /** Of these no letter goes out; the notice in the application stays. */
  lettersLeftOut: z.array(z.enum(letterTopics)),
})
export type Preferences = z.output<typeof Preferences>

/** What a session is to the browser. */
const sessionFields = {
  token: z.string(),
  tokenExpiresAt: moment,
  refreshToken: z.string(),
  slno,
  userName: z.string(),
  userNameAr: z.string(),
  isSubscriber: z.boolean(),
  operatorRoles: z.array(z.enum(operatorRoles)),
  organizationList: z.array(Membership),
  selectedOrganization: Membership.nullable(),
  sipSlNo: slno.nullable(),
  organizationUserSlno: slno.nullable(),
  /** The identity is due to be confirmed again: reading goes on, signing does not. */
  kycDue: z.boolean(),
  preferences: Preferences,
}
export const Session = z.object(sessionFields)
export type Session = z.output<typeof Session>

const challengeStates = [
  'waiting',
  'completed',
  'rejected',
  'expired',
  'cancelled',
  'failed',
  'superseded',
  'unconfirmed',
  'consumed',
] as const
export type ChallengeState = (typeof challengeStates)[number]
/**
 * Where an identity challenge may go. The database enforces the same table. `superseded`: the owner's own device took its place; `unconfirmed`:
 * approved, says the provider, and its proof never came; `consumed`: what was approved is done.
 */
export const challengeEdges: Record<ChallengeState, readonly ChallengeState[]> = {
  waiting: ['completed', 'rejected', 'expired', 'cancelled', 'failed', 'superseded', 'unconfirmed'],
  completed: ['consumed'],
  rejected: [],
  expired: [],
  cancelled: [],
  failed: [],
  superseded: [],
  unconfirmed: [],
  consumed: [],
}

/** A challenge that has begun ("1") or could not ("0", with a sentence to show). */
export const ChallengeStarted = z.object({
  nationalID: z.string(),
  status: z.enum(['0', '1']),
  errorMessage: z.string(),
  /** Secret of this challenge: only who holds it can ask how it stands. */
  transId: z.string(),
  /** The number to recognise in the identity app. */
  random: z.string(),
  expiresAt: moment.nullable(),
  /**
   * With "0", on a device that the owner of the ID signed in on before: somebody else's request is open at the identity provider, until then
   * at the latest. This device is first in line: calling again every few seconds starts the challenge as soon as the provider is free.
   */
  heldUntil: moment.nullable(),
})

/** How a challenge stands while it is not approved: "3" waiting; "2" rejected, "4" expired, "5" cancelled, "0" failed, "6" approved by someone with no account. */
export const Unapproved = z.object({ status: z.enum(['0', '2', '3', '4', '5', '6']), errorMessage: z.string() })

export const challengeBody = { nationalID: nationalId, transId: text(64), random: text(8) }

export const initiateNafathLogin = call({
  path: 'POST /api/v1/auth/nafath/login/initiate',
  summary: 'Starts a sign-in: the person approves it in the national identity app.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['HUMAN_CHECK', 'TOO_MANY'],
  body: { nationalID: nationalId },
  output: ChallengeStarted,
})

export const verifyNafathLogin = call({
  path: 'POST /api/v1/auth/nafath/login/verify',
  summary: 'How a sign-in stands: "3" keeps waiting, "1" carries the session, "6" the enrolment of somebody who has no account yet.',
  access: 'anyone',
  passive: true,
  needsDevice: true,
  refuses: ['PROOF_MISSING', 'NOT_ALLOWED'],
  body: challengeBody,
  output: z.discriminatedUnion('status', [
    z.object({ status: z.literal('1'), errorMessage: z.string(), ...sessionFields }),
    /** No account, and an identity that is proven: an enrolment begins with it, as `verifyNafathEnrolment` begins one. */
    z.object({ status: z.literal('6'), errorMessage: z.string(), enrolmentID: z.string() }),
    Unapproved.extend({ status: Unapproved.shape.status.exclude(['6']) }),
  ]),
})

export const cancelChallenge = call({
  path: 'POST /api/v1/auth/nafath/cancel',
  summary: 'Gives up a challenge that this browser started.',
  access: 'anyone',
  body: challengeBody,
  output: z.object({ status: z.literal('5') }),
})

export const validateCredentials = call({
  path: 'POST /api/v1/auth/credentials/login/validate',
  summary: 'Checks a password and sends a one-time code; the answer is the same whether or not the account exists.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['HUMAN_CHECK', 'TOO_MANY'],
  body: { nationalID: nationalId, password: text(200, 1), channel: z.enum(['sms', 'email']) },
  output: z.object({
    /** Names this attempt to `verifyOTP` and `resendOTP`. */
    loginID: z.string(),
    expiresAt: moment,
    resendAt: moment,
  }),
})

export const resendCode = call({
  path: 'POST /api/v1/auth/credentials/login/resendOTP',
  summary: 'Sends another one-time code; the earlier one is void.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['TOO_MANY'],
  body: { loginID: text(64) },
  output: z.object({ expiresAt: moment, resendAt: moment }),
})

export const verifyCode = call({
  path: 'POST /api/v1/auth/credentials/login/verifyOTP',
  summary: 'Signs in with the one-time code.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['PROOF_MISSING', 'NOT_ALLOWED', 'TOO_MANY'],
  body: { loginID: text(64), otp: oneTimeCode },
  output: z.discriminatedUnion('status', [
    z.object({ status: z.literal('1'), errorMessage: z.string(), ...sessionFields }),
    z.object({ status: z.literal('0'), errorMessage: z.string(), triesLeft: z.int().min(0) }),
  ]),
})

export const refreshSession = call({
  path: 'POST /api/v1/auth/refresh',
  summary: 'Exchanges the refresh token for a new session; each token serves once.',
  access: 'anyone',
  passive: true,
  refuses: ['TOKEN_EXPIRED', 'PROOF_MISSING'],
  body: { refreshToken: text(200), deviceID: text(64) },
  output: Session,
})

export const logout = call({
  path: 'POST /api/v1/auth/logout',
  summary: 'Ends this session.',
  access: 'signedIn',
  whenFull: true,
  output: z.object({ status: z.literal('1') }),
})

export const noteActivity = call({
  path: 'POST /api/v1/auth/session/activity',
  summary: 'Says that the person is still here, though they asked for nothing: the session is not idle.',
  access: 'signedIn',
  whenFull: true,
  output: z.object({ status: z.literal('1') }),
})

export const selectOrganization = call({
  path: 'POST /api/v1/auth/session/organization',
  summary: 'Chooses the organisation that the session acts for.',
  access: 'signedIn',
  refuses: ['NOT_FOUND'],
  body: { organizationSlno: organisation },
  output: z.object({ selectedOrganization: Membership }),
})

export const initiateStepUp = call({
  path: 'POST /api/v1/auth/nafath/stepup/initiate',
  summary: 'Asks the signed-in person to confirm their identity again before something that matters.',
  access: 'signedIn',
  whenFull: true, // a revocation waits for it
  refuses: ['HUMAN_CHECK', 'TOO_MANY'],
  body: {},
  output: ChallengeStarted,
})

export const verifyStepUp = call({
  path: 'POST /api/v1/auth/nafath/stepup/verify',
  summary: 'How that confirmation stands.',
  access: 'signedIn',
  passive: true,
  body: { transId: text(64), random: text(8) },
  output: z.object({ status: z.enum(['0', '1', '2', '3', '4', '5']), errorMessage: z.string() }),
})

export const initiateKycRenewal = call({
  path: 'POST /api/v1/auth/kyc/renewal/initiate',
  summary: 'Starts the yearly confirmation of identity.',
  access: 'signedIn',
  refuses: ['HUMAN_CHECK', 'NOT_FOUND', 'TOO_MANY'],
  body: { nationalID: nationalId },
  output: ChallengeStarted,
})

/** What the identity provider says otherwise than before; names whole, days as days, the nationality in letters (null: not known). */
export const IdentityChange = z.object({
  fact: z.enum(['nameAr', 'nameEn', 'dateOfBirth', 'gender', 'nationality', 'identityExpiresOn']),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type IdentityChange = z.output<typeof IdentityChange>

export const verifyKycRenewal = call({
  path: 'POST /api/v1/auth/kyc/renewal/verify',
  summary: 'How the yearly confirmation stands.',
  access: 'signedIn',
  passive: true,
  refuses: ['NOT_FOUND'],
  body: challengeBody,
  output: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('1'),
      errorMessage: z.string(),
      changes: z.array(IdentityChange),
      /** When certificates in an earlier name are revoked; null where there are none. */
      oldNameUntil: moment.nullable(),
    }),
    z.object({ status: z.enum(['0', '2', '3', '4', '5']), errorMessage: z.string() }),
  ]),
})

export const receiveNafathCallback = call({
  path: 'POST /api/v1/auth/nafath/callback',
  summary: 'The identity provider delivers its signed token about an approved challenge.',
  access: 'anyone',
  passive: true,
  refuses: ['NOT_ALLOWED', 'NOT_FOUND', 'PROVIDER_DOWN'],
  body: { token: text(16_384), transId: text(64), requestId: z.uuid() },
  output: z.object({ received: z.literal(true) }),
})
