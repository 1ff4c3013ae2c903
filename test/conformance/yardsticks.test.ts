/**
 * What EU DSS says of files that we signed at B-LTA, of every kind, today and years after the signers' certificates expired. It is asked before a release
 * (`test/corpora/judges.ts` installs it); ours is asked in every run, about fewer.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import type { Appearance, SignatureOptions } from '#pki/signature/prepare.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { judges, summon } from '#test/corpora/judges.ts'
import { openOpensslAuthority } from '#test/fixtures/pdf/authority.ts'
import { profilePdf, profiles } from '#test/fixtures/pdf/make/profiles.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { isRelease, volume } from '#test/volume.ts'

const count = volume({ push: 4, release: 300 })
const minute = 60_000
const year = 365 * 24 * 60 * minute
const authority = openOpensslAuthority(2, 9 * 365)
afterAll(() => authority.close())

const corpus = join(import.meta.dirname, '../fixtures/pdf')
const earlierSigned = /signed|certified|locks/ // by authorities that nobody here knows
const fixtures = readdirSync(corpus).filter((name) => name.endsWith('.pdf') && !earlierSigned.test(name))

const content = '0.85 0.92 1 rg 0 0 180 60 re f'
const box: Appearance = {
  width: 180,
  height: 60,
  objects: (first) => {
    const dict = `<</Type /XObject /Subtype /Form /BBox [0 0 180 60] /Length ${content.length}>>`
    return { ref: first, objects: [Buffer.from(`${first} 0 obj\n${dict}\nstream\n${content}\nendstream\nendobj\n`)] }
  },
}

/** In turns what makers wrote, what claims a profile, and documents that differ in cross-reference, pages and length. */
function original(i: number): { name: string; bytes: Uint8Array } {
  const n = Math.floor(i / 3)
  if (i % 3 === 0) return { name: fixtures[n % fixtures.length]!, bytes: readFileSync(join(corpus, fixtures[n % fixtures.length]!)) }
  if (i % 3 === 1) return { name: profiles[n % profiles.length]!, bytes: profilePdf(profiles[n % profiles.length]!) }
  const kind = (['stream', 'table', 'hybrid'] as const)[n % 3]!
  const page = `/Rotate ${90 * (n % 4)} /MediaBox [0 0 ${400 + 7 * n} ${500 + 5 * n}]`
  return { name: `${kind} ${n}`, bytes: simplePdf({ kind, page, objects: { 20: `(${'x'.repeat(n * 100)})` } }) }
}

/** Once or twice, visibly or not, certified or not. */
async function signed(i: number): Promise<{ name: string; bytes: Buffer }> {
  const { name, bytes: unsigned } = original(i)
  let bytes = Buffer.from(unsigned)
  for (const who of i % 5 === 0 ? [0, 1] : [0]) {
    const facts = readSigningFacts(bytes)
    if (!facts.signable) throw new Error(`${name}: ${facts.code} ${facts.detail}`)
    const isCertified = who === 0 && i % 7 === 0
    const signature: SignatureOptions = {
      fieldName: `Approval${who + 1}`,
      signedAt: new Date(),
      reason: 'موافقة على العقد',
      ...(isCertified && { certify: 3 }),
      ...(i % 2 === 0 && who === 0 && { rectangle: [40, 40, 220, 100], appearance: box }),
    } as SignatureOptions
    const { tail } = await signPdf({
      ...authority.signers[who]!,
      facts,
      hashState: advance(emptyState(), bytes),
      level: 'B-LTA',
      timestamp: authority.timestamp,
      validationMaterial: () => authority.material,
      signature,
    })
    bytes = Buffer.concat([bytes, tail])
  }
  return { name, bytes }
}

test(
  `${count} files that we signed at B-LTA stand today and in years`,
  { timeout: volume({ push: 1, release: 40 }) * minute },
  async ({ skip }) => {
    const folder = join(authority.folder, 'lta')
    mkdirSync(folder)
    const anchors = [readCertificate(readFileSync(join(authority.folder, 'root.der')))]
    const paths: string[] = []
    const names = new Map<string, string>()
    const times = () => [0, 3 * year, 5 * year].map((later) => new Date(Date.now() + later))
    for (let i = 0; i < count; i++) {
      const { name, bytes } = await signed(i)
      const path = join(folder, `${i}.pdf`)
      writeFileSync(path, bytes)
      paths.push(path)
      names.set(path, name)
      for (const at of times())
        expect(validateDocument(bytes, { anchors, at }), `${name}, ${at.toISOString()}`).toMatchObject({
          indication: 'TOTAL-PASSED',
          document: 'asSigned',
        })
    }
    if (!isRelease) return
    const ask = await summon(judges.find(({ name }) => name === 'eu-dss')!).catch((error: Error) =>
      console.error(`NOT JUDGED BY EU DSS, WHICH IS NOT HERE: ${error.message}`),
    )
    if (!ask) return skip('without EU DSS')
    for (const at of times()) {
      const said = [...(await ask(authority.folder, paths, at)).values()]
      const formats = said.flatMap(({ signatures = [] }) => (signatures as { format: string }[]).map(({ format }) => format))
      console.log(at.toISOString(), Object.fromEntries([...Map.groupBy(formats, String)].map(([format, all]) => [format, all.length])))
      expect(said.filter(({ verdict }) => verdict !== 'TOTAL-PASSED').map((one) => ({ ...one, file: names.get(one.file) }))).toEqual([])
      expect(said).toHaveLength(count)
      expect(new Set(formats)).toEqual(new Set(['PAdES-BASELINE-LTA']))
    }
  },
)
