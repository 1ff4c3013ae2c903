import type { z } from 'zod'
import { fieldName, type Upload } from '#contract/signing.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { strangersText } from '#server/platform/isolate.ts'
import { emptyFields, shownSize, signedPlaces } from '#server/signing/placement.ts'
import { placementSentence } from '#server/signing/refusals.ts'
import type { KeptFacts } from './keptFacts.ts'

type Row = { public_id: string; name: string; size: number; sha256: Buffer; expires_at: Date }

/** A document that waits to be signed, as its owner sees it. */
export const describeUpload = ({ language }: Pick<Ctx, 'language'>, row: Row, facts: KeptFacts): z.output<typeof Upload> => ({
  uniqueFileID: row.public_id,
  documentName: row.name,
  size: row.size,
  sha256: row.sha256.toString('hex'),
  pages: facts.pages.map(shownSize),
  signatures: facts.signatures.filter(({ timestamp }) => !timestamp).length,
  signedPlaces: signedPlaces(facts),
  emptyFields: emptyFields(facts).flatMap(({ name, place, fault }) =>
    isNameable(name) ? { name, place, refusal: fault ? placementSentence(fault)[language] : '' } : [],
  ),
  attachments: facts.attachments.map(({ name, type = null, size = null, sha256 = null, at = null }) =>
    strangersText({ name, type, size, sha256, at }),
  ),
  leadingBytes: facts.leadingBytes ?? 0,
  isEncrypted: facts.encryption !== undefined,
  expiresAt: row.expires_at,
})

/** A name that a request cannot carry as it stands in the file leads to no field. */
const isNameable = (name: string) => fieldName.safeDecode(name).data === name
