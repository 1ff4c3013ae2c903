/** Opaque links in messages, and how an invited person proves who they are. */
import { z } from 'zod'
import { verifyNafathEnrolment } from './enrolment.ts'
import { call, moment } from './kit.ts'
import { challengeBody, ChallengeStarted } from './sessions.ts'
import { text } from './texts.ts'
import { nationalId } from './typedDigits.ts'

/** What an opaque link from a message leads to, and whether it still does. */
export const LinkState = z.object({
  purpose: z.enum(['accountInvitation', 'emailConfirmation', 'payment']),
  state: z.enum(['open', 'used', 'expired']),
  /** Whom an open invitation comes from. */
  organizationName: z.string().nullable(),
  organizationNameAr: z.string().nullable(),
  expiresAt: moment,
})

export const openLink = call({
  path: 'POST /:hash',
  summary: 'What an invitation or e-mail link is for, and its state.',
  access: 'anyone',
  whenFull: true,
  params: { hash: z.string().regex(/^[A-Za-z0-9_-]{22,86}$/) },
  refuses: ['METHOD'], // where it is a page's address
  output: LinkState,
})

export const validateInvitedNationalId = call({
  path: 'POST /api/v1/orguser/validate/nationalID',
  summary: 'Checks that an invitation is for this national ID, and starts the challenge that proves it.',
  access: 'anyone',
  needsDevice: true,
  refuses: ['EXPIRED', 'HUMAN_CHECK', 'TOO_MANY'],
  body: { hash: text(86), nationalID: nationalId },
  output: ChallengeStarted,
})

export const verifyInvitedPerson = call({
  path: 'POST /api/v1/orguser/nafath/verify',
  summary: 'How that challenge stands: "3" keeps waiting; "1" signs in whoever has an account and begins an enrolment for anyone else.',
  access: 'anyone',
  passive: true,
  needsDevice: true,
  refuses: ['PROOF_MISSING', 'NOT_ALLOWED', 'WRONG_STATE', 'EXPIRED'],
  body: { ...challengeBody, hash: text(86) },
  output: verifyNafathEnrolment.output,
})
