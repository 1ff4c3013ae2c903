import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ValidationReport } from '#pki/validation/report.ts'
import { attacks, bodyOf, fill } from './validation-attacks.ts'
import { anchors, authority, certify, fahad, freshAnswers, mallory, noura, ocspFor, sara, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file } from './validation-files.ts'
import { countersigned } from './validation-handmade.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { randomBelow } from '#test/random.ts'
import { volume } from '#test/volume.ts'

const kinds = ['table', 'stream'] as const
const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
const minutesLater = (minutes: number) => new Date(signedAt.getTime() + minutes * 60_000)
const original = (kind: (typeof kinds)[number] = 'table') => file(contract(), undefined, kind)
const validate = (bytes: Uint8Array, at = signedAt): ValidationReport => validateDocument(bytes, { anchors, at, given: freshAnswers(at) })

describe('honest files', () => {
  test.each(kinds.flatMap((kind) => levels.map((level) => ({ kind, level }))))(
    'three signers, $level, cross-reference $kind',
    async ({ kind, level }) => {
      let bytes: Uint8Array = original(kind)
      for (const [i, by] of [sara, fahad, noura].entries())
        bytes = await signFile(bytes, { level, by, at: minutesLater(i), ...(i === 1 ? { fieldName: 'approval' } : { fieldName: `S${i}` }) })
      const report = validate(bytes, minutesLater(3))
      expect(report).toMatchObject({
        indication: 'TOTAL-PASSED',
        document: level === 'B-LT' ? 'extended' : 'asSigned',
        forgeries: [],
        findings: [],
      })
      const people = report.signatures.filter((one) => one.kind === 'signature')
      expect(people.map((one) => one.level)).toEqual([level, level, level])
      expect(people.map((one) => one.chain.length)).toEqual([3, 3, 3])
    },
  )

  test.each([1, 2, 3] as const)('certified with %i', async (certify) => {
    const report = validate(await signFile(original(), { certify, level: 'B-LTA' }))
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    expect(report.signatures[0]).toMatchObject({ certifies: certify, level: 'B-LTA' })
  })

  test('a form filled in after signing is told, and allowed', async () => {
    const report = validate(fill(await signFile(original(), { certify: 2 })))
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    expect(report.signatures[0]!.changesAfter).toEqual([
      { code: 'fieldFilled', allowed: true, object: 10, field: 'amount', places: [{ page: 1, box: [72, 500, 200, 520] }] },
    ])
  })

  test('line ends that a server appended show nothing', async () => {
    const report = validate(Buffer.concat([await signFile(original(), { level: 'B-LTA' }), Buffer.from('\r\n\r\n\0')]))
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned', forgeries: [] })
  })

  test('a signature whose field stands on a page alone, and in no form, is found', async () => {
    const text = Buffer.from(await signFile(original())).toString('latin1')
    const at = text.lastIndexOf('/Fields [')
    const end = text.indexOf(']', at)
    const field = /\d+ 0 R$/.exec(text.slice(at, end))![0]
    const hidden = `${text.slice(0, end - field.length)}${' '.repeat(field.length)}${text.slice(end)}`
    const report = validate(Buffer.from(hidden, 'latin1'))
    expect(report.signatures.map(({ subIndication }) => subIndication)).toEqual(['HASH_FAILURE'])
    const other = '<</Type/Pages/Kids[15 0 R]/Count 1>>'
    expect(validate(append(Buffer.from(hidden, 'latin1'), { 2: other }))).toMatchObject({
      indication: 'TOTAL-FAILED',
      document: 'changed',
      findings: [{ code: 'signatureRemovedLater' }, { code: 'noSignatures' }],
    })
  })

  test('a field that was emptied and signed anew: what stood there before is told', async () => {
    const signed = await signFile(original())
    const value = /\/T ?\(Signature1\)[^]*?\/V (\d+) 0 R/.exec(signed.toString('latin1'))!
    const field = Number(/(\d+) 0 obj(?:(?! 0 obj)[^])*$/.exec(signed.toString('latin1').slice(0, value.index))![1])
    const anew = bodyOf(signed, field).replace(`/V ${value[1]} 0 R`, '/V 61 0 R')
    const report = validate(countersigned(signed, { [field]: anew }, 61))
    expect(report).toMatchObject({ document: 'asSigned', findings: [{ code: 'signatureReplacedLater', detail: 'Signature1' }] })
    expect(report.signatures.map(({ field: name, revision }) => [name, revision])).toEqual([['Signature1', 3]])
    expect(validate(signed).findings).toEqual([])
  })

  test('a signature that a later writer broke by another line end is broken, and nobody forged it', async () => {
    const signed = await signFile(original())
    const report = validate(append(signed.subarray(0, -1), { 16: '<</Title(Test)/ModDate(D:20261127)>>' }))
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE', document: 'changed', forgeries: [] })
  })

  test('a report is plain data', async () => {
    const report = validate(await signFile(original(), { level: 'B-LTA' }))
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  test('an unsigned file', () => {
    expect(validate(original())).toMatchObject({ indication: 'INDETERMINATE', document: 'unsigned', findings: [{ code: 'noSignatures' }] })
  })
})

describe('known forgeries', () => {
  const certifications = [undefined, 1, 2, 3] as const
  test.each(kinds.flatMap((kind) => certifications.map((certify) => ({ kind, certify }))))(
    '$kind, certified $certify',
    async ({ kind, certify }) => {
      const signed = await signFile(original(kind), { certify })
      expect(validate(signed)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
      const made = attacks.filter(({ against }) => !against || (certify && against.includes(certify)))
      const missed: string[] = []
      for (const { name, forgery, forge } of made) {
        const report = validate(forge(signed))
        // where annotations are permitted, a person has to look whether one covers anything: it is named for nothing, and not passed
        const isUnjudged =
          report.findings.length === 0 && report.signatures.some((one) => one.findings.some(({ code }) => code === 'shownAfterSigning'))
        const named = !forgery || isUnjudged || report.forgeries.includes(forgery)
        if (report.indication === 'TOTAL-PASSED' || report.document === 'asSigned' || !named)
          missed.push(`${name}: ${report.indication} ${report.forgeries}`)
      }
      expect(missed).toEqual([])
      expect(made.length).toBeGreaterThanOrEqual(80)
    },
  )

  test('and what stands before the PDF makes none of them better', async () => {
    const signed = await signFile(original())
    const after = (bytes: Uint8Array) => validate(Buffer.concat([Buffer.from('\r\n'), bytes]))
    const made = attacks
      .filter(({ against }) => !against)
      .map(({ name, forge }) => ({ name, plain: validate(forge(signed)), hidden: after(forge(signed)) }))
    expect(made.filter(({ hidden }) => hidden.indication === 'TOTAL-PASSED' || hidden.document === 'asSigned')).toEqual([])
    // the signature holds there, and a later revision does not: that is proven with or without what stands before
    const proven = made.filter(({ plain }) =>
      plain.signatures.some(({ findings }) => findings.some(({ code }) => code === 'changedAfterSigning')),
    )
    expect(proven.length).toBeGreaterThanOrEqual(30)
    for (const { name, plain, hidden } of proven) {
      expect({ name, ...hidden }).toMatchObject({
        name,
        indication: plain.indication,
        document: plain.document,
        forgeries: plain.forgeries,
      })
      expect(hidden.findings.map(({ code }) => code)).toContain('bytesBeforePdf')
    }
  })
})

describe('any change of a byte is seen', () => {
  const positions = volume({ push: 2_000, release: 20_000 })
  const seed = 20_261_121
  type Covering = 'B-B' | 'B-T' | 'B-LTA' // after B-LT a part stands that no signature covers
  const twice = async (kind: (typeof kinds)[number], level: Covering) =>
    signFile(await signFile(original(kind), { level }), { by: fahad, level })
  const ofCorpus = (name: string) => readFileSync(new URL(`../fixtures/pdf/${name}.pdf`, import.meta.url))
  const makers = [
    () => signFile(original('table')),
    () => signFile(original('stream'), { level: 'B-T' }),
    () => twice('table', 'B-LTA'),
    ...['hybrid', 'crlf', 'no-last-newline', 'form', 'stream'].map(
      (name) => () => signFile(ofCorpus(`handmade-${name}`), { level: 'B-T' }),
    ),
    ...kinds.flatMap((kind) =>
      (['B-B', 'B-T', 'B-LTA'] as const).flatMap((level) => [
        () => signFile(original(kind), { level, certify: 2 }),
        () => twice(kind, level),
      ]),
    ),
  ].slice(0, volume({ push: 3, release: 20 }))
  const timeout = volume({ push: 120_000, release: 1_800_000 })
  test(`flips, insertions and deletions at ${positions} places (seed ${seed})`, { timeout }, async () => {
    const files = await Promise.all(makers.map((make) => make()))
    for (const one of files) expect(validate(one)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    const missed: string[] = []
    const random = randomBelow(seed)
    for (let i = 0; i < positions; i++) {
      const which = i % files.length
      const bytes = files[which]!
      const at = random(bytes.length)
      const way = ['flip', 'insert', 'delete'][random(3)]!
      const octet = random(256)
      const changed =
        way === 'flip'
          ? Buffer.concat([bytes.subarray(0, at), Buffer.from([bytes[at]! ^ (octet || 1)]), bytes.subarray(at + 1)])
          : way === 'insert'
            ? Buffer.concat([bytes.subarray(0, at), Buffer.from([octet]), bytes.subarray(at)])
            : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
      const report = validate(changed)
      if (report.indication === 'TOTAL-PASSED' && report.document === 'asSigned')
        missed.push(`file ${which}: ${way} ${octet} at ${at} of ${bytes.length}`)
    }
    expect(missed).toEqual([])
  })
})

describe('verdicts', () => {
  const validateAt = (bytes: Uint8Array, at: Date, ocsps: Uint8Array[] = []) =>
    validateDocument(bytes, { anchors, at, given: { ocsps } }).signatures[0]!
  const revokedAt = (minutes: number, certificate = sara.certificate, asked = 120) =>
    ocspFor(certificate, minutesLater(asked), { status: 'revoked', at: minutesLater(minutes), reason: 'keyCompromise' })

  test('without anything about revocation, try later', async () => {
    expect(validateAt(await signFile(original()), signedAt)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' })
  })

  test('a signer nobody knows', async () => {
    const report = validate(await signFile(original(), { by: mallory }))
    expect(report.signatures[0]).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })
  })

  test('revoked after the time stamp, the signature stands', async () => {
    const bytes = await signFile(original(), { level: 'B-LT' })
    expect(validateAt(bytes, minutesLater(120), [revokedAt(60)])).toMatchObject({ indication: 'TOTAL-PASSED', proof: 'signatureTimestamp' })
  })

  test('revoked, and nothing proves that the signature is older', async () => {
    const at = minutesLater(120)
    const ocsps = [revokedAt(60), ocspFor(authority.certificate, at)]
    expect(validateAt(await signFile(original()), at, ocsps)).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'REVOKED_NO_POE',
    })
  })

  test('revoked before an earlier time stamp that the signature covers', async () => {
    const first = await signFile(original(), { by: fahad, level: 'B-LTA', at: minutesLater(60) })
    const bytes = await signFile(first, { by: sara, at: minutesLater(90), fieldName: 'late' })
    const at = minutesLater(120)
    const given = { ocsps: [revokedAt(30), ocspFor(authority.certificate, at), ocspFor(fahad.certificate, at)] }
    const report = validateDocument(bytes, { anchors, at, given })
    expect(report.signatures.find(({ field }) => field === 'late')).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'REVOKED' })
  })

  test('an expired certificate: with an archive time stamp it passes, without any it cannot be told', async () => {
    const brief = certify('Brief', authority, [extensions.keyUsage('nonRepudiation')], [minutesLater(-60), minutesLater(60)])
    const later = minutesLater(24 * 60)
    const archived = await signFile(original(), { by: brief, level: 'B-LTA' })
    expect(validateDocument(archived, { anchors, at: later, given: freshAnswers(later) })).toMatchObject({ indication: 'TOTAL-PASSED' })
    const bare = await signFile(original(), { by: brief })
    expect(validateAt(bare, later)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'OUT_OF_BOUNDS_NO_POE' })
  })

  test('a time stamp that claims the future proves nothing', async () => {
    const bytes = await signFile(original(), { level: 'B-T', at: minutesLater(60) })
    const [signature] = validate(bytes, signedAt).signatures
    expect(signature).toMatchObject({ proof: 'now', timestamp: { trusted: false, findings: [{ code: 'timestampOrder' }] } })
  })

  test('a stale answer about revocation is none', async () => {
    const bytes = await signFile(original())
    const ocsps = [sara.certificate, authority.certificate].map((one) => ocspFor(one, signedAt))
    expect(validateAt(bytes, minutesLater(59), ocsps)).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(validateAt(bytes, minutesLater(61), ocsps)).toMatchObject({ subIndication: 'TRY_LATER' })
  })
})
