/** Whatever belongs to somebody else answers as what does not exist: every call that names an object, asked by its owner and by a stranger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { isBytes, type Access } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { handlers } from '#server/routes.ts'
import { certificateHolder } from './certificateHolder.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { home, inviter } from './inviter.ts'
import { payer } from './payer.ts'
import { testServer, type Answer, type Browser, type TestServer } from './server.ts'

let server: TestServer
let owner: Browser
let stranger: Browser
/** What the owner has, by the name under which the rows below ask for it. */
let own: Record<string, string | number>

beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
  stranger = await server.signIn(cast.faisal)
  own = { ...(await possessions(owner)), ...(await purchases(owner)) }
}, 120_000)
afterAll(() => server.close())

const upload = async (browser: Browser): Promise<string> => {
  const headers = { 'content-type': 'application/pdf' }
  const { body, text } = await browser.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body: simplePdf(), headers })
  if (!body.uniqueFileID) throw new Error(text)
  return body.uniqueFileID
}

async function uploadEvidence(browser: Browser): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const { body } = await browser.send('POST', '/api/v1/evidence/my/files?purpose=erasure&name=proof.pdf', { body: simplePdf(), headers })
  return body.uniqueFileID as string
}

async function possessions(browser: Browser) {
  const { body: signings } = await browser.post('/api/v1/esign/my/transactions', { type: 'success' })
  const { transactionID } = signings.dataList[0]
  const { body: documents } = await browser.post('/api/v1/esign/my/documents', { transactionID })
  const { body: notices } = await browser.get('/api/v1/dashboard/my/notifications')
  const { body: agreements } = await browser.get('/api/v1/profile/my/agreements')
  const { body: plans } = await browser.get('/api/v1/esign/my/subscription/plans/purchased/1/10')
  const { body: erasure } = await browser.post('/api/v1/profile/my/data/erasure', { reason: 'I no longer use it' })
  const { body: change } = await browser.post('/api/v1/profile/my/contact/email', { email: 'a.new.address@example.sa' })
  const elsewhere = await server.signIn(cast.noura)
  const { body: devices } = await elsewhere.get('/api/v1/devices/registeredDevices/1/100')
  return {
    transactionID,
    signed: documents.dataList[0].uniqueFileID,
    notice: notices.dataList[0].encodedNotificationSlno,
    agreement: agreements.dataList[0].uniqueFileID,
    planUniqueID: plans.dataList[0].planUniqueID,
    requestID: erasure.requestID,
    changeID: change.changeID,
    deviceSlno: devices.dataList.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).deviceSlno,
    sessionID: elsewhere.session.token.split('.')[0],
    upload: await upload(browser),
    evidence: await uploadEvidence(browser),
    invitation: await invitationOf(browser),
    cancelled: await cancelledSigning(browser),
  }
}

async function cancelledSigning(browser: Browser): Promise<string> {
  const documents = [{ uniqueFileID: await upload(browser), placement: null }]
  const { body } = await browser.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  await browser.post('/api/v1/esign/my/sign/cancel', { transactionID: body.transactionID })
  return body.transactionID
}

/** An organisation invites the owner. */
async function invitationOf(browser: Browser): Promise<string> {
  const people = inviter(server)
  await people.invite(await server.signIn(cast.sarah), cast.noura)
  return people.requestOf(browser)
}

async function purchases(browser: Browser) {
  const shop = payer(server)
  const holder = certificateHolder(server, browser)
  const [paid, returned] = [await shop.buy(browser), await shop.buy(browser)]
  for (const { paymentUrl } of [paid, returned]) await shop.pay(paymentUrl)
  await shop.until(async () => (await shop.paymentOf(returned)).status === 'paid')
  const { gateway_id, gateway_payment_id, amount_halalas, reference } = await shop.paymentOf(returned)
  const refund = { gatewayId: gateway_id!, paymentId: gateway_payment_id!, amountHalalas: amount_halalas, ourReference: reference }
  await server.app.payments.refund(refund)
  await shop.until(async () => (await shop.paymentOf(returned)).status === 'refunded')
  await shop.until(async () => (await shop.paymentOf(paid)).status === 'paid')
  return {
    paid: paid.encodedPaymentSlno,
    returned: returned.encodedPaymentSlno,
    open: (await shop.buy(browser)).encodedPaymentSlno,
    certificate: await holder.issued(),
    keyFile: await holder.issued({ code: 'personalSigning', keySource: 'pkcs12' }, { passphrase: 'four camels cross 2 dunes' }),
    application: (await holder.apply()).body.encodedCertificateSlno,
  }
}

const payments = '/api/v1/esign/my/subscription/payment'
const certificates = '/api/v1/dsc/my'
const sign = '/api/v1/esign/my/sign'

type Row = {
  call: string
  /** A name in `own`. */
  of: string
  ask: (browser: Browser, id: string | number) => Promise<Answer>
}
const onCertificate = (call: string, of: string, path: string, more: object = {}): Row => ({
  call,
  of,
  ask: (browser, encodedCertificateSlno) => browser.post(`${certificates}/${path}`, { encodedCertificateSlno, ...more }),
})
const onPayment = (call: string, of: string, path: string): Row => ({
  call,
  of,
  ask: (browser, encodedPaymentSlno) => browser.post(`${payments}/${path}`, { encodedPaymentSlno }),
})
const read = (call: string, of: string, address: (id: string | number) => string): Row => ({
  call,
  of,
  ask: (browser, id) => browser.get(address(id)),
})
const signing = (of: string, body: (id: string | number) => object): Row => ({
  call: 'initiateSigning',
  of,
  ask: async (browser, id) => {
    // A file of their own: of two things that a call names, one is the other's.
    const documents = [{ uniqueFileID: await upload(browser), placement: null }]
    return browser.post(`${sign}/initiate`, { documents, acceptTerms: true, ...body(id) })
  },
})

/** What changes an object stands after what reads it. */
const rows: Row[] = [
  read('downloadMyAgreement', 'agreement', (id) => `/api/v1/profile/my/agreements/files/${id}`),
  read('downloadDocument', 'signed', (id) => `/api/v1/esign/my/documents/${id}/original`),
  read('downloadDocument', 'signed', (id) => `/api/v1/esign/my/documents/${id}/signed`),
  {
    call: 'listMyDocuments',
    of: 'transactionID',
    ask: (browser, transactionID) => browser.post('/api/v1/esign/my/documents', { transactionID }),
  },
  read('readSigningDraft', 'cancelled', (id) => `/api/v1/esign/my/draft?transactionID=${id}`),
  {
    call: 'saveSigningDraft',
    of: 'upload',
    ask: async (browser, uniqueFileID) => {
      const { body } = await browser.get('/api/v1/esign/my/draft')
      const how = { placement: null, field: null, isPlaced: true, isRead: false, design: 'full', language: null }
      return browser.post('/api/v1/esign/my/draft', { version: body.version, documents: [{ uniqueFileID, ...how }] })
    },
  },
  { call: 'verifySigning', of: 'transactionID', ask: (browser, transactionID) => browser.post(`${sign}/verify`, { transactionID }) },
  { call: 'cancelSigning', of: 'transactionID', ask: (browser, transactionID) => browser.post(`${sign}/cancel`, { transactionID }) },
  read('readThumbnail', 'transactionID', (id) => `/api/v1/esign/my/thumbnails/${id}/1`),
  read('downloadSignedDocuments', 'transactionID', (id) => `/api/v1/esign/my/archives/${id}`),
  {
    call: 'sendSignedLetter',
    of: 'transactionID',
    ask: (browser, transactionID) => browser.post('/api/v1/esign/my/documents/letter', { transactionID }),
  },
  read('downloadEvidence', 'transactionID', (id) => `/api/v1/esign/my/evidence/${id}/ar`),
  read('openMyEvidence', 'evidence', (id) => `/api/v1/evidence/my/files/${id}`),
  {
    call: 'removeEvidence',
    of: 'evidence',
    ask: (browser, uniqueFileID) => browser.post('/api/v1/evidence/my/files/remove', { uniqueFileID }),
  },
  read('downloadInvoice', 'paid', (id) => `${payments}/invoice/${id}`),
  read('downloadCreditNote', 'returned', (id) => `${payments}/creditNote/${id}`),
  onPayment('recheckPayment', 'paid', 'recheck'),
  onPayment('initiatePayment', 'open', 'initiate'),
  onPayment('cancelPayment', 'open', 'cancel'),
  read('readMyCertificate', 'certificate', (id) => `${certificates}/certificates/${id}`),
  read('downloadCertificate', 'certificate', (id) => `${certificates}/download/${id}/pem`),
  read('downloadPkcs12', 'keyFile', (id) => `${certificates}/pkcs12/${id}`),
  onCertificate('issueCertificate', 'application', 'issue'),
  onCertificate('initiateCertificateIdentity', 'application', 'identity/initiate'),
  onCertificate('verifyCertificateIdentity', 'application', 'identity/verify', { transId: 'x', random: '1' }),
  onCertificate('cancelCertificateApplication', 'application', 'cancel'),
  {
    call: 'applyForCertificate',
    of: 'certificate',
    ask: (browser, renews) => certificateHolder(server, browser).apply({ renews: String(renews) }),
  },
  signing('upload', (id) => ({ documents: [{ uniqueFileID: id, placement: { page: 999, x: 0, y: 0, width: 200, height: 70 } }] })),
  signing('planUniqueID', (planUniqueID) => ({ planUniqueID })),
  signing('certificate', (encodedCertificateSlno) => ({ encodedCertificateSlno })),
  onCertificate('suspendCertificate', 'certificate', 'suspend'),
  onCertificate('resumeCertificate', 'certificate', 'resume'),
  onCertificate('revokeCertificate', 'certificate', 'revoke', { reason: 'superseded' }),
  {
    call: 'discardUpload',
    of: 'laterUpload',
    ask: (browser, uniqueFileID) => browser.post('/api/v1/esign/my/uploads/discard', { uniqueFileID }),
  },
  {
    call: 'markNotificationRead',
    of: 'notice',
    ask: (browser, encodedNotificationSlno) => browser.post('/api/v1/dashboard/my/notifications/read', { encodedNotificationSlno }),
  },
  {
    call: 'confirmContact',
    of: 'changeID',
    ask: (browser, changeID) => browser.post('/api/v1/profile/my/contact/confirm', { changeID, otp: '000000' }),
  },
  {
    call: 'withdrawErasure',
    of: 'requestID',
    ask: (browser, requestID) => browser.post('/api/v1/profile/my/data/erasure/withdraw', { requestID }),
  },
  {
    call: 'revokeSession',
    of: 'sessionID',
    ask: (browser, sessionID) => browser.post('/api/v1/profile/my/sessions/revoke', { sessionID }),
  },
  {
    call: 'submitUserDetails',
    of: 'invitation',
    ask: (browser, requestID) => browser.post('/api/v1/orguser/userDetails', { requestID, ...home, acceptTerms: true }),
  },
  {
    call: 'declineInvitation',
    of: 'invitation',
    ask: (browser, requestID) => browser.post('/api/v1/orguser/decline', { requestID }),
  },
  { call: 'revokeDevice', of: 'deviceSlno', ask: (browser, deviceSlno) => browser.post('/api/v1/devices/revoke', { deviceSlno }) },
]

const absentOf: Record<string, string | number> = { deviceSlno: 987_654_321, sessionID: '00000000-0000-4000-8000-000000000000' }
const shown = ({ status, text, body }: Answer) => `${status} ${text.replace(String(body.reference), '')}`

describe('an object of somebody else', () => {
  test.each(rows.map((row) => [`${row.call} of ${row.of}`, row] as const))('%s', async (_, { of, ask }) => {
    const id = of === 'laterUpload' ? await upload(owner) : own[of]!
    const absent = absentOf[of] ?? 'A'.repeat(22)
    const nothing = shown(await ask(stranger, absent))
    expect(shown(await ask(stranger, id))).toBe(nothing)
    expect(shown(await ask(owner, id)), 'its owner is answered otherwise').not.toBe(nothing)
  })
})

test('every call that names an object is asked', () => {
  const names = /^(encoded(?!Plan)\w+|uniqueFileID|transactionID|planUniqueID|changeID|sessionID|requestID|deviceSlno|renews|documents)$/
  // What staff decide belongs to none of them.
  const isOfStaff = (access: Access) => typeof access === 'object' && access.org === undefined
  const carriedOut = new Set(handlers.map(({ call }) => call))
  const naming = allCalls.filter(({ call }) => {
    const fields = [call.params, call.query, isBytes(call.body) ? {} : call.body].flatMap((shape) => Object.keys(shape))
    return call.access !== 'anyone' && !isOfStaff(call.access) && carriedOut.has(call) && fields.some((field) => names.test(field))
  })
  const asked = new Set(rows.map(({ call }) => call))
  // Texts to accept are the same for all; another code is asked for a minute after the first, so its test is beside it; so is that of
  // what belongs to an organisation.
  const elsewhere = ['acceptAgreement', 'resendContactCode', 'openNewUserDocument', 'openOrganisationChangeFile', 'openOrganisationStamp']
  expect(naming.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual(expect.arrayContaining(elsewhere))
  expect(naming.map(({ name }) => name).filter((name) => !asked.has(name) && !elsewhere.includes(name))).toEqual([])
})

describe('lists', () => {
  const idsIn = (text: string) =>
    new Set(
      [...text.matchAll(/"(?:encoded(?!Plan)\w+|transactionID|planUniqueID|requestID|sessionID|esignLogsID)":"([\w-]{22,36})"/g)].map(
        ([, id]) => id!,
      ),
    )
  const addresses = [
    ['GET', '/api/v1/esign/my/subscription/plans/purchased/1/100'],
    ['GET', '/api/v1/esign/my/subscription/plans/history/1/100'],
    ['GET', `${payments}/history/1/100`],
    ['GET', `${certificates}/certificates/1/100`],
    ['GET', '/api/v1/dashboard/my/notifications?size=100'],
    ['GET', '/api/v1/profile/my/sessions'],
    ['GET', '/api/v1/profile/my/data/erasure'],
    ['POST', '/api/v1/esign/my/transactions'],
    ['POST', '/api/v1/dashboard/my/dashboard'],
  ] as const
  test.each(addresses)('%s %s shows nothing of somebody else', async (method, address) => {
    const ask = (browser: Browser) => (method === 'GET' ? browser.get(address) : browser.post(address))
    const [theirs, mine] = [await ask(owner), await ask(stranger)]
    expect([theirs.status, mine.status]).toEqual([200, 200])
    const secret = idsIn(theirs.text)
    expect(secret.size).toBeGreaterThan(0)
    expect([...idsIn(mine.text)].filter((id) => secret.has(id))).toEqual([])
  })
})
