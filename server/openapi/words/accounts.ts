/** Paragraphs of the API's document: who somebody is, how they sign in, and what their account holds. */
import type { WordsOf } from './words.ts'

export const accountWords: WordsOf<'activity' | 'agreements' | 'dashboard' | 'devices' | 'enrolment' | 'profile' | 'sessions'> = {
  activity: {
    about: 'What was done on one’s own account, as the audit trail has it.',
    calls: {
      listMyActivity:
        'Device and address are told of the caller’s own devices alone, and are empty where somebody else acted, as staff of the provider may.',
      exportMyActivity: 'All rows of the list by the same filters, as an .xlsx file with typed dates.',
    },
  },
  agreements: {
    about: 'Terms, notices and certification agreements: the texts in force, and which of them a person accepted, when and as whom.',
    calls: {
      listCurrentAgreements:
        'The texts in force for one kind of user, section by section, in the language of `Accept-Language`. `uniqueFileID` names exactly this text in this language and is what an acceptance refers to; `sha256` is the hash of the bytes that `downloadAgreementSource` answers.',
      downloadAgreementText:
        'Any text that was ever in force stays available under its `uniqueFileID`, also after a newer version replaced it.',
      downloadAgreementSource:
        'The text as it was published, so that anybody can compute its SHA-256. The certificate policy and the disclosure statement are among the texts, though nobody is asked to accept them.',
      listMyAgreements:
        'Every acceptance of the caller with its version, its language and the occasion. `isCurrent` is false once a newer version is in force.',
      downloadMyAgreement:
        'The accepted text, unchanged, followed by a page that records who accepted it, when, from which device and in which language.',
      listAgreementsToAccept:
        'Texts in force that the caller has not accepted, for themselves or in a role of an organisation. Ask after each sign-in; an empty list means that nothing is due.',
      acceptAgreement:
        'Records the acceptance of one text that `listAgreementsToAccept` named. Where it is due in a role of an organisation, `organizationSlno` says for which one.',
    },
  },
  dashboard: {
    about: 'What a person or an organisation sees first: balances, what waits, and notifications.',
    calls: {
      readMyDashboard:
        'Balances are sums over the ledger, so that `transactions` = `utilized` + `reserved` + `balance`. `usage` covers the period that was asked for, the thirty days until today where none was, in bars of a day, a week or a month in Riyadh.',
      readEnrolmentAdminDashboard:
        'Users, seats, counters and the signings of this month for the organisation that the session acts for, with its latest signings and what ends next. `usage` covers the period that was asked for, as that of a person does.',
      listWaitingHere:
        'One row for each kind of request that waits, and whether it waits for the caller. Enrolment admins and signatories hear of everything; an organisation user of what is about themselves.',
      listMyNotifications:
        'What happened to the caller’s account, newest first, each with a sentence in the caller’s language and the screen where it can be seen to. `unreadCount` counts all of them, whatever the page.',
      markNotificationRead: 'Marks one notification; one that is read already stays so. The answer carries how many are still unread.',
      markAllNotificationsRead: 'Marks every notification that the caller has at this moment. Those that arrive later are unread again.',
    },
  },
  devices: {
    about: 'The browsers and applications that signed in to an account, each named by its `X-DEVICE-ID`.',
    calls: {
      listDevices: 'One row for each device that signed in and was not revoked, the latest use first. `isCurrent` marks the one that asks.',
      revokeDevice: 'Ends every session of the device and forgets it; the next sign-in from it is told to the owner as a new device.',
    },
  },
  enrolment: {
    about: 'Opening an account: proof of identity by Nafath, contact data and their codes, and the account with its welcome pack.',
    calls: {
      initiateNafathEnrolment:
        'Begins a challenge in the national identity app; show `random` to the person, who picks the same number there. The answer is the same whether or not the ID has an account. A caller who starts often is asked for the human check.',
      verifyNafathEnrolment:
        'Ask every two or three seconds while `status` is "3". "1" carries `enrolment`, the key to the next steps, or, for whoever has an account already, a `session`; every other status ends the challenge.',
      readEnrolment:
        'How far this enrolment is, so that a form can be left and taken up again for a day. A later proof of identity voids the earlier `enrolmentID`.',
      sendEnrolmentCodes:
        'Takes the contact data and the consent, and a `password` from whoever wants a second way in; it can be chosen later. It sends a code of six digits to each address that is not confirmed. An address that belongs to another account is answered like any other.',
      resendEnrolmentCode:
        'Sends a fresh code to one of the two addresses, no earlier than `resendAt`. The code and the link that were sent before no longer work.',
      verifyEnrolmentCode: 'Five tries for each code, counted before the code is compared. `status` "0" says how many are left.',
      confirmEnrolmentEmail:
        'The token of the link in the e-mail; it stands behind `#` in the link and works once. A browser that did not begin the enrolment gets `enrolment` as null: the address is confirmed all the same.',
      completeEnrolment:
        'Opens the account once both addresses are confirmed: person, agreements, welcome pack and session in one step. Whoever had a welcome pack in an earlier account gets `welcomePack` as null.',
    },
  },
  profile: {
    about: 'The caller’s own account: confirmed identity, contact data, password, sessions, preferences and their rights over their data.',
    calls: {
      readMyProfile:
        'The names and the date of birth are those that the identity provider confirmed last; they change with the yearly renewal and cannot be edited. The national ID is masked.',
      savePreferences:
        'Languages of the screen and of messages, theme, digits, calendar and rows per page, on every device. A field that is left out keeps its value; an empty body changes nothing.',
      changeMyEmail:
        'Sends a code to the new address; the address changes when `confirmContact` takes that code. The old address is told of the change.',
      changeMyMobile:
        'Sends a code to the new number; the number changes when `confirmContact` takes that code. The old number is told of the change.',
      resendContactCode: 'Sends a fresh code for a change that is under way, no earlier than `resendAt`; the earlier code is void.',
      confirmContact: 'Five tries for each code. `status` "1": the new address is the caller’s own; "0" says how many tries are left.',
      changePassword:
        'Takes the present password, or, without it, a confirmation of identity of the last few minutes. Every other session of the caller ends, and an e-mail tells of it. The rules for `newPassword` are answered by field.',
      listMySessions: 'Every session that is open now, with its device, the way of signing in and the address it was last seen from.',
      revokeSession: 'Ends one other session of the caller at once: its tokens are worth nothing from then on.',
      revokeOtherSessions: 'Ends all sessions of the caller except the one that asks, and says how many there were.',
      exportMyData:
        'One JSON file with everything that is held about the caller, made while it is sent. It can be asked for a few times a day.',
      listDataLooks:
        'Every look at the caller’s data by somebody else, newest first; the provider’s staff appears as the provider, a member of an organisation by name.',
      listErasureRequests: 'The requests with their states and answers. A request is answered by `answerDueDate`.',
      requestErasure:
        'Asks for the erasure of everything that no law obliges the provider to keep. One request can be open at a time, and it can be withdrawn until it is decided.',
      withdrawErasure: 'Takes back a request that is not decided yet. A new one can be made at any time.',
      listMyMobiles: 'One row for each organisation that the caller belongs to. The caller’s own number stands in `readMyProfile`.',
      listMyEmails: 'One row for each organisation that the caller belongs to. The caller’s own address stands in `readMyProfile`.',
    },
  },
  sessions: {
    about: 'Signing in and out, refreshing a session, confirming an identity again, and the yearly renewal.',
    calls: {
      initiateNafathLogin:
        'Begins a challenge in the national identity app; show `random` to the person, who picks the same number there. `status` "0" carries a sentence to show. A caller who starts often is asked for the human check; a known device of the person is not held up by what others do.',
      verifyNafathLogin:
        'Ask every two or three seconds while `status` is "3". "1" carries the session: `token` for ten minutes, `refreshToken` for `refreshSession`. "6": whoever approved has no account; `enrolmentID` opens one with the identity that they have just proven. With a `DPoP` proof the session is bound to the proof’s key, and each later call needs a proof by it.',
      cancelChallenge: 'Only the device that started the challenge can give it up; the request in the person’s app is withdrawn.',
      validateCredentials:
        'The second way in: password, then a one-time code by text message or e-mail. Right or wrong, known or not, the answer looks the same. Always asks for the human check.',
      resendCode: 'Sends a fresh code for an attempt that is under way, no earlier than `resendAt`; the earlier code is void.',
      verifyCode: 'Five tries for each code. `status` "1" carries the session, as `verifyNafathLogin` does.',
      refreshSession:
        'Each refresh token serves once and is bound to its device; using an old one again ends the session, except within ten seconds, when two tabs may have asked at once. 401 TOKEN_EXPIRED: sign in again.',
      logout: 'Ends the session that asks; its tokens are worth nothing from then on. The device stays known.',
      noteActivity:
        'For a client whose person reads or writes for long without asking for anything. A session that asks for nothing for 30 minutes ends, and calls that only look for news do not count.',
      selectOrganization:
        'From then on the session acts for this organisation in every call about an organisation. `organizationList` of the session names those to choose from.',
      initiateStepUp:
        'Begins a challenge for the signed-in person. Calls that answer 403 STEP_UP are open for a few minutes once it is approved.',
      verifyStepUp: 'Ask every two or three seconds while `status` is "3". "1": repeat the call that was refused.',
      initiateKycRenewal:
        'An identity is valid for twelve months; then signing waits until the person has confirmed it once more. It can be renewed before that.',
      verifyKycRenewal:
        'Ask every two or three seconds while `status` is "3". "1": names and documents are as the identity provider has them now.',
      receiveNafathCallback:
        'For the identity provider alone. The signature of `token` is checked before anything else, then every claim of it; what does not belong to a challenge of ours is refused.',
    },
  },
}
