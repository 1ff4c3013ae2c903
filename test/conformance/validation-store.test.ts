/** A security store that no signature covers may be changed by anybody: what is no longer as it was issued is told. */
import { describe, expect, test } from 'vitest'
import { openPdf } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef, isStream } from '#pki/pdf/values.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, fahad, freshAnswers, mallory, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const isTold = (bytes: Uint8Array) => validate(bytes).findings.some(({ code }) => code === 'securityStoreDamaged')
const kept = await signFile(file(contract()), { level: 'B-LT' })

/** Where the pieces of the security store stand in the file. */
function placesOf(key: 'Certs' | 'OCSPs'): { start: number; length: number }[] {
  const pdf = openPdf(kept)
  const dss = pdf.get(pdf.root, 'DSS')
  const list = isDict(dss) ? pdf.get(dss, key) : null
  return (isArray(list) ? list : []).map((item) => pdf.resolve(item)).filter(isStream)
}

describe('a byte of a certificate in the store is another', () => {
  const [first] = placesOf('Certs')
  test.each([0.02, 0.3, 0.5, 0.7, 0.97])('at %d of its length', (part) => {
    const changed = Buffer.from(kept)
    changed[first!.start + Math.floor(first!.length * part)]! ^= 0x10
    expect(isTold(changed)).toBe(true)
    expect(validate(changed).forgeries).toEqual([])
  })

  test('in each of them', () => {
    const all = placesOf('Certs')
    expect(all.length).toBeGreaterThanOrEqual(4)
    const untold = all.filter(({ start, length }) => {
      const changed = Buffer.from(kept)
      changed[start + length - 5]! ^= 1
      return !isTold(changed)
    })
    expect(untold).toEqual([])
  })
})

test('an answer about revocation that cannot be read any more', () => {
  const [first] = placesOf('OCSPs')
  const changed = Buffer.from(kept)
  changed[first!.start + 1]! ^= 0x10
  expect(isTold(changed)).toBe(true)
})

test('a store as it was made, and certificates of authorities that nobody here knows, are no reproach', async () => {
  expect(isTold(kept)).toBe(false)
  expect(isTold(await signFile(kept, { by: fahad, level: 'B-LTA' }))).toBe(false)
  const next = Math.max(...[...kept.toString('latin1').matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))
  const strange = Buffer.from(mallory.certificate.der).toString('latin1')
  const objects = { ...contract(), 1: contract()[1]!.replace('<<', '<</DSS<</Certs[20 0 R]>>'), 20: stream(strange) }
  expect(isTold(file(objects))).toBe(false)
  expect(isTold(append(kept, { [next]: stream(strange) }))).toBe(false)
})

describe('a store of keys that no standard has', async () => {
  const name = 'AB'.repeat(20)
  const proof = stream(Buffer.from(fahad.certificate.der).toString('latin1'))
  const withStore = (original: Buffer, entry: string, more = '') => {
    const catalogue = bodyOf(original, 1).replace(/>>$/, '/DSS 61 0 R>>')
    const report = validate(append(original, { 1: catalogue, 60: proof, 61: `<</Certs[60 0 R]/VRI<</${name}<<${entry}>>>>${more}>>` }))
    return { indication: report.indication, changes: report.signatures[0]!.changesAfter.map(({ code }) => code) }
  }
  const signed = await signFile(file(contract()))

  test('lists of a signature that are named as those of the store are (Syncfusion)', () => {
    const added = { indication: 'TOTAL-PASSED', changes: ['validationDataAdded'] }
    expect(withStore(signed, '/Certs[60 0 R]')).toEqual(added)
    expect(withStore(signed, '/OCSPs[]/CRLs[]')).toEqual(added)
  })

  test('others say the same as before, or are a change', async () => {
    const other = { ...contract(), 1: contract()[1]!.replace('<<', `<</DSS<</Certs[]/Extra 1/VRI<</${name}<</Extra 1>>>>>>`) }
    const storing = await signFile(file(other))
    const title = { 16: '<</Title(Test)/ModDate(D:20261127)>>' }
    expect(validate(append(storing, title)).indication).toBe('TOTAL-PASSED')
    for (const [entry, more] of [
      ['/Extra 1', ''],
      ['', '/Extra 1'],
    ] as const)
      expect(withStore(signed, entry, more)).toMatchObject({
        indication: 'TOTAL-FAILED',
        changes: expect.arrayContaining(['catalogueChanged']),
      })
  })
})

describe('a store that was written anew under other numbers, and whose streams are free now (iText)', async () => {
  const stamped = await signFile(file(contract()), { level: 'B-LTA' })
  const pdf = openPdf(stamped)
  const reference = pdf.root.entries.get('DSS')
  const number = isRef(reference) ? reference.number : 0
  const body = bodyOf(stamped, number)
  const streams = [...new Set([...body.matchAll(/(\d+) 0 R/g)].map((match) => Number(match[1])))]
  const next = 100
  const renewed = (text: string) => text.replace(/\b(\d+) 0 R/g, (_, one: string) => `${next + streams.indexOf(Number(one))} 0 R`)
  const anew: Objects = { [number]: renewed(body) }
  for (const [i, one] of streams.entries()) anew[next + i] = renewed(bodyOf(stamped, one))
  const seen = (bytes: Uint8Array) => {
    const { indication, forgeries, signatures } = validate(bytes)
    return { indication, forgeries, changes: signatures.at(-1)!.changesAfter.map(({ code }) => code) }
  }

  test('says what it said', () => {
    expect(streams.length).toBeGreaterThanOrEqual(4)
    const outcome = seen(append(stamped, anew, { free: streams }))
    expect(outcome).toEqual({ indication: 'TOTAL-PASSED', forgeries: [], changes: ['validationDataRemoved', 'validationDataAdded'] })
  })

  test('hides nothing that pages show, too', async () => {
    const shown = { ...contract(), 1: contract()[1]!.replace('/Pages', '/DSS 20 0 R/Pages'), 20: '<</Certs 21 0 R>>', 21: '[5 0 R]' }
    for (const contents of ['5 0 R', '21 0 R']) {
      const page = contract()[3]!.replace('/Contents 5 0 R', `/Contents ${contents}`)
      const signed = await signFile(file({ ...shown, 3: page }))
      const emptied = validate(append(signed, { 20: '<</Certs[]>>' }, { free: [5] }))
      expect(emptied.indication, contents).toBe('TOTAL-FAILED')
    }
  })
})

describe('what was wrong with a store when the document was signed', () => {
  const store = (dss: string, more: Objects = {}) =>
    file({ ...contract(), 1: contract()[1]!.replace('<<', `<</DSS<<${dss}>>`), 20: stream('proof'), ...more })
  const digest = '0123456789ABCDEF0123456789ABCDEF01234567'

  test.each<[string, string, Objects]>([
    ['a list that is none', '/VRI<</@<</Cert<<>>/OCSP[20 0 R]>>>>', {}],
    ['something that is no stream', '/VRI<</@<</Cert[<<>> 20 0 R null]>>>>', {}],
    ['an entry that is not there', '/Certs[20 0 R]/VRI<</@ 21 0 R>>', {}],
    ['an entry that is no dictionary', '/VRI<</@ 21 0 R>>', { 21: '[20 0 R]' }],
  ])('stays so when somebody signs: %s', async (_, dss, more) => {
    const signed = await signFile(store(dss.replace('@', digest), more), { level: 'B-LT' })
    expect(validate(signed).signatures).toMatchObject([{ indication: 'TOTAL-PASSED', changesAfter: [{ code: 'validationDataAdded' }] }])
    const next = Number(/\/Size (\d+)/.exec(signed.toString('latin1').slice(-2_000))![1])
    const root = bodyOf(signed, 1).replace(/\/DSS \d+ 0 R/, `/DSS <<${dss.replace('@', digest).replace(/2[01] 0 R/, `${next} 0 R`)}>>`)
    const changed = append(signed, { 1: root, [next]: '<</S /JavaScript /JS (1)>>' })
    expect(validate(changed).signatures).toMatchObject([{ indication: 'TOTAL-FAILED' }])
  })
})
