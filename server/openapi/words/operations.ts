/** Paragraphs of the API's document: what the provider's own staff do, and the files that they decide upon. */
import type { WordsOf } from './words.ts'

export const operationsWords: WordsOf<
  | 'applications'
  | 'auditTrail'
  | 'closures'
  | 'contactMessages'
  | 'evidence'
  | 'givenUp'
  | 'issuedCertificates'
  | 'newMembers'
  | 'submittedChanges'
  | 'submittedSeals'
  | 'submittedOrganisationChanges'
  | 'submittedUnits'
  | 'operations'
  | 'people'
  | 'systemState'
  | 'waitingRequests'
> = {
  applications: {
    about: 'How a person registers an organisation: an application that is kept as it is filled in, and sent when it is complete.',
    calls: {
      readMyApplication: 'With the reasons, in all and field by field, where it was returned.',
      saveApplication:
        'Takes any text in any field, and begins an application where none is open. While one is in review it answers WRONG_STATE.',
      askRegister:
        'Takes six questions in an hour and fifteen in a day. What the register does not answer is `unavailable`, never an error: fill the form in without it. It tells nothing that the register does not tell anybody.',
      submitApplication:
        'Upload the files first, for the purposes `organisation` and `organisationSeal`. The identity has to be confirmed anew. A returned application needs new files only where they were the reason.',
    },
  },
  auditTrail: {
    about: 'What was done, by whom, when and from where, for the provider’s auditor. Nothing in it can be changed or removed.',
    calls: {
      listAuditTrail:
        '`search` takes the whole of a reference, of the id of what was acted upon, or of a national ID. The person whose national ID it is stands in `person`, and sees that their activity was viewed.',
      exportAuditTrail: 'The export is itself recorded.',
      readAuditRecord: '`facts` are as the trail keeps them: their names are not translated.',
    },
  },
  evidence: {
    about: 'Files that support a request: a PDF, or a picture of a document.',
    calls: {
      uploadEvidence:
        'What it is, its content tells. A PDF with active content, and a picture that programs read differently, are refused with the reason; a picture is written anew without place, camera, comments or anything after its end. What is not sent within seven days is forgotten.',
      listMyEvidence: 'With the day on which each is forgotten.',
      openMyEvidence: 'Always as a download; `kind` of the list says what it is.',
      removeEvidence: 'What was sent with a request stays with it, and answers WRONG_STATE.',
    },
  },
  issuedCertificates: {
    about: 'The register of what the authority issued to subscribers, for the provider’s own staff.',
    calls: {
      listIssuedCertificates:
        'Nobody is named in the rows. `search` takes the beginning of a serial number in hexadecimal, a whole one in decimal, a holder’s national ID, or a part of their name.',
      exportIssuedCertificates: 'The export is recorded with the filters that narrowed it.',
      readIssuedCertificate: 'The holder sees that it was viewed. The authority’s own certificates are not there.',
      holdIssuedCertificate:
        'Status answers tell it within seconds, and the next revocation list has it. A certificate that was made for one signing answers WRONG_STATE: it is not used again. `remarks` stay with the provider.',
      releaseIssuedCertificate: 'Its holder’s own suspension is taken off in the same way. `remarks` stay with the provider.',
      revokeIssuedCertificate:
        'Where it was suspended, it is revoked from that moment. A key that is kept here is destroyed. Nobody revokes a certificate of their own in this way.',
    },
  },
  newMembers: {
    about: 'New admins and signatories of organisations, whom the provider’s own staff decide after the organisation did.',
    calls: {
      readMemberToDecide: 'What the decider is shown, with who approved it in the organisation. `isFull`: no seat of the role is free.',
      openMemberDocument: 'Always as a download. The person sees that their documents were viewed.',
      initiateMemberDecision:
        'Nobody decides for an organisation that they belong to. `remarks` go to the person and are needed where `isApproved` is "0".',
      verifyMemberDecision: 'Send the same body every two or three seconds while `status` is "3". An approval takes a seat.',
    },
  },
  submittedChanges: {
    about:
      'Changes to users of organisations, as the provider’s own staff decide them: new admins and signatories, and what no signatory can.',
    calls: {
      readChangeToDecide: 'What the decider is shown, with who approved it in the organisation.',
      initiateSubmittedChangeDecision:
        'Nobody decides for an organisation that they belong to. `remarks` go to whoever asked and are needed where `isApproved` is "0".',
      verifySubmittedChangeDecision: 'Send the same body every two or three seconds while `status` is "3".',
    },
  },
  submittedSeals: {
    about: 'Seals of organisations, as the provider’s own staff decide them.',
    calls: {
      readSealToDecide: 'What the decider is shown, and what the approval is bound to.',
      openSealPicture: 'Always as a download. Whoever uploaded it sees that it was viewed.',
      initiateSubmittedSealDecision:
        'It waits for the provider once a signatory of the organisation approved it. `remarks` go to whoever ordered it and are needed where `isApproved` is "0".',
      verifySubmittedSealDecision:
        'Send the same body every two or three seconds while `status` is "3". Approved, the certificate is issued and takes the place of the one before, together with the picture.',
    },
  },
  submittedOrganisationChanges: {
    about: 'Changes to what is registered of organisations, as the provider’s own staff decide them.',
    calls: {
      readOrganisationChangeToDecide: 'What the decider is shown, and what the approval is bound to.',
      openOrganisationChangeEvidence: 'Always as a download. Whoever uploaded it sees that it was viewed.',
      initiateSubmittedOrganisationChangeDecision:
        'Staff who belong to the organisation decide nothing about it. `remarks` go to whoever asked for it and are needed where `isApproved` is "0".',
      verifySubmittedOrganisationChangeDecision: 'Send the same body every two or three seconds while `status` is "3".',
    },
  },
  submittedUnits: {
    about: 'Units of organisations, as the provider’s own staff decide them.',
    calls: {
      readUnitToDecide: 'What the decider is shown, and what the approval is bound to.',
      openUnitEvidence: 'Always as a download. Whoever uploaded it sees that it was viewed.',
      initiateSubmittedUnitDecision:
        'Nobody decides for an organisation that they belong to. `remarks` go to whoever submitted it and are needed where `isApproved` is "0".',
      verifySubmittedUnitDecision: 'Send the same body every two or three seconds while `status` is "3".',
    },
  },
  operations: {
    about: 'What the provider’s own staff read and decide. Every look at a person is recorded and shown to them.',
    calls: {
      listErasuresToDecide: 'The day by which each is to be answered comes first. Whose it is, the request itself tells.',
      readErasureToDecide: 'What the decider is shown, and what the approval is bound to.',
      openErasureEvidence: 'Always as a download. The person sees that their documents were viewed.',
      readApplicationToDecide:
        'What the decider is shown, and what the approval is bound to. An application that was not sent is not there.',
      askRegisterOfApplication:
        'Takes sixty questions in an hour and three hundred in a day. The answer stands beside the application from then on, and a decision that was being approved has to be approved anew.',
      openApplicationEvidence: 'Always as a download. The person sees that their documents were viewed.',
      returnApplication:
        'Each remark names its field. Nobody returns their own application. The applicant is told by e-mail and in the application.',
      initiateApplicationDecision:
        'Nobody decides their own application. `remarks` go to the applicant and are needed where `isApproved` is "0".',
      verifyApplicationDecision:
        'Send the same body every two or three seconds while `status` is "3". An approval makes the applicant the first Enrolment Admin of the organisation.',
      readOrganisationOfStaff: 'Nobody is named in it, and the organisation’s trail says who looked.',
      listOrganisations: 'Narrowed by state, and by part of a name or of the unified national number.',
      suspendOrganisation: 'At once: it is in no session any more, and every call for it answers as for one that does not exist.',
      reactivateOrganisation: 'Its members act for it again with their next call.',
      initiateErasureDecision:
        'Nobody decides their own request. `remarks` go to the maker and are needed where `isApproved` is "0". Show `bound` or what it holds, and `digest`, while the approval is waited for.',
      verifyErasureDecision:
        'Send the same `requestID`, `isApproved` and `remarks` every two or three seconds while `status` is "3". Where the request or the decision is no longer what was shown, `status` is "0" and nothing is decided.',
    },
  },
  people: {
    about: 'People and their accounts, for the provider’s own staff.',
    calls: {
      findPeople:
        'Nobody is found by a part of something. Every look-up is recorded with its reason, and the person sees it. National ID, e-mail address and mobile number are masked in the answer.',
      suspendPerson: 'Certificates stay as they are. Accounts of the staff answer NOT_ALLOWED: dismiss them first.',
      reactivatePerson: 'The person signs in again as before.',
    },
  },
  systemState: {
    about: 'The state of the system, for the provider’s own staff.',
    calls: {
      readSystemState:
        'Readiness and sweeps are those of the process that answers; behind a balancer, ask more than once. What is wrong, its log says.',
    },
  },
  closures: {
    about: 'An account is closed by two of the provider’s staff: one asks for it, another one decides.',
    calls: {
      requestClosure:
        'Answers WRONG_STATE with the reason where something stands against it: staff, the last admin or signatory of an organisation, a certificate that is paid for and not issued, a payment under way.',
      readClosure: 'With what closing it would end. `obstacles` names what stands against it as things are.',
      withdrawClosure: 'For whoever asked for it; somebody else’s answers NOT_FOUND.',
      initiateClosureDecision: 'Whoever asked for it, and the person themselves, cannot decide it.',
      verifyClosureDecision:
        'Approved, it ends the sessions, revokes the certificates (cessationOfOperation), cancels invitations and ends memberships, in one step. Whoever proves the identity again opens the account again.',
    },
  },
  contactMessages: {
    about: 'What strangers write through the contact page. Reading one is recorded in the audit trail.',
    calls: {
      listContactMessages: 'Narrowed by `state` and `subject`; without names.',
      readContactMessage: 'The whole message, with the address to which an answer goes.',
      answerContactMessage: 'The answer goes out by e-mail with the reference in its subject, and stays with the message.',
      closeContactMessage: 'For what needs no answer, such as advertisements; the reason stays with it.',
    },
  },
  givenUp: {
    about: 'Failed tasks: what the product tried again and again without success in the last 30 days.',
    calls: {
      listGivenUp:
        'E-mails and text messages that could not be delivered, signings that failed after repeated attempts, payments of which the gateway holds something else.',
      tryGivenUpAgain: 'Answers WRONG_STATE for what cannot be repeated: a text message with a code, and a signing that ended.',
      letGivenUpGo: 'It is not tried again, and leaves the list.',
    },
  },
  waitingRequests: {
    about: 'What waits for the provider’s own staff.',
    calls: {
      countWaitingRequests: 'Kinds of which nothing waits are left out.',
      listWaitingRequests:
        'Requests of all kinds in one list; `kind` and `serviceLevel` narrow it. `requestID` opens the request with the calls of its kind.',
    },
  },
}
