import { expect, test } from 'vitest'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { readSigningFacts } from './readFacts.ts'

function seeded(entries: string) {
  const facts = readSigningFacts(
    simplePdf({
      catalogue: '/AcroForm <</Fields [6 0 R]>>',
      page: '/Annots [6 0 R]',
      objects: { 6: `<</Type /Annot /Subtype /Widget /FT /Sig /T (S) /Rect [0 0 9 9] /P 3 0 R /SV <</Type /SV ${entries}>>>>` },
    }),
  )
  if (!facts.signable) throw new Error(facts.detail)
  const { unmetSeed, certify } = facts.signatureFields[0]!
  return unmetSeed ?? certify ?? 'met'
}

test.each([
  ['', 'met'],
  ['/SubFilter [/adbe.pkcs7.detached]', 'met'], // wished for
  ['/Ff 1 /Filter /Adobe.PPKLite', 'met'],
  ['/Ff 1 /Filter /Other', 'Filter'],
  ['/Ff 2 /SubFilter [/adbe.pkcs7.detached /ETSI.CAdES.detached]', 'met'],
  ['/Ff 2 /SubFilter [/adbe.pkcs7.detached]', 'SubFilter'],
  ['/Ff 4 /V 2.0', 'met'],
  ['/Ff 4 /V 9', 'V'],
  ['/Ff 8', 'met'],
  ['/Ff 8 /Reasons [(.)]', 'met'],
  ['/Ff 8 /Reasons [(I agree)]', 'Reasons'],
  ['/Ff 16 /LegalAttestation [(None)]', 'LegalAttestation'],
  ['/Ff 32 /AddRevInfo false', 'met'],
  ['/Ff 32 /AddRevInfo true', 'AddRevInfo'],
  ['/Ff 64 /DigestMethod [(SHA1) (sha256)]', 'met'],
  ['/Ff 64 /DigestMethod [/SHA512]', 'DigestMethod'],
  ['/Ff 128 /LockDocument /false', 'met'],
  ['/Ff 128 /LockDocument /true', 'LockDocument'],
  ['/Ff 256 /AppearanceFilter (Stamp)', 'AppearanceFilter'],
  ['/Ff 1024', 'Ff'],
  ['/Cert <</Type /SVCert /Ff 0 /Issuer [(x)]>>', 'met'],
  ['/Cert <</Type /SVCert /Ff 2 /Issuer [(x)]>>', 'Cert'],
  ['/TimeStamp <</URL (https://example.com) /Ff 1>>', 'met'], // every signature of ours has a time stamp
  ['/MDP <</P 0>>', 'met'],
  ['/MDP <</P 3>>', 3],
  ['/MDP <</P 7>>', 'MDP'],
])('%s: %s', (entries, expected) => expect(seeded(entries)).toBe(expected))
