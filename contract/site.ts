/** The screens: every address of the application that has a name of its own, with who may open it. Panels and tabs of a screen are the router's. */
import { z } from 'zod'
import { emailAddress, plainMobile, typedMobileOrNone } from './enrolment.ts'
import { call, type OperatorRole, type OrgRole } from './kit.ts'
import { nameText, text } from './texts.ts'

/** The document of this API itself. */
export const readOpenApi = call({
  path: 'GET /api/openapi.json',
  summary: 'This document: every call, as OpenAPI 3.1.',
  access: 'anyone',
  forEverybody: true,
  output: { bytes: 'application/json' },
})

/** The same for generators that read no OpenAPI 3.1. */
export const readOpenApi30 = call({
  path: 'GET /api/openapi-3.0.json',
  summary: 'This document as OpenAPI 3.0.3.',
  access: 'anyone',
  forEverybody: true,
  output: { bytes: 'application/json' },
})

/** For the process manager: a process that does not answer is to be started anew. */
export const readLiveness = call({
  path: 'GET /livez',
  summary: 'Whether the process runs.',
  access: 'anyone',
  passive: true,
  output: z.object({ status: z.literal('ok') }),
})

/** For the balancer: a process that is not ready is given no requests, and is not started anew. */
export const readReadiness = call({
  path: 'GET /readyz',
  summary: 'Whether requests can be carried out: 503 BUSY while the database, the disk, the books or the clock forbid it.',
  access: 'anyone',
  passive: true,
  output: z.object({ status: z.literal('ready') }),
})

/** What people write about; the console's mail names it in its subject. */
export const contactSubjects = [
  'signing',
  'plans',
  'organisation',
  'certificate',
  'compromise',
  'integration',
  'privacy',
  'complaint',
  'other',
] as const

/** As `mobileNumber`; a field that was left empty is none. */
const optionalMobile = z.codec(typedMobileOrNone, z.string().regex(/^(9665\d{8})?$/, { error: 'mobile' }), {
  decode: plainMobile,
  encode: (plain) => plain,
})

/** What people paste carries marks that nobody sees; those that control a device or turn the direction of writing are left out. */
const unseen = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu
const longText = (least: number, most: number) =>
  z.codec(text(most, least), z.string().min(least), {
    decode: (typed) => typed.normalize('NFC').replace(/\r\n?/g, '\n').replace(unseen, '').trim(),
    encode: (plain) => plain,
  })

export const sendContactMessage = call({
  path: 'POST /api/v1/common/contact',
  summary: 'A message to the provider; it is acknowledged by mail under the reference that is answered. Always asks for the human check.',
  access: 'anyone',
  refuses: ['HUMAN_CHECK', 'TOO_MANY'],
  body: {
    name: nameText(100),
    email: emailAddress,
    mobile: optionalMobile.optional(),
    organisation: nameText(150, { least: 0 }).optional(),
    subject: z.enum(contactSubjects),
    message: longText(10, 4_000),
  },
  output: z.object({ status: z.literal('1'), reference: z.string() }),
})

export const readContactAddresses = call({
  path: 'GET /api/v1/common/contact',
  summary: 'The provider’s own mail address and telephone number.',
  access: 'anyone',
  output: z.object({ email: z.string(), phone: z.string() }),
})

/** The frame around a screen: the public site, the steps before an account exists, the way into a session, the signed-in area. */
export type Layout = 'site' | 'preEnrolment' | 'session' | 'app'

/** `person`: a subscriber or a member, with what is their own. */
export type Opens = 'anyone' | 'person' | readonly OrgRole[] | readonly OperatorRole[]

export type Screen = { readonly path: `/${string}`; readonly area: string; readonly layout: Layout; readonly opens: Opens }

const on =
  (layout: Layout, opens: Opens) =>
  (area: string, ...paths: `/${string}`[]): Screen[] =>
    paths.map((path) => ({ path, area, layout, opens }))

const site = on('site', 'anyone')
const before = on('preEnrolment', 'anyone')
const session = on('session', 'anyone')
const my = on('app', 'person')
const managers = on('app', ['enrolmentAdmin', 'authorizedSignatory'])
const members = on('app', ['enrolmentAdmin', 'authorizedSignatory', 'organizationUser'])
const admins = on('app', ['enrolmentAdmin'])
const signatories = on('app', ['authorizedSignatory'])

export const screens: readonly Screen[] = [
  ...site(
    'site',
    '/',
    '/index',
    '/why-esign',
    '/features',
    '/use-cases',
    '/individual',
    '/organization',
    '/digital-certificate',
    '/contact-us',
    '/developers',
  ),
  ...site('catalogue', '/plans-pricing', '/puchase-plan'),
  ...site('verification', '/verify'),

  ...before('enrolment', '/create-account', '/after-verification', '/email-verification', '/code-verification', '/link-expired'),
  ...before('organisation', '/verify-orgUser', '/verify-orgUser-details'),
  ...before('payments', '/paymentstatus-prelogin', '/verify-payments'),

  ...session('sessions', '/auth-check', '/app/login', '/logout'),

  ...my('dashboard', '/app/my', '/app/my/dashboard', '/app/my/notifications'),
  ...my('transactions', '/app/my/esign/transactions'),
  ...my('subscriptions', '/app/my/esign/subscriptions'),
  ...my('catalogue', '/app/my/esign/buy/plans'),
  ...my('signing', '/app/my/esign/sign', '/app/my/esigntransaction-status', '/app/my/esign/transaction/return/external'),
  ...my('certificates', '/app/my/dsc/buy', '/app/my/dsc/manage'),
  ...my('profile', '/app/my/account'),
  ...my('sessions', '/app/my/kyc-renewal'),
  ...my('devices', '/app/my/devices'),
  ...my('payments', '/app/my/paymentStatus'),

  ...members('dashboard', '/app/org', '/app/org/dashboard', '/app/org/notifications'),
  ...managers('members', '/app/org/manage/users', '/app/org/manage/users/uav', '/app/org/manage/users/uav/viewuav'),
  ...admins('members', '/app/org/manage/users/uav/createuav'),
  ...signatories('approvals', '/app/org/approval/dsc'),
  ...managers('approvals', '/app/org/approval/user'),
  ...managers(
    'purchases',
    '/app/org/buy/esign/plans',
    '/app/org/buy/role/plans',
    '/app/org/purchase/special/plan',
    '/app/org/purchase/requests',
  ),
  ...admins(
    'purchases',
    '/app/org/buy/esign/plans/buycounter',
    '/app/org/buy/role/plans/buyOrgPlan',
    '/app/org/purchase/special/plan/buyspecialplan',
    '/app/org/paymentStatus',
  ),
  ...managers('transactions', '/app/org/esign/transactions'),
  ...members('profile', '/app/org/account'),
  ...managers('organisation', '/app/org/orgProfile'),
  ...managers('reports', '/app/org/reports/esign', '/app/org/reports/dsc', '/app/org/reports/roles'),

  ...on('app', ['registrationOfficer', 'sales', 'finance', 'auditor', 'administrator'])('operations', '/app/operations'),
]
