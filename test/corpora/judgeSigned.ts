/** What our verification says of signed files, beside what strangers say, and where they differ. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateDocument } from '#pki/validation/document.ts'
import type { ValidationInput } from '#pki/validation/document.ts'
import type { ValidationReport } from '#pki/validation/report.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { decodeJpeg } from '#server/signing/verify/decodeJpeg.ts'
import type { Said } from './judges.ts'
import type { Entry } from './manifest.ts'
import { isAccepted, isAccepting, isRefused, isRefusing } from './verdicts.ts'

export type SignedVerdict = Entry & {
  ours: string
  document: string
  forgeries: readonly string[]
  findings: readonly string[]
  strangers: Record<string, Said>
  /** Why somebody should look at this file; null where nothing is amiss. */
  complaint: string | null
}

/** The corpus's root as the one anchor, and its lists as a verifier has them that looks them up; so the others are asked, too. */
function inputOf(authority: string): ValidationInput {
  const der = (name: string) => readFileSync(join(authority, name))
  const given = { crls: [der('root.crl'), der('people.crl')], certificates: [der('people.der')] }
  return { anchors: [readCertificate(der('root.der'))], at: new Date(), given, decodeJpeg }
}

export function judgeSigned(
  folder: string,
  entries: readonly Entry[],
  strangers: ReadonlyMap<string, ReadonlyMap<string, Said>>,
): SignedVerdict[] {
  const input = inputOf(join(folder, '../authority'))
  return entries.map((entry): SignedVerdict => {
    const report = validateDocument(readFileSync(join(folder, entry.file)), input)
    const said = [...strangers].flatMap(([name, all]) => {
      const one = all.get(join(folder, entry.file))
      return one ? [[name, one] as const] : []
    })
    return { ...entry, ...inShort(report), strangers: Object.fromEntries(said), complaint: complaintOf(entry, report, said) }
  })
}

function inShort(report: ValidationReport): Pick<SignedVerdict, 'ours' | 'document' | 'forgeries' | 'findings'> {
  const all = [...report.findings, ...report.signatures.flatMap(({ findings, changesAfter }) => [...findings, ...changesAfter])]
  const ours = report.subIndication ? `${report.indication} ${report.subIndication}` : report.indication
  return { ours, document: report.document, forgeries: report.forgeries, findings: [...new Set(all.map(({ code }) => code))] }
}

/**
 * An honest file is never called failed or changed, and an attack is told. `forbidden` is told either way: the tools differ in what a
 * certification allows.
 */
function complaintOf({ expected }: Entry, report: ValidationReport, strangers: readonly (readonly [string, Said])[]): string | null {
  const wordsOf = (are: (verdict: string) => boolean) =>
    strangers.flatMap(([name, { verdict }]) => (are(verdict) ? [`${name} ${verdict}`] : []))
  const [refusing, accepting] = [wordsOf(isRefusing), wordsOf(isAccepting)]
  const yardsticks = `refused by ${refusing.join(', ') || 'none'}, accepted by ${accepting.join(', ') || 'none'}`
  if (expected === 'honest' && isRefused(report)) return `an honest file is refused (${yardsticks})`
  if (expected === 'attacked' && isAccepted(report)) return `an attack is not seen (${yardsticks})`
  if (expected === 'honest' && refusing.length > 1) return `only we accept it (${yardsticks})`
  return null
}
