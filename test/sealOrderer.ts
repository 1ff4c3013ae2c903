/** An organisation with an enrolment admin and a signatory, who order, decide and use its seal as people do. */
import { deflateSync } from 'node:zlib'
import type { OrgRole } from '#contract/kit.ts'
import { pngChunk, pngHeader, pngOf } from '#server/features/evidence/images/pictures.fixture.ts'
import { creditStartingSeats, takeSeat } from '#server/platform/seats.ts'
import { decideAt } from './decider.ts'
import { payer } from './payer.ts'
import { addPerson } from './people.ts'
import type { Answer, Browser, TestServer } from './server.ts'

const base = '/api/v1/profile/org/seal'
let count = 0

/** A picture of one colour, so that two of them differ. */
export const sealPicture = (shade: number, side = 8) =>
  pngOf(
    pngHeader(side, side, { colour: 2 }),
    pngChunk(
      'IDAT',
      deflateSync(Buffer.concat(Array.from({ length: side }, () => Buffer.from([0, ...Array<number>(side * 3).fill(shade)])))),
    ),
    pngChunk('IEND'),
  )

export async function sealOrderer(server: TestServer, officer: Browser, first: number) {
  const unified_number = `70600${String(first).padStart(5, '0')}`
  const { id } = await server.owner
    .insertInto('organisation')
    .values({
      unified_number,
      name_ar: 'شركة النخيل',
      name_en: 'Palms Company',
      vat_number: '310123456700003',
      sip_code: `SIP-${unified_number}`,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await server.owner.selectFrom('account').select('id').where('organisation_id', '=', id).executeTakeFirstOrThrow()
  await server.owner.transaction().execute((tx) => creditStartingSeats(tx, new Date(), account.id))
  async function member(role: OrgRole, isSeated = true): Promise<Browser> {
    const { nationalId, personId } = await addPerson(server, 2, first + count++)
    const membership = await server.owner
      .insertInto('membership')
      .values({ organisation_id: id, person_id: personId, role, status: 'approved', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isSeated) await server.owner.transaction().execute((tx) => takeSeat(tx, new Date(), membership.id))
    return server.signIn(nationalId)
  }
  const admin = await member('enrolmentAdmin')
  const signatory = await member('authorizedSignatory')
  const shop = payer(server)
  const orderer = {
    id,
    accountId: account.id,
    unified_number,
    admin,
    signatory,
    member,
    shop,
    post: (what: string, body: object = {}, by = admin) => by.post(`${base}/${what}`, body),
    async picture(bytes: Uint8Array = sealPicture(40), by = admin): Promise<string> {
      const headers = { 'content-type': 'application/octet-stream' }
      return (await by.send('POST', '/api/v1/evidence/my/files?purpose=seal&name=seal.png', { body: bytes, headers })).body.uniqueFileID
    },
    offer: async (by = admin) => (await by.post(`${base}/offer`)).body,
    async order({ years = 1, evidence = [] as string[], by = admin } = {}): Promise<Answer> {
      const { dataList } = await orderer.offer()
      const { productPricingDetailsSlno } = dataList[0].prices.find((one: { years: number }) => one.years === years)
      return by.post(`${base}/order`, { productPricingDetailsSlno, evidence, acceptTerms: true })
    },
    read: async (slNo: number, by = admin) => (await by.post('/api/v1/approval/org/dsc/view', { slNo })).body,
    seal: async (by = admin) => (await by.post(`${base}/view/${id}`)).body,
    async paid(wanted: { years?: number; evidence?: string[] } = {}): Promise<number> {
      const { body, text } = await orderer.order({ evidence: [await orderer.picture()], ...wanted })
      if (!body.paymentUrl) throw new Error(`not ordered: ${text}`)
      await shop.pay(body.paymentUrl)
      await admin.post(`${base}/recheck`, { slNo: body.slNo })
      return body.slNo
    },
    async confirm(slNo: number, by = admin): Promise<Answer> {
      const started = await by.post(`${base}/identity/initiate`, { slNo })
      if (started.body.status !== '1') return started
      const { transId, random } = started.body
      return by.pollUntilEnded(`${base}/identity/verify`, { slNo, transId, random })
    },
    async confirmed(wanted: { years?: number; evidence?: string[] } = {}): Promise<number> {
      const slNo = await orderer.paid(wanted)
      const { body } = await orderer.confirm(slNo)
      if (body.status !== '1') throw new Error(`not confirmed: ${JSON.stringify(body)}`)
      return slNo
    },
    bySignatory: (slNo: number, how: object = {}, by = signatory) => decideAt('/api/v1/approval/org/dsc/decision', by, { slNo }, how),
    byOfficer: (requestID: string, how: object = {}, by = officer) => decideAt('/api/v1/operations/seals/decision', by, { requestID }, how),
    /** All the way to a seal in force. */
    async issued(wanted: { years?: number; evidence?: string[] } = {}): Promise<number> {
      const slNo = await orderer.confirmed(wanted)
      await orderer.bySignatory(slNo)
      const { requestID } = await orderer.read(slNo)
      await orderer.byOfficer(requestID)
      const { state } = await orderer.read(slNo)
      if (state !== 'active') throw new Error(`not issued: ${state}`)
      return slNo
    },
    async upload(bytes: Uint8Array, by = admin): Promise<Answer> {
      const headers = { 'content-type': 'application/pdf' }
      return by.send('POST', `${base}/documents?name=contract.pdf`, { body: bytes, headers })
    },
    async approve(slNo: number, place: object = {}, by = admin): Promise<Answer> {
      const started = await by.post(`${base}/documents/approve/initiate`, { slNo, ...place })
      if (started.body.status !== '1') return started
      const { transId, random } = started.body
      return by.pollUntilEnded(`${base}/documents/approve/verify`, { slNo, ...place, transId, random })
    },
  }
  return orderer
}
