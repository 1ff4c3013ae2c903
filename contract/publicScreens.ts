/**
 * The first part of the table of screens (`screens.ts`): what a visitor's browser loads, which does without the rest of it. The public pages
 * and where they lead.
 */
import type { OperatorRole, OrgRole } from './kit.ts'

/** What stands around a screen: the public site's head and foot, one task alone, or the signed-in area. */
export type Frame = 'site' | 'plain' | 'app'

/** `person`: a subscriber or a member of an organisation; roles: of the organisation that is acted for, or of the provider's staff. */
export type Opens = 'anyone' | 'signedIn' | 'person' | readonly OrgRole[] | readonly OperatorRole[]

export type Address = `/${string}`
/** In the sidebar: the group's title and the picture. `null`: above all groups. */
type MenuPlace = { readonly group: string | null; readonly icon: string }
export type Place = { readonly menu?: MenuPlace; readonly prerendered?: true }
export type Entry<P extends Address = Address, T extends string = string, M extends Place = Record<never, never>> = M & {
  readonly path: P
  /** Key of the text that names it. */
  readonly title: T
  readonly area: string
  readonly frame: Frame
  readonly opens: Opens
}

export const on =
  (frame: Frame, opens: Opens) =>
  <const P extends Address, const T extends string, const M extends Place = Record<never, never>>(
    area: string,
    path: P,
    title: T,
    more?: M,
  ): Entry<P, T, M> => ({ path, title, area, frame, opens, ...more! })

/** Every page of the site is prerendered. */
const site = <const P extends Address, const T extends string>(area: string, path: P, title: T) =>
  on('site', 'anyone')(area, path, `header:nav.${title}`, { prerendered: true })
/** A text that the server puts into its page, with the provider's own facts. */
const legal = <const P extends Address, const T extends string>(path: P, title: T) => site('agreements', path, title)
export const plain = on('plain', 'anyone')

export const publicScreens = {
  home: site('site', '/', 'home'),
  index: site('site', '/index', 'home'),
  whyEsign: site('site', '/why-esign', 'whyEsign'),
  features: site('site', '/features', 'features'),
  useCases: site('site', '/use-cases', 'useCases'),
  individual: site('site', '/individual', 'individual'),
  organization: site('site', '/organization', 'organization'),
  digitalCertificate: site('site', '/digital-certificate', 'digitalCertificate'),
  plansPricing: site('catalogue', '/plans-pricing', 'plansPricing'),
  contactUs: site('site', '/contact-us', 'contactUs'),
  developers: site('site', '/developers', 'developers'),
  quickStart: site('site', '/quick-start', 'quickStart'),
  purchasePlan: site('catalogue', '/puchase-plan', 'purchasePlan'),
  verify: site('verification', '/verify', 'verify'),
  trust: legal('/trust', 'trust'),
  privacy: legal('/privacy', 'privacy'),
  terms: legal('/terms', 'terms'),
  subscriberAgreement: legal('/subscriber-agreement', 'subscriberAgreement'),
  certificatePolicy: legal('/certificate-policy', 'certificatePolicy'),
  disclosureStatement: legal('/disclosure-statement', 'disclosureStatement'),
  complaints: site('site', '/complaints', 'complaints'),
  status: site('site', '/status', 'status'),

  createAccount: plain('enrolment', '/create-account', 'routes:createAccount'),
  authCheck: plain('sessions', '/auth-check', 'routes:authCheck'),
  login: plain('sessions', '/app/login', 'routes:login'),
  logout: plain('sessions', '/logout', 'routes:logout'),
} as const

/** Addresses in a person’s own area that public pages lead to. */
export const led = { myCertificates: '/app/my/dsc/manage', buyCertificate: '/app/my/dsc/buy' } as const

/** The address of one of these; with parameters, see the whole table's. */
export const to = (name: keyof typeof publicScreens): string => publicScreens[name].path

/** The root of the signed-in area. */
export const appRoot = '/app'
export const isInApp = (path: string) => path.startsWith(`${appRoot}/`)
