import type { Logger } from 'pino'
import type { Access, OperatorRole, OrgRole } from '#contract/kit.ts'
import type { App } from '#server/app.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Language } from '../problems.ts'

/** A membership of the caller, looked up for this request. */
export type CallerMembership = {
  id: number
  role: OrgRole
  organisationId: number
  sipNumber: number
  nameAr: string
  nameEn: string
}

/** Who is calling: read from the database at every request, never from the token. */
export type Caller = {
  sessionId: string
  personId: number
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
  readonly reference: string
  readonly log: Logger
}

export type Ctx<C extends Caller | null = Caller | null, O extends CallerMembership | null = CallerMembership | null> = RequestFacts & {
  readonly caller: C
  /** The caller's verified membership in the selected organisation; set where the call's access names organisation roles alone. */
  readonly org: O
}

/** What a handler of a call with this access may rely on. */
export type CtxFor<A extends Access> = A extends 'anyone'
  ? Ctx
  : A extends 'signedIn' | 'person' | { operator: readonly OperatorRole[] }
    ? Ctx<Caller>
    : Ctx<Caller, CallerMembership>

export type Queryable = Db | Tx
