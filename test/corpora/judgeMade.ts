/** Whether our reader takes unsigned files, our engine signs them, and strangers find the result whole. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import { signPdf } from '#pki/signature/sign.ts'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import { openOpensslAuthority, type OpensslAuthority } from '../fixtures/pdf/authority.ts'
import type { Entry } from './manifest.ts'

export type MadeVerdict = Entry & {
  /** `signable`, or the code of the refusal. */
  inspection: string
  detail?: string
  /** What the engine did: `signed`, or what it threw. */
  engine?: string
  pdfsig?: string
  /** qpdf's complaints about the signed file that it did not have about the original. */
  qpdf?: string
}

const program = (command: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 })
  return stdout + stderr
}

export async function judgeMade(folder: string, entries: readonly Entry[]): Promise<MadeVerdict[]> {
  const authority = openOpensslAuthority(1)
  const verdicts: MadeVerdict[] = []
  for (const entry of entries)
    verdicts.push({ ...entry, ...(await judgeOne(join(folder, entry.file), authority, entry.encryption !== undefined)) })
  authority.close()
  return verdicts
}

/** What makers protect their files with: the owner's password. Most of them then allow no signature without it. */
const owner = 'owner'

async function judgeOne(path: string, authority: OpensslAuthority, isEncrypted: boolean): Promise<Omit<MadeVerdict, keyof Entry>> {
  const anybody = await inspectPdf(path)
  const needsOwner = !anybody.signable && isEncrypted
  const facts = needsOwner ? await inspectPdf(path, { opener: owner }) : anybody
  if (!facts.signable) return { inspection: facts.code, detail: facts.detail }
  const bytes = readFileSync(path)
  const signed = join(authority.folder, 'signed.pdf')
  try {
    writeFileSync(signed, Buffer.concat([bytes, await tailOf(bytes, facts, authority)]))
  } catch (error) {
    return { inspection: 'signable', engine: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
  const pdfsig = pdfsigOf(signed, ...(needsOwner ? ['-opw', owner] : []))
  const added = complaintsOf(signed, needsOwner).filter((line) => !complaintsOf(path, needsOwner).includes(line))
  return { inspection: 'signable', engine: 'signed', pdfsig, ...(added.length > 0 && { qpdf: added.join(' | ').slice(0, 300) }) }
}

export const isValid = 'Signature is Valid.'

/** What pdfsig says of the last signature. */
export const pdfsigOf = (path: string, ...more: string[]): string =>
  [...program('pdfsig', '-nocert', ...more, path).matchAll(/Signature Validation: (.*)/g)].map(([, words]) => words!.trim()).at(-1) ??
  'no signature found'

const complaintsOf = (path: string, needsOwner: boolean) =>
  program('qpdf', '--check', ...(needsOwner ? [`--password=${owner}`] : []), path)
    .split('\n')
    .filter((line) => /^(WARNING|ERROR)/.test(line))
    .map((line) => line.replaceAll(path, ''))

async function tailOf(bytes: Uint8Array, facts: SigningFacts, authority: OpensslAuthority): Promise<Uint8Array> {
  const [left, bottom] = facts.pages[0]!.cropBox
  const { tail } = await signPdf({
    ...authority.signers[0]!,
    facts,
    hashState: advance(emptyState(), bytes),
    level: 'B-B',
    signature: {
      fieldName: 'TawqiSignature',
      signedAt: new Date(),
      reason: 'Agreed',
      page: 0,
      rectangle: [left, bottom, left + 10, bottom + 10],
    },
  })
  return tail
}

/** Nothing amiss, or why somebody should look. */
export function complaintOf({ inspection, engine, pdfsig, qpdf }: MadeVerdict): string | null {
  if (inspection !== 'signable') return `refused: ${inspection}`
  if (engine !== 'signed') return `not signed: ${engine}`
  if (pdfsig !== isValid) return `pdfsig: ${pdfsig}`
  return qpdf ? `qpdf: ${qpdf}` : null
}
