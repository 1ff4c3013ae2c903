import * as activity from './features/activity/activity.ts'
import * as agreements from './features/agreements/agreements.ts'
import * as applications from './features/applications/applications.ts'
import * as applicationRegister from './features/applications/register.ts'
import * as changeDecision from './features/approvals/changeDecision.ts'
import * as changes from './features/approvals/changes.ts'
import * as newUserDecision from './features/approvals/newUserDecision.ts'
import * as newUsers from './features/approvals/newUsers.ts'
import * as humanCheckKey from './features/referenceData/humanCheckKey.ts'
import * as months from './features/referenceData/months.ts'
import * as places from './features/referenceData/places.ts'
import * as plansOnSale from './features/catalogue/plansOnSale.ts'
import * as certificateApply from './features/certificates/apply.ts'
import * as certificateClasses from './features/certificates/classes.ts'
import * as certificateDetails from './features/certificates/details.ts'
import * as certificateDownloads from './features/certificates/downloads.ts'
import * as certificateIdentity from './features/certificates/identity.ts'
import * as certificateIssue from './features/certificates/issue.ts'
import * as certificateLifecycle from './features/certificates/lifecycle.ts'
import * as certificateRequests from './features/certificates/requests.ts'
import * as certificateRows from './features/certificates/rows.ts'
import * as publication from './features/certificates/publication.ts'
import * as myDashboard from './features/dashboard/myDashboard.ts'
import * as notifications from './features/dashboard/notifications.ts'
import * as organisationDashboard from './features/dashboard/organisationDashboard.ts'
import * as waitingHere from './features/dashboard/waitingHere.ts'
import * as devices from './features/devices/devices.ts'
import * as enrolmentConfirm from './features/enrolment/confirmContact.ts'
import * as enrolmentContact from './features/enrolment/contact.ts'
import * as enrolmentOpen from './features/enrolment/openAccount.ts'
import * as enrolmentProof from './features/enrolment/proveIdentity.ts'
import * as evidence from './features/evidence/files.ts'
import * as reconciliation from './features/finance/reconciliation.ts'
import * as refunds from './features/finance/refunds.ts'
import * as takenPayments from './features/finance/takenPayments.ts'
import * as staffCatalogue from './features/finance/catalogue.ts'
import * as catalogueChanges from './features/finance/catalogueChanges.ts'
import * as textChanges from './features/finance/textChanges.ts'
import * as invitationRequests from './features/invitations/requests.ts'
import * as invitationSheets from './features/invitations/sheets.ts'
import * as joining from './features/invitations/join.ts'
import * as links from './features/invitations/links.ts'
import * as changeRequests from './features/members/changeRequests.ts'
import * as memberChanges from './features/members/changes.ts'
import * as members from './features/members/members.ts'
import * as memberUnits from './features/members/units.ts'
import * as organisationCertificates from './features/organisation/certificates.ts'
import * as organisationChangeDecision from './features/organisation/changeDecision.ts'
import * as organisationChanges from './features/organisation/changes.ts'
import * as organisationContacts from './features/organisation/contacts.ts'
import * as organisationProfile from './features/organisation/profile.ts'
import * as unitDecision from './features/organisation/unitDecision.ts'
import * as units from './features/organisation/units.ts'
import * as operationsApplications from './features/operations/applications.ts'
import * as operationsAuditTrail from './features/operations/auditTrail.ts'
import * as operationsClosures from './features/operations/closures.ts'
import * as operationsContact from './features/operations/contactMessages.ts'
import * as operationsErasures from './features/operations/erasures.ts'
import * as operationsGivenUp from './features/operations/givenUp.ts'
import * as operationsCertificates from './features/operations/issuedCertificates.ts'
import * as operationsNewMembers from './features/operations/newMembers.ts'
import * as operationsOrganisations from './features/operations/organisations.ts'
import * as operationsPeople from './features/operations/people.ts'
import * as operationsQueue from './features/operations/queue.ts'
import * as operationsChanges from './features/operations/submittedChanges.ts'
import * as operationsSeals from './features/operations/submittedSeals.ts'
import * as operationsOrganisationChanges from './features/operations/submittedOrganisationChanges.ts'
import * as operationsUnits from './features/operations/submittedUnits.ts'
import * as operationsState from './features/operations/systemState.ts'
import * as buyPlan from './features/payments/buyPlan.ts'
import * as paymentHistory from './features/payments/history.ts'
import * as paymentOutcomes from './features/payments/outcomes.ts'
import * as taxInvoices from './features/payments/taxInvoices.ts'
import * as paymentWebhook from './features/payments/webhook.ts'
import * as contactChanges from './features/profile/contact.ts'
import * as erasure from './features/profile/erasure.ts'
import * as myData from './features/profile/myData.ts'
import * as myProfile from './features/profile/myProfile.ts'
import * as mySessions from './features/profile/mySessions.ts'
import * as password from './features/profile/password.ts'
import * as workContact from './features/profile/workContact.ts'
import * as seats from './features/reports/seats.ts'
import * as sealDecision from './features/seals/decision.ts'
import * as sealDocuments from './features/seals/documents.ts'
import * as sealIdentity from './features/seals/identity.ts'
import * as sealing from './features/seals/sealing.ts'
import * as sealLifecycle from './features/seals/lifecycle.ts'
import * as sealOrder from './features/seals/order.ts'
import * as sealPayments from './features/seals/payments.ts'
import * as seals from './features/seals/seals.ts'
import * as confirmIdentity from './features/sessions/confirmIdentity.ts'
import * as credentials from './features/sessions/credentials.ts'
import * as nafathCallback from './features/sessions/nafathCallback.ts'
import * as nafathLogin from './features/sessions/nafathLogin.ts'
import * as refresh from './features/sessions/refresh.ts'
import * as contact from './features/site/contact.ts'
import * as health from './features/site/health.ts'
import * as status from './features/site/status.ts'
import * as signingDraft from './features/signing/draft.ts'
import * as signingInitiate from './features/signing/initiate.ts'
import * as signingPreviewAppearance from './features/signing/previewAppearance.ts'
import * as signingProgress from './features/signing/progress.ts'
import * as uploads from './features/signing/uploads.ts'
import * as subscriptionPlans from './features/subscriptions/plans.ts'
import * as downloads from './features/transactions/downloads.ts'
import * as signingEvidence from './features/transactions/evidence/evidence.ts'
import * as myTransactions from './features/transactions/myTransactions.ts'
import * as signedLetter from './features/transactions/signedLetter.ts'
import * as thumbnails from './features/transactions/thumbnails.ts'
import * as signingProof from './features/verification/proof.ts'
import * as verification from './features/verification/verify.ts'
import { withNotYet } from './notYet.ts'
import { openApiRoutes } from './openapi/document.ts'
import { isRoute } from './platform/http/route.ts'

const features = [
  contact,
  health,
  status,
  publication,
  certificateApply,
  certificateClasses,
  certificateDetails,
  certificateDownloads,
  certificateIdentity,
  certificateIssue,
  certificateLifecycle,
  certificateRequests,
  certificateRows,
  confirmIdentity,
  credentials,
  nafathCallback,
  nafathLogin,
  refresh,
  signingDraft,
  signingInitiate,
  signingPreviewAppearance,
  signingProgress,
  uploads,
  downloads,
  thumbnails,
  signedLetter,
  signingEvidence,
  myTransactions,
  signingProof,
  verification,
  humanCheckKey,
  months,
  places,
  plansOnSale,
  myDashboard,
  notifications,
  organisationDashboard,
  waitingHere,
  devices,
  enrolmentProof,
  enrolmentContact,
  enrolmentConfirm,
  enrolmentOpen,
  applications,
  applicationRegister,
  changeDecision,
  changes,
  newUserDecision,
  newUsers,
  evidence,
  staffCatalogue,
  reconciliation,
  refunds,
  takenPayments,
  catalogueChanges,
  textChanges,
  invitationRequests,
  invitationSheets,
  joining,
  links,
  changeRequests,
  memberChanges,
  members,
  memberUnits,
  organisationCertificates,
  organisationChangeDecision,
  organisationChanges,
  organisationContacts,
  organisationProfile,
  unitDecision,
  units,
  sealDecision,
  sealDocuments,
  sealIdentity,
  sealing,
  sealLifecycle,
  sealOrder,
  sealPayments,
  seals,
  operationsApplications,
  operationsAuditTrail,
  operationsClosures,
  operationsContact,
  operationsErasures,
  operationsGivenUp,
  operationsCertificates,
  operationsNewMembers,
  operationsOrganisations,
  operationsPeople,
  operationsQueue,
  operationsState,
  operationsChanges,
  operationsSeals,
  operationsOrganisationChanges,
  operationsUnits,
  buyPlan,
  paymentHistory,
  paymentOutcomes,
  taxInvoices,
  paymentWebhook,
  seats,
  activity,
  agreements,
  contactChanges,
  erasure,
  myData,
  myProfile,
  mySessions,
  password,
  workContact,
  subscriptionPlans,
]

/** The handlers that exist. */
const carriedOut = features.flatMap((feature) => Object.values(feature).filter(isRoute))
export const handlers = [...carriedOut, ...openApiRoutes(carriedOut)]

/** Every route of the portal: all calls of the contract, and nothing else. */
export const allRoutes = withNotYet(handlers)
