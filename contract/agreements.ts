import { z } from 'zod'
import { organisation } from './actingOrganisation.ts'
import { call, day, moment, opaqueId, slno, wholeList } from './kit.ts'

/** As whom somebody accepts an agreement: for themselves, or in a role of an organisation. */
export const userTypes = ['subscriber', 'enrolmentAdmin', 'authorizedSignatory', 'organizationUser'] as const
export type UserType = (typeof userTypes)[number]
export const agreementKinds = ['termsOfUse', 'certificationAgreement', 'privacyNotice', 'actingForOrganisation'] as const
export type AgreementKind = (typeof agreementKinds)[number]
/** With what nobody is asked to accept, and everybody may hold the authority to. */
export const textKinds = [...agreementKinds, 'certificatePolicy', 'disclosureStatement'] as const
export type TextKind = (typeof textKinds)[number]

const agreementText = {
  kind: z.enum(agreementKinds),
  title: z.string(),
  version: z.int(),
  effectiveDate: day,
}

export const listCurrentAgreements = call({
  path: 'GET /api/v1/profile/agreements/current/:userType',
  summary: 'The agreements that a new user of this type accepts, to read in the caller’s language.',
  access: 'anyone',
  forEverybody: true,
  params: { userType: z.enum(userTypes) },
  output: wholeList(
    z.object({
      ...agreementText,
      /** Names this very text, in this language. */
      uniqueFileID: opaqueId,
      sha256: z.string(),
      introduction: z.string(),
      sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.object({ text: z.string(), isBullet: z.boolean() })) })),
    }),
  ),
})

export const downloadAgreementText = call({
  path: 'GET /api/v1/profile/agreements/files/:uniqueFileID',
  summary: 'The text of an agreement as PDF, of any version that was ever current.',
  access: 'anyone',
  params: { uniqueFileID: opaqueId },
  output: { bytes: 'application/pdf' },
})

export const downloadAgreementSource = call({
  path: 'GET /api/v1/profile/agreements/sources/:uniqueFileID',
  summary: 'The very bytes of a text, as Markdown: what its SHA-256 is taken of.',
  access: 'anyone',
  params: { uniqueFileID: opaqueId },
  output: { bytes: 'text/markdown; charset=utf-8' },
})

export const Agreement = z.object({
  ...agreementText,
  userType: z.enum(userTypes),
  /** Empty for what one accepted for oneself. */
  organization: z.string(),
  organizationAr: z.string(),
  /** Names the accepted text together with the record of its acceptance. */
  uniqueFileID: opaqueId,
  acceptedDate: moment,
  acceptedHow: z.enum(['enrolment', 'invitation', 'account']),
  acceptedLanguage: z.enum(['ar', 'en']),
  /** Whether no newer version is in force. */
  isCurrent: z.boolean(),
})

export const listMyAgreements = call({
  path: 'GET /api/v1/profile/my/agreements',
  summary: 'The agreements that the caller accepted.',
  access: 'signedIn',
  output: wholeList(Agreement),
})

export const downloadMyAgreement = call({
  path: 'GET /api/v1/profile/my/agreements/files/:uniqueFileID',
  summary: 'An agreement as the caller accepted it, with the record of the acceptance, as PDF.',
  access: 'signedIn',
  params: { uniqueFileID: opaqueId },
  output: { bytes: 'application/pdf' },
})

export const listAgreementsToAccept = call({
  path: 'GET /api/v1/profile/my/agreements/due',
  summary: 'The agreements in force that the caller has not accepted yet, for themselves or in a role.',
  access: 'signedIn',
  output: wholeList(
    z.object({
      ...agreementText,
      userType: z.enum(userTypes),
      organizationSlno: slno.nullable(),
      organization: z.string(),
      organizationAr: z.string(),
      uniqueFileID: opaqueId,
      /** An earlier version was accepted. */
      isNewVersion: z.boolean(),
    }),
  ),
})

export const acceptAgreement = call({
  path: 'POST /api/v1/profile/my/agreements/accept',
  summary: 'Accepts an agreement that is due; a repetition changes nothing.',
  access: 'signedIn',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { uniqueFileID: opaqueId, organizationSlno: organisation.optional() },
  output: z.object({ status: z.literal('1') }),
})
