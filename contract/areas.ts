/** The one table of all areas and their calls; the API's document, the index and the authorization matrix are made from it. */
import * as activity from './activity.ts'
import * as agreements from './agreements.ts'
import * as applications from './applications.ts'
import * as approvals from './approvals.ts'
import * as auditTrail from './auditTrail.ts'
import * as catalogue from './catalogue.ts'
import * as catalogueChanges from './catalogueChanges.ts'
import * as certificates from './certificates.ts'
import * as changes from './changes.ts'
import * as closures from './closures.ts'
import * as contactMessages from './contactMessages.ts'
import * as contacts from './contacts.ts'
import * as dashboard from './dashboard.ts'
import * as devices from './devices.ts'
import * as enrolment from './enrolment.ts'
import * as evidence from './evidence.ts'
import * as givenUp from './givenUp.ts'
import * as invitations from './invitations.ts'
import * as invitationSheets from './invitationSheets.ts'
import * as issuedCertificates from './issuedCertificates.ts'
import type { Access, Call, ListCall } from './kit.ts'
import * as links from './links.ts'
import * as members from './members.ts'
import * as newMembers from './newMembers.ts'
import * as operations from './operations.ts'
import * as organisation from './organisation.ts'
import * as organisationChanges from './organisationChanges.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as profile from './profile.ts'
import * as purchases from './purchases.ts'
import * as reports from './reports.ts'
import * as sealedDocuments from './sealedDocuments.ts'
import * as seals from './seals.ts'
import * as sessions from './sessions.ts'
import * as signing from './signing.ts'
import * as referenceData from './referenceData.ts'
import * as refunds from './refunds.ts'
import * as reconciliation from './reconciliation.ts'
import * as takenPayments from './takenPayments.ts'
import * as site from './site.ts'
import * as submittedChanges from './submittedChanges.ts'
import * as submittedSeals from './submittedSeals.ts'
import * as submittedOrganisationChanges from './submittedOrganisationChanges.ts'
import * as submittedUnits from './submittedUnits.ts'
import * as subscriptions from './subscriptions.ts'
import * as systemState from './systemState.ts'
import * as transactions from './transactions.ts'
import * as units from './units.ts'
import * as verification from './verification.ts'
import * as waitingRequests from './waitingRequests.ts'
import * as workContact from './workContact.ts'

export const areas = {
  activity,
  agreements,
  applications,
  approvals,
  auditTrail,
  catalogue,
  catalogueChanges,
  certificates,
  changes,
  closures,
  contactMessages,
  contacts,
  dashboard,
  devices,
  enrolment,
  evidence,
  givenUp,
  invitations,
  invitationSheets,
  issuedCertificates,
  links,
  members,
  newMembers,
  operations,
  organisation,
  organisationChanges,
  payments,
  people,
  profile,
  purchases,
  reconciliation,
  referenceData,
  refunds,
  reports,
  sealedDocuments,
  seals,
  sessions,
  signing,
  site,
  submittedChanges,
  submittedSeals,
  submittedOrganisationChanges,
  submittedUnits,
  subscriptions,
  systemState,
  takenPayments,
  transactions,
  units,
  verification,
  waitingRequests,
  workContact,
} as const

export type Area = keyof typeof areas

/** Anything that was declared with `call()` or `list()`. */
export type DeclaredCall = Omit<Call, 'kind'> & { readonly kind: 'call' | 'list'; readonly access: Access }
export type NamedCall = { readonly area: Area; readonly name: string; readonly call: DeclaredCall }

const isCall = (value: unknown): value is Call | ListCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call, by area and then by name. */
export const allCalls: readonly NamedCall[] = Object.entries(areas).flatMap(([area, declared]) =>
  Object.entries(declared)
    .filter((entry): entry is [string, Call | ListCall] => isCall(entry[1]))
    .map(([name, call]) => ({ area: area as Area, name, call: call as DeclaredCall })),
)
