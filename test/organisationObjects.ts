/** An organisation with one object of each kind that it can have, each waiting for somebody, as people make them. */
import { cast } from '#server/demo/cast.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { decideAt } from './decider.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { home, inviter } from './inviter.ts'
import { addPerson } from './people.ts'
import { sealOrderer } from './sealOrderer.ts'
import type { Answer, Browser, TestServer } from './server.ts'

const profile = '/api/v1/profile/org'

/** @throws where a call refused */
function done({ status, body, text }: Answer) {
  if (status !== 200) throw new Error(text)
  return body
}

export async function organisationObjects(server: TestServer, first: number) {
  const own = await sealOrderer(server, await server.signIn(cast.bandar), first)
  const { admin, signatory } = own
  const people = inviter(server)
  let count = first + 50
  const newPerson = () => addPerson(server, 2, ++count)
  const upload = async (purpose: string, bytes: Uint8Array = simplePdf()): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream' }
    return done(await admin.send('POST', `/api/v1/evidence/my/files?purpose=${purpose}&name=file`, { body: bytes, headers })).uniqueFileID
  }
  const unit = async (name: string) => {
    const names = { organizationalUnitName: name, organizationalUnitNameAr: `وحدة ${name}`, evidence: [await upload('unit')] }
    return done(await admin.post(`${profile}/units/create`, names)).orgUnitSlNo as number
  }
  const contact = async (kind: 'sponsor' | 'technicalContact') => {
    const reached = { email: `${kind}@palms.example`, mobile: '0551234567' }
    return done(await admin.post(`${profile}/contacts/create`, { kind, name: 'Rakan', ...reached })).slNo as number
  }
  async function invite() {
    const { nationalId } = await newPerson()
    const { id } = done(await admin.post('/api/v1/user/org/uav/createUavUser', people.typed(nationalId)))
    return { id: id as number, nationalId }
  }
  /** Somebody whose details wait for a signatory; they found the invitation in their account. */
  async function joining() {
    const invited = await invite()
    const browser = await server.signIn(invited.nationalId)
    const requestID = await people.requestOf(browser)
    const details = { requestID, ...home, evidence: [await people.file(browser)], acceptTerms: true }
    done(await browser.post('/api/v1/orguser/userDetails', details))
    return { ...invited, browser, requestID }
  }
  const memberOf = async (browser: Browser) =>
    (
      await server.db
        .selectFrom('membership')
        .select('id')
        .where('organisation_id', '=', own.id)
        .where('person_id', '=', browser.session.slno)
        .executeTakeFirstOrThrow()
    ).id
  async function unitChange(userSlNo: number) {
    const orgUnitSlNo = await unit(`Unit ${++count}`)
    done(await decideAt(`${profile}/units/decision`, signatory, { orgUnitSlNo }))
    const asked = await admin.post('/api/v1/user/org/orgUser/change/unit', {
      orgSlNo: own.id,
      userSlNo,
      orgUnitSlNo,
      remarks: 'They moved.',
    })
    return done(asked).slNo as number
  }
  async function tradingName(DBAName: string) {
    const values = { DBANameAr: 'النخيل', DBAName, reason: 'So we are known.', evidence: [await upload('organisationChange')] }
    return done(await admin.post(`${profile}/changes/tradingName/create`, values)).slNo as number
  }
  const contactDetails = async (email: string) =>
    done(await admin.post(`${profile}/changes/contact/create`, { email, telephoneNumber: '0112345678', reason: 'We moved.' }))
      .slNo as number
  return { ...own, people, newPerson, unit, contact, invite, joining, memberOf, unitChange, tradingName, contactDetails, scan }
}
