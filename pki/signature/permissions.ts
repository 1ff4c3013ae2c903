/** What the author of an encrypted file allows those who open it with the user's password (ISO 32000-2 table 22). */

import type { Decryption } from '#pki/pdf/decryption.ts'
import type { EncryptionFacts } from './facts.ts'

const modifyContents = 1 << 3
const annotateAndFillIn = 1 << 5
const fillIn = 1 << 8

/**
 * Bit 4 with bit 6 allows new form fields, those for signatures among them; bit 6, or from revision 3 on bit 9 alone, allows signing in those that
 * stand there. The owner's password allows everything. EU DSS decides the same way.
 * @param hasMac whether a MAC protects the newest revision
 */
export function encryptionFacts({ encryption, fileKey, openedAs, macKey }: Decryption, hasMac: boolean): EncryptionFacts {
  const { permissions, revision } = encryption
  const has = (bit: number) => openedAs === 'owner' || (permissions & bit) !== 0
  return {
    ...fileKey,
    mayAddFields: has(modifyContents) && has(annotateAndFillIn),
    maySignFields: has(annotateAndFillIn) || (revision >= 3 && has(fillIn)),
    ...(hasMac && macKey && { macSalt: Buffer.from(macKey.salt).toString('hex') }),
  }
}
