/** Paragraphs of the API's document: an organisation, its people, what it buys and what it used. */
import type { WordsOf } from './words.ts'

export const organisationWords: WordsOf<'approvals' | 'invitations' | 'links' | 'members' | 'organisation' | 'purchases' | 'reports'> = {
  approvals: {
    about: 'What people of an organisation ask for and others decide: joining it, and changes.',
    calls: {
      listNewUserRequests: 'One row for each person who sent their details. With no status asked for, the approved ones.',
      exportNewUserRequests: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readNewUserRequest: 'Everything that the person sent, with the documents. The national ID is masked.',
      openNewUserDocument: 'Always as a download. The person sees that their documents were looked at.',
      initiateNewUserDecision:
        'An approval needs a free seat of the role: without one this answers NO_BALANCE. `remarks` go to the person and are needed where `isApproved` is "0".',
      verifyNewUserDecision:
        'Send the same body every two or three seconds while `status` is "3". A user joins at once and takes a seat; a new admin or signatory then waits for the provider.',
      listChangeRequests: 'Changes of e-mail, mobile, unit, role and of the account itself, each with how it stands.',
      readChangeRequest: 'What would change: as it is, and as it would be.',
    },
  },
  invitations: {
    about: 'Inviting people to an organisation, and how an invited person joins it.',
    calls: {
      listAccountRequests: 'One row for each invitation, by how far it has come. `status` is the number of `statusLabel`.',
      readAccountRequest: '`waitsFor` names whose decision comes next. `expiresAt` is null once the link serves no more.',
      createAccountRequest:
        'Takes no seat yet. Whoever is a user already, or was invited and is not decided, is refused beside `nationalID`.',
      resendAccountRequest: 'Only while the person has not sent their details. The fourteen days begin anew.',
      cancelAccountRequest: 'Also after the details were sent, until they are decided. The person can be invited again.',
      listMyInvitations: 'Whichever address they were sent to: the proven national ID says whose they are.',
      submitUserDetails:
        'The organisation decides next, and a letter tells how. Whoever is to be an admin or a signatory sends at least one file in `evidence`.',
      declineInvitation: 'For good; the organisation can invite again. `remarks` go to whoever invited.',
    },
  },
  links: {
    about: 'Links that people get in messages, and how an invited person proves who they are.',
    calls: {
      openLink:
        'For the page behind a link of a mail. A link that nobody ever sent answers 404; one that was used or has expired says so in `state`.',
      validateInvitedNationalId:
        '`hash` is the token of the link. Another number than the invited one is refused beside `nationalID`, and nobody’s app is asked.',
      verifyInvitedPerson:
        'Ask every two or three seconds while `status` is "3". "1" carries a session, or an enrolment that goes on like any other.',
    },
  },
  members: {
    about: 'The users of an organisation.',
    calls: {
      listMembers: 'One row for each user, in every status. `active` and `inActive` narrow it by the flag beside the status.',
      exportMembers: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readMember: 'One user with their unit and the counters that are allotted to them. The national ID is masked.',
      deactivateMember:
        'For good: who is to come back is invited again. Not oneself, and not the last active enrolment admin or signatory.',
      inactivateMember: 'Their rights end with their next call. Not oneself, and not the last active enrolment admin or signatory.',
      activateMember: 'Takes no new seat: an inactive user kept theirs.',
      readOwnMembership: 'What the organisation keeps of whoever asks. `isLastOfRole` says why they could not leave it now.',
      resignMembership: 'For good. The last active enrolment admin and the last active signatory cannot leave.',
      listUnitNames: 'The units that can be chosen for a user.',
      listEmployeeIds: 'The numbers that are taken, each with its user.',
    },
  },
  organisation: {
    about: 'An organisation as it is registered: units, seal, certificates and contacts.',
    calls: {
      listUnits: 'Pages count from 0 here. `display` shows the active ones, the others, or all.',
      readOrganisation: 'Names, numbers, address and the pictures of its seal: the old one stays in use until the new one is approved.',
      openOrganisationStamp: 'Always as a download. `uniqueFileID` comes with the organisation.',
      listOrganisationCertificates: 'Certificates of the organisation’s seal, the newest first.',
      readPrimaryContacts: 'Either is null while there is none.',
      listSponsors: 'The business owners of an organisation’s integrations.',
      listTechnicalContacts: 'Whom to reach about the technical side of an integration.',
      listAdmins: 'Those who may invite users and buy for the organisation.',
    },
  },
  purchases: {
    about: 'Counters, seats, special plans and purchase orders of an organisation.',
    calls: {
      listCounterPurchases: 'Newest first. `success` and `failure` narrow the list; neither means both.',
      exportCounterPurchases: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readCounterQuantities: 'The lines of one purchase, with size, quantity and price.',
      listCounterPlans: 'Packs of counters with their prices for this organisation.',
      listRolePlanPurchases: 'Newest first. `success` and `failure` narrow the list; neither means both.',
      exportRolePlanPurchases: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readRolePlanQuantities: 'The lines of one purchase of seats; `paxList` tells the seats of each role.',
      listRolePlanDescriptions: 'Packs of seats with their prices.',
      listSpecialPlanRequests: 'What the organisation asked for and what was offered.',
      exportSpecialPlanRequests: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readSpecialPlanQuantities: 'The lines of one kind, so that each kind has a table of its own.',
      listPurchaseOrders: 'Baskets that the provider’s finance approves before they are paid.',
      exportPurchaseOrders: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      listPurchaseOrderPlans: 'What can be put into a purchase order, by category.',
      readPurchaseOrderQuantities: 'The lines of one kind, so that each kind has a table of its own.',
    },
  },
  reports: {
    about: 'What an organisation had, used and has left. Every figure is a sum over the ledger.',
    calls: {
      listCounterDeductions: 'Plan by plan. `totals` covers all rows of the filter, not only the page.',
      exportCounterDeductions: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      listAllocationHistory: 'When seats were credited, how many, and for which role.',
      exportAllocationHistory: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readRoleSummary: 'Seats of each role: bought, in use, free.',
    },
  },
}
