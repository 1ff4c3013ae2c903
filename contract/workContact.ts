/** A member's e-mail address and mobile number in an organisation: confirmed by a code with the calls of `profile.ts`, then decided. */
import { organisation } from './actingOrganisation.ts'
import { emailAddress, mobileNumber } from './addresses.ts'
import { call } from './kit.ts'
import { orgRoles } from './members.ts'
import { codeSent, contactChanges } from './profile.ts'

const declared = { access: { org: orgRoles }, refuses: ['WRONG_STATE'], limit: contactChanges, output: codeSent } as const

export const changeWorkEmail = call({
  path: 'POST /api/v1/profile/my/organizations/email',
  summary: 'Sends a code to the e-mail address that the caller is to have in an organisation; confirmed, it waits for a signatory.',
  ...declared,
  body: { orgSlNo: organisation, email: emailAddress },
})

export const changeWorkMobile = call({
  path: 'POST /api/v1/profile/my/organizations/mobile',
  summary: 'Sends a code to the mobile number that the caller is to have in an organisation; confirmed, it waits for a signatory.',
  ...declared,
  body: { orgSlNo: organisation, mobileNo: mobileNumber },
})
