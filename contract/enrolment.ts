import { z } from 'zod'
import { call, day, moment, nationalId } from './kit.ts'
import { challengeBody, ChallengeStarted, Session, unapproved } from './sessions.ts'

/** Who the identity provider says the person is; the national ID is masked. */
export const VerifiedPerson = z.object({
  nationalID: z.string(),
  fullName: z.string(),
  fullNameAr: z.string(),
  dateOfBirth: day,
  nationality: z.string(),
})

export const initiateNafathEnrolment = call({
  path: 'POST /api/v1/auth/nafath/enrollment/initiate',
  summary: 'Starts an enrolment: the person proves who they are in the national identity app.',
  access: 'anyone',
  body: { nationalID: nationalId },
  output: ChallengeStarted,
})

export const verifyNafathEnrolment = call({
  path: 'POST /api/v1/auth/nafath/enrollment/verify',
  summary: 'How an enrolment stands: "3" keeps waiting, "1" carries the person and the key to the next step.',
  access: 'anyone',
  passive: true,
  body: challengeBody,
  output: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('1'),
      errorMessage: z.string(),
      /** Secret of this enrolment, for `contact` and `complete`. */
      enrolmentID: z.string(),
      expiresAt: moment,
      /** Has an account already: sign in instead. */
      isEnrolled: z.boolean(),
      person: VerifiedPerson,
    }),
    unapproved,
  ]),
})

const enrolmentID = { enrolmentID: z.string().max(64) }

/** Saudi mobile number, as `05XXXXXXXX` or `+9665XXXXXXXX`. */
export const mobileNumber = z.string().regex(/^(05|\+9665)\d{8}$/, { error: 'mobile' })
export const emailAddress = z.email({ error: 'email' }).max(254)

export const sendEnrolmentCodes = call({
  path: 'POST /api/v1/auth/enrollment/contact',
  summary: 'Sends a one-time code to the e-mail address and to the mobile number; earlier codes are void.',
  access: 'anyone',
  body: { ...enrolmentID, email: emailAddress, mobileNo: mobileNumber },
  output: z.object({ expiresAt: moment, resendAt: moment }),
})

export const completeEnrolment = call({
  path: 'POST /api/v1/auth/enrollment/complete',
  summary: 'Opens the account once both codes are right, credits the welcome pack and signs in.',
  access: 'anyone',
  body: { ...enrolmentID, emailCode: z.string().max(20), mobileCode: z.string().max(20), acceptTerms: z.literal(true) },
  output: z.discriminatedUnion('status', [
    Session.extend({ status: z.literal('1'), errorMessage: z.string() }),
    z.object({ status: z.literal('0'), errorMessage: z.string(), triesLeft: z.int().min(0) }),
  ]),
})
