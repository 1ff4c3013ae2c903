import type { Logger } from 'pino'
import type { NeedsOrganisation, TakesOrganisation } from '#contract/actingOrganisation.ts'
import type { Call, OperatorRole, OrgRole } from '#contract/kit.ts'
import type { App } from '#server/app.ts'
import type { Db } from '../db/db.ts'
import type { Language } from '../problems.ts'

/** A membership of the caller, looked up for this request. */
export type CallerMembership = {
  id: number
  role: OrgRole
  organisationId: number
  accountId: number
  sipNumber: number
  nameAr: string
  nameEn: string
}

/** Who is calling: read from the database at every request, never from the token. */
export type Caller = {
  sessionId: string
  personId: number
  /** The person's own account; an organisation's is in the context's `organisation`. */
  accountId: number
  deviceRowId: number
  nameAr: string
  nameEn: string
  isSubscriber: boolean
  operatorRoles: readonly OperatorRole[]
  memberships: readonly CallerMembership[]
  /** The organisation that the session acts for: one of the memberships, or null where there are none. */
  organisation: CallerMembership | null
  /** When the identity was last proven, by sign-in or step-up. */
  confirmedAt: Date
  kycUntil: Date
}

/** The organisation that a call is made for. */
export type ActingOrganisation = {
  id: number
  accountId: number
  sipNumber: number
  nameAr: string
  nameEn: string
  /** By which right: the caller's own role there, or as staff of the provider who looks at it. */
  as: OrgRole | 'operator'
}

/** A request without its caller. */
export type RequestFacts = {
  readonly app: App
  readonly db: Db
  readonly now: Date
  readonly language: Language
  /** `X-DEVICE-ID`, well formed or null. */
  readonly deviceId: string | null
  readonly userAgent: string
  readonly address: string
  /** What limits count the address by: IPv6 by its /64. */
  readonly network: string
  /** The address asked for, without its query. */
  readonly path: string
  readonly header: (name: string) => string | undefined
  /** Sent with the answer, also with a refusal that comes later. */
  readonly answerHeaders: (headers: Record<string, string>) => void
  /** Hears once when the answer is out, or whoever asked is gone. */
  readonly onAnswered: (then: () => void) => void
  readonly reference: string
  readonly log: Logger
}

export type Ctx<C extends Caller | null = Caller | null, O extends ActingOrganisation | null = ActingOrganisation | null> = RequestFacts & {
  readonly caller: C
  /** Whose business the call is, as `actingOrganisation.ts` resolved it; null: the caller's own. The trail records it. */
  readonly organisation: O
}

type Declared = Pick<Call, 'access' | 'params' | 'query' | 'body'>
type OrganisationFor<C extends Declared> =
  NeedsOrganisation<C> extends true
    ? ActingOrganisation
    : C['access'] extends { operator: readonly OperatorRole[] }
      ? TakesOrganisation<C> extends true
        ? ActingOrganisation
        : ActingOrganisation | null
      : C['access'] extends { org: readonly OrgRole[] }
        ? ActingOrganisation
        : ActingOrganisation | null

/** What a handler of this call may rely on. */
export type CtxFor<C extends Declared> = C['access'] extends 'anyone' ? Ctx : Ctx<Caller, OrganisationFor<C>>
