/** Paragraphs of the API's document: what the provider sells and takes, as its own staff handles it. */
import type { WordsOf } from './words.ts'

export const financeWords: WordsOf<'catalogueChanges' | 'reconciliation' | 'refunds' | 'takenPayments'> = {
  catalogueChanges: {
    about:
      'What the provider sells, and how it changes: one of the staff proposes, another decides, and the catalogue follows from the first moment of the day in Riyadh. What was sold or ordered stays as it was.',
    calls: {
      readCatalogue: 'An offer has at most one change ahead. Prices are shown with the VAT of now.',
      proposePlan:
        '`fromDate` is a day after today. Without `offerCode` it is a new plan, which gets a code. For an offer that has a change ahead, and for terms that hold already, it answers WRONG_STATE.',
      proposeCertificatePrice: 'What a class of certificates is stays as it is; its prices change one by one.',
      proposeOffSale: 'It is sold until the end of the day before. To bring it back, propose its terms again.',
      proposeVat: 'Orders keep the rate of the day on which they were placed.',
      proposeAgreement:
        'Each language is Markdown: `# ` the title, an introduction, and at least two sections that begin with `## `. Both have the same sections, paragraphs and bullets in the same order. From its day on people are asked to agree again; earlier versions stay to be read.',
      proposeClassTexts:
        'From its day on the class is named and described so, and its prices on sale by its new name; what was ordered keeps the name it was sold by.',
      listCatalogueChanges: '`price` is null where something is taken off sale, and for VAT.',
      readCatalogueChange: 'The two sides, each with the VAT of its time; this is what a decision is bound to.',
      withdrawCatalogueChange:
        'What waits for a decision, or was approved and its day has not begun. After that it answers WRONG_STATE: propose another change.',
      initiateCatalogueDecision:
        'Nobody decides their own proposal. `remarks` go to whoever made it and are needed where `isApproved` is "0". A change whose day has begun can only be rejected.',
      verifyCatalogueDecision: 'Send the same body every two or three seconds while `status` is "3".',
      listAgreementVersions:
        'The texts are published with a release of the product, since people accept their very bytes: here they are read, not changed.',
    },
  },
  takenPayments: {
    about: 'Payments of everybody, for the provider’s finance, its auditor and its administrators.',
    calls: {
      listTakenPayments:
        'Nobody is named in the rows. `search` takes a part of a payment’s number, of an invoice’s or a credit note’s, or the whole of a payer’s national ID.',
      exportTakenPayments: 'The export is recorded with the filters that narrowed it.',
      readTakenPayment: '`notRefundable` says in the caller’s language why no refund can be proposed; it is null where one can.',
      openTakenInvoice: 'As it was written on the day. A payment without such a document answers NOT_FOUND.',
      recheckTakenPayment: 'What the gateway holds decides, as with every notice: nothing is settled by hand.',
    },
  },
  refunds: {
    about:
      'Refunds of whole payments. One of the staff proposes, another decides; then the gateway is asked, and what it holds afterwards moves the payment, takes back what was bought, and issues the credit note, all at once.',
    calls: {
      proposeRefund:
        'The whole payment goes back. Where what was bought is used up, has lapsed, or is being used now, it answers WRONG_STATE with the reason.',
      listRefunds: '`approved` are with the gateway: its answer is not there yet.',
      readRefund: '`notApprovable` says in the caller’s language why it can only be rejected now.',
      withdrawRefund: 'Whoever handles payments may, until somebody has decided on it.',
      retryRefund: 'The gateway is looked at first: what it carried out already is not asked for again.',
      initiateRefundDecision:
        'Nobody decides their own proposal. `remarks` go to whoever made it and are needed where `isApproved` is "0".',
      verifyRefundDecision:
        'Send the same body every two or three seconds while `status` is "3". With the approval nothing more is taken of what was bought. Where the gateway does not answer, it is asked again until it does.',
    },
  },
  reconciliation: {
    about: 'The gateway’s statement checked against our books. The day before is compared by itself, and finance is told of differences.',
    calls: {
      reconcile:
        'The statement is fetched afterwards: `state` of `readReconciliation` says when it is here. A gateway that gives no statement answers WRONG_STATE; where several are being fetched, TOO_MANY. Attempts that moved no money stand on neither side.',
      retryReconciliation: 'Only one whose `state` is `failed`; it goes on with the page after the last one.',
      listReconciliations: '`open` counts the differences that nobody has closed yet.',
      readReconciliation: 'The totals are of what was paid and not returned, on either side.',
      listReconciliationLines: 'Lines stay as they were found; `isClosed` says that the difference was settled since.',
      exportReconciliationLines: 'The export is recorded with the filters that narrowed it.',
      recheckDifference: 'A line that our books do not know, or that agrees or is closed, answers WRONG_STATE.',
      closeDifference: '`remarks` say how it was settled, and stay with the line.',
    },
  },
}
