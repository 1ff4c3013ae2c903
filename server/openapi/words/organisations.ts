/** Paragraphs of the API's document: an organisation, its people, what it buys and what it used. */
import type { WordsOf } from './words.ts'

export const organisationWords: WordsOf<'approvals' | 'members' | 'organisation' | 'purchases' | 'reports'> = {
  approvals: {
    about: 'What people of an organisation ask for and others decide: joining it, and changes.',
    calls: {
      listNewUserRequests: 'One row for each person who sent their details. With no status asked for, the approved ones.',
      exportNewUserRequests: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readNewUserRequest: 'Everything that the person sent, with the documents. The national ID is masked.',
      listChangeRequests: 'Changes of e-mail, mobile, unit, role and of the account itself, each with how it stands.',
      readChangeRequest: 'What would change: as it is, and as it would be.',
    },
  },
  members: {
    about: 'The users of an organisation and the invitations to become one.',
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
      listAccountRequests: 'Invitations to create an account, by how far each has come. `status` is the number of `statusLabel`.',
      openLink:
        'For the page behind a link of a mail. A link that nobody ever sent answers 404; one that was used or has expired says so in `state`.',
    },
  },
  organisation: {
    about: 'An organisation as it is registered: units, seal, certificates, contacts, and the details of whoever was invited.',
    calls: {
      listUnits: 'Pages count from 0 here. `display` shows the active ones, the others, or all.',
      readOrganisation: 'Names, numbers, address and the pictures of its seal: the old one stays in use until the new one is approved.',
      listOrganisationCertificates: 'Certificates of the organisation’s seal, the newest first.',
      readPrimaryContacts: 'Either is null while there is none.',
      listSponsors: 'The business owners of an organisation’s integrations.',
      listTechnicalContacts: 'Whom to reach about the technical side of an integration.',
      listAdmins: 'Those who may invite users and buy for the organisation.',
      validateInvitedNationalId:
        'The invitation’s token and the ID it was made for. Whether they belong together is told to nobody but whoever proves the identity.',
      verifyInvitedPerson: 'Ask every two or three seconds while `status` is "3". "1" carries `submissionID` for `submitUserDetails`.',
      submitUserDetails: 'Ends what the invited person does. The organisation decides next, and a mail tells how.',
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
