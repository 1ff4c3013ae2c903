import { z } from 'zod'
import { call, day, moment, opaqueId, slno } from './kit.ts'

export const MyProfile = z.object({
  slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  /** Masked. */
  nationalID: z.string(),
  nationality: z.string(),
  dateOfBirth: day,
  email: z.string().nullable(),
  mobileNo: z.string().nullable(),
  isSubscriber: z.boolean(),
  createdDate: moment,
  kycValidTo: moment,
})

export const readMyProfile = call({
  path: 'GET /api/v1/profile/my',
  summary: 'Who the caller is, as the identity provider confirmed it.',
  access: 'signedIn',
  output: MyProfile,
})

const organisation = { organizationSlno: slno, organizationName: z.string(), organizationNameAr: z.string() }
const listOf = <R extends z.ZodType>(row: R) => z.object({ dataList: z.array(row), totalCount: z.int() })

export const listMyMobiles = call({
  path: 'GET /api/v1/profile/my/organizations/mobiles',
  summary: 'The mobile number that each of the caller’s organisations knows.',
  access: 'person',
  output: listOf(z.object({ ...organisation, mobileNo: z.string(), isVerified: z.boolean() })),
})

export const listMyEmails = call({
  path: 'GET /api/v1/profile/my/organizations/emails',
  summary: 'The e-mail address that each of the caller’s organisations knows.',
  access: 'person',
  output: listOf(z.object({ ...organisation, email: z.string(), isVerified: z.boolean() })),
})

export const Agreement = z.object({
  userType: z.string(),
  organization: z.string(),
  organizationAr: z.string(),
  uniqueFileID: opaqueId,
  acceptedDate: moment,
})

export const listMyAgreements = call({
  path: 'GET /api/v1/profile/my/agreements',
  summary: 'The agreements that the caller accepted.',
  access: 'person',
  output: listOf(Agreement),
})
