/** Paragraphs of the API's document: an organisation, its people, what it buys and what it used. */
import type { WordsOf } from './words.ts'

export const organisationWords: WordsOf<
  | 'approvals'
  | 'changes'
  | 'contacts'
  | 'invitations'
  | 'invitationSheets'
  | 'links'
  | 'members'
  | 'organisation'
  | 'organisationChanges'
  | 'purchases'
  | 'reports'
  | 'sealedDocuments'
  | 'seals'
  | 'units'
  | 'workContact'
> = {
  approvals: {
    about: 'Requests to join an organisation, and how they are decided.',
    calls: {
      listNewUserRequests: 'One row for each person who sent their details. With no status asked for, the approved ones.',
      exportNewUserRequests: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readNewUserRequest: 'Everything that the person sent, with the documents. The national ID is masked.',
      openNewUserDocument: 'Always as a download. The person sees that their documents were viewed.',
      initiateNewUserDecision:
        'An approval needs a free seat of the role: without one this answers NO_BALANCE. `remarks` go to the person and are needed where `isApproved` is "0".',
      verifyNewUserDecision:
        'Send the same body every two or three seconds while `status` is "3". A user joins at once and takes a seat; a new admin or signatory then waits for the provider.',
    },
  },
  changes: {
    about: 'What is to change about a user of an organisation: e-mail, mobile, unit or role.',
    calls: {
      listChangeRequests: 'One row for each change that was asked for, the latest first.',
      exportChangeRequests: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readChangeRequest: 'What would change: as it was when it was asked for, and as it would be.',
      initiateChangeDecision: 'Nobody decides about themselves. `remarks` go to whoever asked and are needed where `isApproved` is "0".',
      verifyChangeDecision:
        'Send the same body every two or three seconds while `status` is "3". A new role takes a seat of its own and gives the other back.',
      requestUnitChange: 'One change of a kind waits at a time. Nothing changes before it is approved.',
      requestRoleChange: 'The last active enrolment admin and the last active signatory keep their role.',
    },
  },
  contacts: {
    about: 'Who answers for the applications that an organisation connects to the signing gateway.',
    calls: {
      readPrimaryContacts: 'Either is null while there is none.',
      listSponsors: 'The business owners of an organisation’s integrations.',
      listTechnicalContacts: 'Whom to reach about the technical side of an integration.',
      readContact: 'With who submitted them and who decided. `decidedBy` is null while nobody has.',
      createContact: 'One e-mail address of a kind, once: who was rejected can be submitted again.',
      makePrimaryContact: 'The one before stays a contact like the others.',
      inactivateContact: 'The primary one answers WRONG_STATE while another is in use: make that one primary first.',
      activateContact: 'What is active already answers WRONG_STATE.',
      initiateContactDecision: '`remarks` go to whoever submitted it and are needed where `isApproved` is "0".',
      verifyContactDecision:
        'Send the same body every two or three seconds while `status` is "3". The first one of its kind becomes the primary one.',
    },
  },
  invitations: {
    about: 'Inviting people to an organisation, and how an invited person joins it.',
    calls: {
      listAccountRequests: 'One row for each invitation, by how far it has come. `status` is the number of `statusLabel`.',
      exportAccountRequests: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      readAccountRequest: '`waitsFor` names whose decision comes next. `expiresAt` is null once the link serves no more.',
      createAccountRequest:
        'Takes no seat yet. Whoever is a user already, or was invited and is not decided, is refused beside `nationalID`.',
      resendAccountRequest: 'Only while the person has not sent their details. The fourteen days begin anew.',
      cancelAccountRequest: 'Also after the details were sent, until they are decided. The person can be invited again.',
      listMyInvitations: 'Whichever address they were sent to: the proven national ID says whose they are.',
      submitUserDetails:
        'The organisation decides next, and an e-mail tells the outcome. Whoever is to be an admin or a signatory sends at least one file in `evidence`.',
      declineInvitation: 'For good; the organisation can invite again. `remarks` go to whoever invited.',
    },
  },
  invitationSheets: {
    about: 'Inviting many people by one spreadsheet.',
    calls: {
      downloadInvitationTemplate: 'Columns may be in any order; the headings tell them apart, in Arabic or in English.',
      checkInvitationSheet: '`row` is the number that a spreadsheet shows. At most 500 faults are told; `faultyRows` counts all.',
      inviteBySheet: 'Every row is checked again. Where one is wrong, this answers WRONG_STATE, and nobody is invited.',
    },
  },
  links: {
    about: 'Links that people get in messages, and how an invited person proves who they are.',
    calls: {
      openLink:
        'For the page behind a link in an e-mail. A link that nobody ever sent answers 404; one that was used or has expired says so in `state`.',
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
    about: 'An organisation as it is registered: its numbers, seal, certificates and administrators.',
    calls: {
      readOrganisation: 'Names, numbers, address and the pictures of its seal: the old one stays in use until the new one is approved.',
      openOrganisationStamp: 'Always as a download. `uniqueFileID` comes with the organisation.',
      listOrganisationCertificates: 'Certificates of the organisation’s seal, the newest first.',
      listAdmins: 'Those who may invite users and buy for the organisation.',
    },
  },
  organisationChanges: {
    about: 'What is to change about what is registered of an organisation: its names, VAT number, address and contact details.',
    calls: {
      listOrganisationChanges: 'Waiting, approved and rejected ones; `status` narrows it.',
      readOrganisationChange: 'Old and new values side by side, with who decided it and whose decision comes next.',
      openOrganisationChangeFile: 'Always as a download.',
      requestNameChange:
        'Needs a file that supports it. One change of a kind waits at a time. A certificate of a seal keeps the name that it was issued with.',
      requestTradingNameChange: 'Needs a file that supports it. Empty names mean that there is none.',
      requestVatNumberChange: 'Needs a file that supports it. An empty number means that there is none.',
      requestAddressChange: 'Needs a file that supports it. Regions and cities of Saudi Arabia are those of `listStates` and `listCities`.',
      requestContactDetailsChange: 'A signatory decides this alone; files are optional.',
      initiateOrganisationChangeDecision: '`remarks` go to whoever asked for it and are needed where `isApproved` is "0".',
      verifyOrganisationChangeDecision: 'Send the same body every two or three seconds while `status` is "3".',
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
  sealedDocuments: {
    about: 'PDF files that members of an organisation seal in its name.',
    calls: {
      uploadDocumentToSeal:
        'What a signature could not stand in is refused with a sentence; where a password would open it, at the field `password`. Whoever may seal for the organisation sees it; nobody who seals it within a day, and it is gone.',
      listSealedDocuments: 'One row for each document, the latest first.',
      initiateSealing:
        'The approval is bound to the document’s hash, the seal, the place and the person: `bound` tells exactly to what, `digest` is its SHA-256.',
      verifySealing:
        'Send the same body every two or three seconds while `status` is "3". Look at `document.state`: what is approved is sealed at PAdES B-LTA, read again by another reader, and handed out after that alone. Nothing is debited.',
      downloadSealedDocument: 'The file as it was uploaded, and what sealing appended. Always as a download.',
      discardDocumentToSeal: 'What was approved or sealed answers WRONG_STATE.',
    },
  },
  seals: {
    about: 'The seal of an organisation: its certificate and its picture, from the order to the end.',
    calls: {
      readSeal: '`inForce` is null while nothing can be sealed; `waiting` says for what its order waits, and since when.',
      readSealOffer: '`subject` is what the certificate would say, attribute by attribute. `refusal` says why nothing can be ordered now.',
      orderSeal:
        'Needs a picture of the purpose `seal`, unless the organisation has one. Pay on `paymentUrl`; confirm the order with `initiateSealIdentity` after that. One order waits at a time.',
      paySeal: 'Earlier payment pages of the order are closed.',
      recheckSealPayment: 'Call it when the browser comes back from the payment page; the order tells how it stands.',
      cancelSealOrder: 'What is paid is decided, not cancelled: its money goes back where it is rejected.',
      downloadSealInvoice: 'In the name of the organisation, with its VAT number where it has one.',
      downloadSealCreditNote: 'It refers to the invoice, for the whole of it. There is one once the money went back.',
      initiateSealIdentity: 'Tell the person the number in `random`: they choose the same one in the app.',
      verifySealIdentity: 'Send the same body every two or three seconds while `status` is "3".',
      suspendSeal: 'Status answers tell it within seconds. An enrolment admin or a signatory may, each alone.',
      resumeSeal: 'What the provider suspended answers WRONG_STATE: only the provider resumes it.',
      revokeSeal: 'For good. What was sealed and time-stamped before stays valid.',
      listSealRequests: 'Orders that are not paid or not confirmed are not among them.',
      readSealRequest: 'What the decider is shown, and what the approval is bound to.',
      initiateSealDecision:
        '`bound` tells exactly what is decided: class, validity, subject and the hash of the picture. `remarks` go to whoever ordered it and are needed where `isApproved` is "0".',
      verifySealDecision:
        'Send the same body every two or three seconds while `status` is "3". Approved, it waits for the provider; rejected, its money goes back.',
    },
  },
  units: {
    about: 'The units of an organisation, to which its users belong.',
    calls: {
      listUnits: 'Pages count from 0 here. `display` shows the active ones, the others, or all.',
      readUnit: 'With who submitted it, who decided it, and how many users belong to it.',
      createUnit: 'A name that a unit of the organisation has is refused beside its field; one that was rejected can be submitted again.',
      inactivateUnit: 'What is inactive already answers WRONG_STATE.',
      activateUnit: 'What is active already answers WRONG_STATE.',
      openUnitDocument: 'Always as a download. A unit without a document answers 404.',
      initiateUnitDecision: '`remarks` go to whoever submitted it and are needed where `isApproved` is "0".',
      verifyUnitDecision: 'Send the same body every two or three seconds while `status` is "3".',
    },
  },
  workContact: {
    about: 'How an organisation reaches one of its users, as they change it themselves.',
    calls: {
      changeWorkEmail:
        'Several people may share an address at work. Confirm the code with `confirmContact`; a signatory decides after that.',
      changeWorkMobile: 'As with the e-mail address: the code first, then a signatory’s decision.',
    },
  },
}
