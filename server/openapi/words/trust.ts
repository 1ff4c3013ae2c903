/** Paragraphs of the API's document: signing, verifying, certificates, plans and their payment. */
import type { WordsOf } from './words.ts'

export const trustWords: WordsOf<
  'catalogue' | 'certificates' | 'payments' | 'referenceData' | 'signing' | 'site' | 'subscriptions' | 'transactions' | 'verification'
> = {
  catalogue: {
    about: 'What is on sale: plans with their prices, and the rate of VAT.',
    calls: {
      listEsignPlans:
        'Prices are those that an order is made at. `productPricingDetailsSlno` is what `buyPlan` takes; an empty list means that nothing is on sale.',
      readVat: 'The rate that every price of this product is made with, as text with two decimals.',
    },
  },
  certificates: {
    about:
      'Digital signature certificates from the application to the revocation, and what the authorities publish: OCSP, CRL, time stamps.',
    calls: {
      listCertificateClasses:
        'Each class with what it is for, where its key is made, and one price for each validity. `productPricingDetailsSlno` is what `applyForCertificate` takes.',
      inspectCertificateRequest:
        'Reads a PKCS #10 request, PEM or base64 of DER, checks its own signature and says what it holds. What is wrong with it is answered for the field `csr`.',
      applyForCertificate:
        'Orders a certificate and opens a payment page. `keySource` says where the key is: kept here, handed over as a PKCS#12 file, or the caller’s own by `csr`.',
      listMyCertificates: 'Applications and certificates in one list. `canSign` narrows it to those that `initiateSigning` takes.',
      readMyCertificate: 'Everything about one of them, with its history. What only an issued certificate has is null before.',
      initiateCertificateIdentity:
        'A paid application needs the person’s confirmation in the identity app; it is bound to this certificate.',
      verifyCertificateIdentity: 'Ask every two or three seconds while `status` is "3". "1": the certificate can be issued.',
      issueCertificate:
        'Issues what was paid for and confirmed. With `keySource` "pkcs12" it takes the passphrase that encrypts the file, which is kept nowhere.',
      downloadCertificate: '`pem` and `der` hold the certificate alone; `chain` and `p7b` those above it, too.',
      downloadPkcs12: 'The file stays for a day after issuing and is then forgotten for good.',
      suspendCertificate: 'The status changes at once in OCSP and with the next list. `resumeCertificate` takes the hold off.',
      resumeCertificate: 'The certificate is good again from the next answer of OCSP on. A revoked one cannot be resumed.',
      revokeCertificate: 'Cannot be undone. The reason is one of RFC 5280 §5.3.1 that a holder may give.',
      cancelCertificateApplication:
        'The payment gateway is asked first: an application whose money has come stays, and its certificate can be issued.',
      answerOcspPost:
        'Takes one request in DER and answers in DER, also what cannot be answered: status `malformedRequest` or `unauthorized` in an answer with HTTP status 200.',
      answerOcspGet: 'The same for caches. The request stands in the address as base64; `/`, `+` and `=` are best escaped.',
      answerTimeStamp:
        'Takes a TimeStampReq in DER and answers a TimeStampResp in DER. A request that cannot be met is answered with a PKIStatus of rejection and HTTP status 200.',
      readCrl: 'The full list, signed by the authority named in the address, renewed well before its `nextUpdate`.',
      readAuthorityCertificate: 'The certificate that the addresses inside issued certificates point to (RFC 5280 §4.2.2.1).',
    },
  },
  referenceData: {
    about: 'What forms everywhere need: the human check, countries with their regions and cities, calendars.',
    calls: {
      readHumanCheckKey: 'Empty where the human check needs no key, as the default one does.',
      readHumanCheckChallenge:
        'With `kind` "altcha" the caller finds the number whose SHA-256 with `salt` is `challenge`, and sends the solution as base64 of JSON in `X-HUMAN-CHECK`. With a vendor’s widget, its token goes into the same header. Each answer serves once.',
      listCountries: 'All countries with their ISO 3166-1 codes, ordered by name.',
      listStates: 'The regions of the country with this `id` from `listCountries`. An unknown number answers 404.',
      listCities: 'The cities of the region with this `id` from `listStates`. An unknown number answers 404.',
      listMonths: 'For date pickers that show both calendars.',
    },
  },
  payments: {
    about: 'Paying for a plan or a certificate, and its invoices. Only what the gateway itself says settles a payment.',
    calls: {
      listPaymentHistory: 'Every attempt to pay, newest first. `initiatePayment` and `recheckPayment` say what can be done with it now.',
      exportPaymentHistory:
        'The rows of `listPaymentHistory` under the same filters, all of them, as .xlsx in the caller’s language. One export of a person at a time.',
      buyPlan:
        'Writes the order at the present price and opens a page of the payment gateway. Send the person to `paymentUrl`; the gateway brings them back to `returnTo`.',
      initiatePayment:
        'Opens a fresh page for an order whose earlier attempt came to nothing. The gateway is asked about the earlier one first.',
      recheckPayment: 'Asks the gateway now instead of waiting for its notice. A payment can be asked about every few seconds.',
      cancelPayment: 'Gives an open page up. Where money has come in the meantime, the answer says that it is paid.',
      downloadInvoice:
        'The simplified tax invoice with its QR code, in Arabic and English. There is one as soon as the payment is settled.',
      downloadCreditNote: 'There is one where a payment was invoiced and then refunded.',
      readReturnedPayment:
        'The token stands in the address that the gateway sends the payer back to (`return`). It opens the outcome of this payment and nothing else.',
      receivePaymentNotification: 'For the payment gateway alone. What it says is not believed: it only makes us fetch the payment.',
    },
  },
  signing: {
    about: 'Signing PDF documents: upload, ask for the person’s approval, wait for it, fetch the signed files.',
    calls: {
      uploadDocument:
        'The body is the PDF itself. The answer says its pages, its hash and the signatures that it has; a file that cannot be signed by appending to it is refused with the reason. It is kept for a day unless it is signed. Where the answer of `initiateSigning` was lost, uploading the same files again gives back what it reserved, unless `verifySigning` asked about it meanwhile.',
      discardUpload: 'Forgets an upload at once. One that is part of a signing stays with it.',
      readSigningDraft:
        'For a person’s own screens, so that nothing is lost by a reload. A document is in it until it is signed, removed, or its day is over.',
      saveSigningDraft:
        'Send the `version` that was read; the answer has the next one. Where somebody else saved meanwhile, it is refused: read again, and put both together. A client that only signs needs no draft.',
      previewAppearance:
        'Drawn by the same code that signs, from the caller’s names. Its time is now, and its verification code leads nowhere: both are known when the signature is made.',
      initiateSigning:
        'One approval covers up to ten documents and takes one transaction of the plan, which comes back when nothing is signed. Without `placement` a signature is invisible, unless `field` names one of the upload’s `emptyFields`: a signature in it stands where the document’s author meant it to. `appearance` says how a visible one looks. Show `random` to the person, who sees the same number in the identity app.',
      verifySigning:
        'Ask every two or three seconds while `status` is "3". "1": fetch each file from `downloadDocument` with edition "signed".',
      cancelSigning:
        'Withdraws the request from the person’s app. A signing that is approved already is carried out and cannot be given up.',
    },
  },
  site: {
    about: 'The service itself: this document, its health, and how to reach the provider.',
    calls: {
      readOpenApi:
        'Made from the declarations that the server decodes and encodes by. Calls that are declared and answer 501 so far are marked `x-not-yet`.',
      readOpenApi30:
        'The same calls and schemas for generators that do not read OpenAPI 3.1, or read it with reservations. An answer that has several shapes is one object here, which says what comes when.',
      readLiveness: 'Answers as long as the process serves requests. Nothing else is looked at.',
      readReadiness: 'Database, disk, books and clock are looked at. While one of them forbids to carry out requests, it answers 503 BUSY.',
      readStatus:
        'A part counts as working when a look of the product’s own says so: the database takes writes, a status answer and a list can be signed, time stamps are given. Of outside parties it knows what its last calls met. Looked at once in five seconds, whoever asks.',
      sendContactMessage:
        'The provider’s desk gets it by e-mail and answers to `email`. Keep `reference`: the acknowledgement carries it, too.',
      readContactAddresses: 'Shown on the contact page and in e-mails.',
    },
  },
  subscriptions: {
    about: 'The caller’s plans: how many transactions they had, how many are left, and until when.',
    calls: {
      listPurchasedPlans:
        'Plans with a balance that have not expired. Welcome packs stand apart in `welcomePackList`; the page counts do not include them.',
      listPlanHistory: 'Plans that can no longer be used, the latest end first.',
    },
  },
  transactions: {
    about: 'Signings that were made or tried: a person’s own with their files, and those of an organisation’s applications.',
    calls: {
      listMyTransactions: 'One row for each signing, whatever became of it. `type` narrows the list to one outcome.',
      exportMyTransactions:
        'The rows of `listMyTransactions` under the same filters, all of them, as .xlsx in the caller’s language. One export of a person at a time.',
      listMyDocuments: 'The documents that one approval covered, with their hashes. `isKept` says whether a file can still be fetched.',
      readThumbnail:
        'For lists: a PNG of at most 88 × 124 pixels of what is signed, or of the upload while nothing is. Looking at it is no download, and is not recorded as one; it is for nobody’s cache.',
      downloadDocument:
        'The bytes as they were uploaded, or the same bytes with the signature appended. A signed version exists once the signing succeeded.',
      downloadSignedDocuments: 'All signed versions in one file, each under its own name. There is one once the signing succeeded.',
      sendSignedLetter:
        'The e-mail names the documents and leads to them; it holds none of them, and its link opens nothing without the owner’s sign-in. Nobody else can be named as its reader.',
      downloadEvidence:
        'Names the signer (the national ID masked), the approval, every document with its hash before and after signing, and the certificate; sealed by the provider at B-LTA.',
      listOrgTransactions: 'Signings that an application of the organisation asked for through the gateway.',
      exportOrgTransactions: 'All rows of the list by the same filters, as an .xlsx file with typed dates and numbers.',
      listTransactionPlanTypes: 'For the filter of the organisation’s signings.',
      readTransactionRequest: 'The request of the calling application, kept as it came.',
      readTransactionResponse: 'The answer that the calling application got, kept as it went.',
      readTransactionSignResponse: 'The signed answer that the calling application got, kept as it went.',
    },
  },
  verification: {
    about: 'Judging the signatures of any PDF by EN 319 102-1. Nothing that is sent here is kept.',
    calls: {
      verifyDocument:
        'The body is the PDF itself, as large as may be signed (150 MB unless the operator chose otherwise), and what signing appended. Each signature gets an indication, its chain, what is proven about its time, and what was changed after it. A file without signatures is answered, too.',
      readSigningProof:
        'Who signed is told by the first letters of each name; names of files are not told. A signing that came to nothing answers like a code that nobody has.',
      verificationReport: 'The same judgement as a PDF to keep or to send on. `name` is the file’s name as it is printed in the report.',
    },
  },
}
