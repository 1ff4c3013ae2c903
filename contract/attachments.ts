import { z } from 'zod'

/** A file inside a PDF. Its type is what the document says it is; size and hash are null where it is too large to unpack. */
export const Attachment = z.object({
  name: z.string(),
  type: z.string().nullable(),
  size: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Where its octets stand in the PDF, so that whoever has the PDF can take them out; null where they are packed otherwise than deflated. */
  at: z.object({ offset: z.int(), length: z.int(), isDeflated: z.boolean() }).nullable(),
})
export type Attachment = z.output<typeof Attachment>
