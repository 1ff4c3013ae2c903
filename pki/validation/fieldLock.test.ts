import { afterAll, expect, test } from 'vitest'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import { writeDict, withEntry } from '#pki/signature/raw.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { RevisionWriter } from '#pki/signature/revision.ts'
import { signPdf } from '#pki/signature/sign.ts'
import { openOpensslAuthority } from '#test/fixtures/pdf/authority.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { validateDocument } from './document.ts'

const authority = openOpensslAuthority(1)
afterAll(() => authority.close())

const text = (name: string) => `<</Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (12) /F 4 /Rect [60 600 200 620] /P 3 0 R>>`

/** A form whose field locks others when it is signed, signed by a tool that does not repeat the lock in its signature; then one field is filled in. */
async function filledAfter(lock: string, filled: 6 | 7): Promise<Buffer> {
  const file = simplePdf({
    catalogue: '/AcroForm <</Fields [6 0 R 7 0 R 8 0 R]>>',
    page: '/Annots [6 0 R 7 0 R 8 0 R]',
    objects: {
      6: text('Amount'),
      7: text('Date'),
      8: `<</Type /Annot /Subtype /Widget /FT /Sig /T (Manager) /F 4 /Rect [300 60 500 120] /P 3 0 R /Lock <</Type /SigFieldLock ${lock}>>>>`,
    },
  })
  const facts = readSigningFacts(file)
  if (!facts.signable) throw new Error(facts.detail)
  const signed = await signPdf({
    ...authority.signers[0]!,
    facts: { ...facts, signatureFields: facts.signatureFields.map(({ lock: _lock, ...field }) => field) },
    hashState: advance(emptyState(), file),
    level: 'B-B',
    signature: { fieldName: 'Manager', signedAt: new Date() },
  })
  const writer = new RevisionWriter(signed.facts)
  const entries = [
    ['Type', '/Annot'],
    ['Subtype', '/Widget'],
    ['FT', '/Tx'],
    ['T', filled === 6 ? '(Amount)' : '(Date)'],
    ['V', '(12)'],
    ['F', '4'],
    ['Rect', '[60 600 200 620]'],
    ['P', '3 0 R'],
  ] as const
  writer.write([filled, 0], writeDict(withEntry(entries, 'V', '(99)')))
  return Buffer.concat([file, signed.tail, writer.finish().tail])
}

test.each([
  ['/Action /Include /Fields [(Amount)]', 6, 'fieldFilledAgainstLock'],
  ['/Action /Include /Fields [(Amount)]', 7, 'fieldFilled'],
  ['/Action /Exclude /Fields [(Amount)]', 7, 'fieldFilledAgainstLock'],
  ['/Action /All', 7, 'fieldFilledAgainstLock'],
  ['/Action /Include /Fields [] /P 1', 7, 'fieldFilledAgainstLock'],
] as const)('a lock prepared in the field, %s, then object %i is filled in: %s', async (lock, filled, expected) => {
  const bytes = await filledAfter(lock, filled)
  expect(bytes.toString('latin1')).not.toContain('/FieldMDP')
  const report = validateDocument(bytes, { anchors: [], at: new Date() })
  expect(report.signatures.map(({ changesAfter }) => changesAfter.map(({ code }) => code))).toEqual([[expected]])
})

test('who signs next is refused what the field locked', async () => {
  const facts = readSigningFacts(await filledAfter('/Action /All', 7))
  expect(facts.signable && facts.signatures[0]!.locks).toEqual([{ action: 'All', fields: [] }])
})
