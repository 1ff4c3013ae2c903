/**
 * Why a file cannot be read. Codes are stable: they are stored and shown.
 *
 * NOT_PDF no header · LEADING_BYTES something before the header · SYNTAX a token or object that the grammar does not have · CUT_SHORT the file
 * ends inside an object · XREF a cross-reference section that does not hold together · XREF_LOOP sections that lead to one another · OBJECT a
 * reference that does not lead to the object it names · STREAM_LENGTH /Length is not the stream's length · FILTER a stream that cannot be
 * unpacked · FILTER_UNKNOWN one that is packed as not all readers know · TRAILING_BYTES data after the last end-of-file marker · TYPE a value
 * of another type than the standard has there · LOOP a tree that contains itself · PASSWORD it is encrypted, and what was given does not open
 * it · ENCRYPTION_UNKNOWN it is encrypted in a way that we do not read · ENCRYPTION its encryption does not hold together, or something in it
 * cannot be decrypted · TOO_DEEP, TOO_MANY_OBJECTS, TOO_MANY_VALUES, TOO_MANY_REVISIONS, TOO_LARGE a limit of the reader.
 */
export type PdfErrorCode =
  | 'NOT_PDF'
  | 'LEADING_BYTES'
  | 'SYNTAX'
  | 'CUT_SHORT'
  | 'XREF'
  | 'XREF_LOOP'
  | 'OBJECT'
  | 'STREAM_LENGTH'
  | 'FILTER'
  | 'FILTER_UNKNOWN'
  | 'TRAILING_BYTES'
  | 'TYPE'
  | 'LOOP'
  | 'PASSWORD'
  | 'ENCRYPTION_UNKNOWN'
  | 'ENCRYPTION'
  | 'TOO_DEEP'
  | 'TOO_MANY_OBJECTS'
  | 'TOO_MANY_VALUES'
  | 'TOO_MANY_REVISIONS'
  | 'TOO_LARGE'

export class PdfError extends Error {
  override name = 'PdfError'
  readonly code: PdfErrorCode
  /** Offset into the file where known, for the log. */
  readonly offset: number | undefined

  constructor(code: PdfErrorCode, message: string, offset?: number) {
    super(message)
    this.code = code
    this.offset = offset
  }
}

/** The reader has parsed as much as it may for one file. No error of one object: whoever goes on without an object must not go on without all others. */
export class TooCostly extends Error {
  override name = 'TooCostly'
}

/** A stream is not unpacked; what stands around it is sound. */
export const packingCodes: ReadonlySet<PdfErrorCode> = new Set<PdfErrorCode>(['FILTER', 'FILTER_UNKNOWN'])

/** Nothing is wrong with such a file: it is more than the reader takes. */
export const limitCodes: ReadonlySet<PdfErrorCode> = new Set<PdfErrorCode>([
  'TOO_DEEP',
  'TOO_MANY_OBJECTS',
  'TOO_MANY_VALUES',
  'TOO_MANY_REVISIONS',
  'TOO_LARGE',
])

/** What an object that is not there, or is damaged, is told by; what would cost too much to read is another matter. */
export const unreadable: ReadonlySet<PdfErrorCode> = new Set<PdfErrorCode>([
  'OBJECT',
  'XREF',
  'SYNTAX',
  'CUT_SHORT',
  'STREAM_LENGTH',
  'ENCRYPTION',
])
