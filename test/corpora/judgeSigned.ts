/** What our verification says of signed files, beside what strangers say, and where they differ. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ValidationReport } from '#pki/validation/report.ts'
import { verifyPdf } from '#server/signing/verify/verifyPdf.ts'
import type { Said } from './judges.ts'
import type { Entry } from './manifest.ts'
import { isAccepting, isRefusing } from './verdicts.ts'

export type SignedVerdict = Entry & {
  ours: string
  document: string
  forgeries: readonly string[]
  findings: readonly string[]
  strangers: Record<string, Said>
  /** Why somebody should look at this file; null where nothing is amiss. */
  complaint: string | null
}

/** As the public page does: the same limited child, the corpus's root as the one anchor, nothing fetched. */
async function verified(folder: string, entry: Entry, anchor: Uint8Array): Promise<ValidationReport | null> {
  return verifyPdf(join(folder, entry.file), { anchors: [Buffer.from(anchor).toString('base64')], at: new Date().toISOString() })
}

export async function judgeSigned(
  folder: string,
  entries: readonly Entry[],
  strangers: ReadonlyMap<string, ReadonlyMap<string, Said>>,
): Promise<SignedVerdict[]> {
  const anchor = readFileSync(join(folder, '../authority/root.der'))
  const judgeOne = async (entry: Entry): Promise<SignedVerdict> => {
    const report = await verified(folder, entry, anchor)
    const said = [...strangers].flatMap(([name, all]) => {
      const one = all.get(join(folder, entry.file))
      return one ? [[name, one] as const] : []
    })
    const bare = { ...entry, ...inShort(report), strangers: Object.fromEntries(said) }
    return { ...bare, complaint: complaintOf(bare) }
  }
  const verdicts: SignedVerdict[] = []
  // As many as the limited child takes at once.
  for (let i = 0; i < entries.length; i += 2) verdicts.push(...(await Promise.all(entries.slice(i, i + 2).map(judgeOne))))
  return verdicts
}

function inShort(report: ValidationReport | null): Pick<SignedVerdict, 'ours' | 'document' | 'forgeries' | 'findings'> {
  if (!report) return { ours: 'TOO COMPLEX', document: 'unproven', forgeries: [], findings: [] }
  const all = [...report.findings, ...report.signatures.flatMap(({ findings, changesAfter }) => [...findings, ...changesAfter])]
  const ours = report.subIndication ? `${report.indication} ${report.subIndication}` : report.indication
  return { ours, document: report.document, forgeries: report.forgeries, findings: [...new Set(all.map(({ code }) => code))] }
}

const isFailed = (ours: string) => ours.startsWith('TOTAL-FAILED') || ours === 'TOO COMPLEX'
/**
 * An honest file is never called failed or changed; where a yardstick sees an attack, we do. `forbidden` is told either way: the tools differ
 * in what a certification allows.
 */
export function complaintOf({ expected, ours, document, strangers }: Omit<SignedVerdict, 'complaint'>): string | null {
  const words = Object.entries(strangers).map(([name, { verdict }]) => ({ name, verdict }))
  const refusing = words.filter(({ verdict }) => isRefusing(verdict)).map(({ name, verdict }) => `${name} ${verdict}`)
  const accepting = words.filter(({ verdict }) => isAccepting(verdict)).map(({ name, verdict }) => `${name} ${verdict}`)
  const isRefused = isFailed(ours) || document === 'changed'
  const yardsticks = `refused by ${refusing.join(', ') || 'none'}, accepted by ${accepting.join(', ') || 'none'}`
  if (expected === 'honest' && isRefused) return `an honest file is refused (${yardsticks})`
  if (expected === 'attacked' && !isRefused) return `an attack is not seen (${yardsticks})`
  if (expected === 'honest' && refusing.length > 1) return `only we accept it (${yardsticks})`
  return null
}
