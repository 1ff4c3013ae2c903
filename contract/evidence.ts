/** Files that support a request: a PDF, or a picture of a document. */
import { z } from 'zod'
import { call, moment, opaqueId, wholeList } from './kit.ts'
import { evidenceLimits } from './limits.ts'
import { nameText } from './texts.ts'

/** The kinds of requests that files can be sent with. */
export const evidencePurposes = ['erasure', 'organisation', 'organisationSeal', 'membership', 'unit', 'seal', 'organisationChange'] as const
export const evidenceKinds = ['pdf', 'png', 'jpeg'] as const

/** Numbers of files of the caller’s own that go with a request. */
export const evidenceOf = z.array(opaqueId).max(5).default([])

export const EvidenceFile = z.object({
  uniqueFileID: opaqueId,
  fileName: z.string(),
  kind: z.enum(evidenceKinds),
  size: z.int(),
  /** Of what is kept: a picture is written anew, without what does not show. */
  sha256: z.string(),
  uploadedDate: moment,
})

const file = { uniqueFileID: opaqueId }

export const uploadEvidence = call({
  path: 'POST /api/v1/evidence/my/files',
  summary: 'Takes one PDF, PNG or JPEG that is to support a request of the caller’s.',
  access: 'signedIn',
  refuses: ['REFUSED_DOCUMENT', 'TOO_MANY'],
  query: { name: nameText(255), purpose: z.enum(evidencePurposes) },
  body: { bytes: 'application/octet-stream', maxBytes: evidenceLimits.bytes },
  output: EvidenceFile.extend({ expiresAt: moment }),
})

export const listMyEvidence = call({
  path: 'GET /api/v1/evidence/my/files',
  summary: 'The caller’s own files that are not sent with a request yet, in the order in which they came.',
  access: 'signedIn',
  query: { purpose: z.enum(evidencePurposes) },
  output: wholeList(EvidenceFile.extend({ expiresAt: moment })),
})

export const openMyEvidence = call({
  path: 'GET /api/v1/evidence/my/files/:uniqueFileID',
  summary: 'One of the caller’s own files, as it is kept.',
  access: 'signedIn',
  params: file,
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const removeEvidence = call({
  path: 'POST /api/v1/evidence/my/files/remove',
  summary: 'Forgets a file that was not sent with a request.',
  access: 'signedIn',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: file,
  output: z.object({ status: z.literal('1') }),
})
