/**
 * Files that other makers' tools signed, countersigned, changed and attacked (`test/corpora/README.md`). What is honest is never refused, what is an attack
 * never accepted; before a release EU DSS and pyHanko are asked about the same files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ValidationReport } from '#pki/validation/report.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { judges, summon, type Asked, type Said } from '#test/corpora/judges.ts'
import { isAccepted, isAccepting, isRefused, isRefusing } from '#test/corpora/verdicts.ts'
import type { Entry } from '#test/corpora/manifest.ts'
import { isRelease } from '#test/volume.ts'

const folder = join(import.meta.dirname, '../fixtures/signed')
const { at, entries } = JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8')) as { at: string; entries: Entry[] }
const root = readFileSync(join(folder, 'root.der'))
const bytesOf = ({ file }: Entry) => gunzipSync(readFileSync(join(folder, file)))
const validate = (entry: Entry) => validateDocument(bytesOf(entry), { anchors: [readCertificate(root)], at: new Date(at) })
const told = ({ indication, subIndication, document, forgeries, signatures }: ValidationReport) =>
  [
    indication,
    subIndication,
    document,
    ...forgeries,
    ...signatures.flatMap(({ findings, changesAfter }) => [...findings, ...changesAfter].map(({ code }) => code)),
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Honest files that are refused today, by what it comes from. A line goes when it is mended, and a new file that fits one is not excused by it: names are
 * whole. What stands here is shown by a release's table.
 */
const notYet: readonly string[] = []
const isNotYet = ({ file }: Entry) => notYet.includes(file.replace('.pdf.gz', ''))

const of = (expected: Entry['expected']) => entries.filter((entry) => entry.expected === expected)

test('the selection holds signatures of at least a dozen tools', () => {
  expect(new Set(of('honest').map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(12)
  expect(of('attacked').length).toBeGreaterThanOrEqual(8)
  expect(of('forbidden').length).toBeGreaterThanOrEqual(2)
})

test.each(of('honest').filter((entry) => !isNotYet(entry)))('$file is not refused', (entry) => {
  const report = validate(entry)
  expect(isRefused(report), told(report)).toBe(false)
  expect(report.forgeries).toEqual([])
  expect(report.signatures.length).toBeGreaterThan(0)
})

test.each(of('attacked'))('$file is not accepted', (entry) => {
  const report = validate(entry)
  expect(isAccepted(report), told(report)).toBe(false)
  // A stamp on what nobody certified is everybody's right; that it is shown on what was signed is said.
  if (entry.profile === 'attack-cover') expect(told(report)).toMatch(/changedAfterSigning|shownAfterSigning/)
  else expect(isRefused(report), told(report)).toBe(true)
})

describe('what rests on a weak digest is told right from wrong', () => {
  const weak = ['openpdf.approval.handmade-form', 'openpdf.sha1.qpdf-object-streams', 'openpdf.x509.qpdf-object-streams']
  const reportOf = (file: string, change: (bytes: Buffer) => void) => {
    const bytes = gunzipSync(readFileSync(join(folder, `${file}.pdf.gz`)))
    change(bytes)
    return validateDocument(bytes, { anchors: [readCertificate(root)], at: new Date(at) })
  }
  /** The last digit of the signature that is no padding. */
  const alterValue = (bytes: Buffer) => {
    const end = bytes.indexOf('>', bytes.lastIndexOf('/Contents <'))
    const last = bytes
      .subarray(0, end)
      .toString('latin1')
      .search(/[^0]0*$/)
    bytes[last] = bytes[last] === 0x31 ? 0x32 : 0x31
  }
  /** In the comment of the second line, which nobody reads. */
  const alterComment = (bytes: Buffer) => {
    const at = bytes.indexOf('\n%') + 3
    bytes[at] = bytes[at]! ^ 1
  }

  test.each(weak)('%s is whole, and the digest is told by its name', (file) => {
    const { indication, signatures } = reportOf(file, () => undefined)
    expect(indication).toBe('INDETERMINATE')
    const name = file.includes('approval') ? 'MD5' : 'SHA-1'
    expect(signatures[0]!.findings).toContainEqual({ code: 'digestAlgorithmWeak', detail: name })
  })
  test.each(weak)('%s with another octet is refused', (file) => {
    expect(told(reportOf(file, alterComment))).toMatch(/^TOTAL-FAILED (HASH|SIG_CRYPTO)_FAILURE/)
  })
  test.each(weak)('%s with another value is refused', (file) => {
    expect(told(reportOf(file, alterValue))).toMatch(/^TOTAL-FAILED SIG_CRYPTO_FAILURE/)
  })
})

test.each(of('disputed'))('$file is not shown as it was signed', (entry) => {
  expect(validate(entry).document).not.toBe('asSigned')
})

test.each(of('forbidden'))('$file shows a change that its author forbids', (entry) => {
  const changes = validate(entry).signatures.flatMap(({ changesAfter }) => changesAfter)
  expect(changes.some(({ allowed }) => !allowed)).toBe(true)
})

/** What cannot be installed here is told; what fails when it is asked fails the test. */
const here = (judge: (typeof judges)[number]): Promise<Asked | null> =>
  summon(judge).catch((error: Error) => {
    console.error(`NOT COMPARED WITH ${judge.name.toUpperCase()}, WHICH IS NOT HERE: ${error.message}`)
    return null
  })

describe.runIf(isRelease)('beside the yardsticks', () => {
  let work: string
  const said = new Map<string, Map<string, Said>>()
  const missing: string[] = []

  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'tawqi-yardsticks-'))
    writeFileSync(join(work, 'root.der'), root)
    for (const entry of entries) writeFileSync(pathOf(entry), bytesOf(entry))
    for (const judge of judges) {
      const ask = await here(judge)
      if (ask) said.set(judge.name, await ask(work, entries.map(pathOf)))
      else missing.push(judge.name)
    }
  }, 1_800_000)
  afterAll(() => rmSync(work, { recursive: true }))

  const pathOf = ({ file }: Entry) => join(work, file.replace(/\.gz$/, ''))

  test('what is said to be refused still is', () => {
    const mended = entries.filter((entry) => isNotYet(entry) && !isRefused(validate(entry)))
    expect(mended.map(({ file }) => file)).toEqual([])
  })

  test('we refuse no honest file that both accept, and accept none that both refuse', ({ skip }) => {
    if (said.size < judges.length) skip(`without ${missing.join(', ')}`)
    const rows = entries.map((entry) => {
      const ours = validate(entry)
      const verdicts = judges.map(({ name }) => said.get(name)!.get(pathOf(entry))!.verdict)
      return { entry, refused: isRefused(ours), accepted: isAccepted(ours), ours: `${ours.indication} ${ours.document}`, verdicts }
    })
    console.table(
      rows.map(({ entry, ours, verdicts }) => ({
        file: entry.file.replace('.pdf.gz', ''),
        expected: entry.expected,
        ours,
        ...Object.fromEntries(judges.map(({ name }, i) => [name, verdicts[i]])),
      })),
    )
    const alone = rows.filter(({ entry, refused, accepted, verdicts }) =>
      refused
        ? entry.expected === 'honest' && !isNotYet(entry) && verdicts.every(isAccepting)
        : accepted && entry.expected !== 'disputed' && verdicts.every(isRefusing),
    )
    expect(alone.map(({ entry, ours, verdicts }) => `${entry.file}: ${ours}; ${verdicts.join('; ')}`)).toEqual([])
  })
})
