import { PdfError } from './error.ts'
import { latin1 } from './latin1.ts'
import { bytesAt } from './source.ts'
import type { Source } from './source.ts'

/** Readers look for a header so far into a file (ISO 32000-1 Annex H.3, note 13), and differ about what offsets count from then. */
const mostLeadingBytes = 1024

/** The version. @throws PdfError NOT_PDF, LEADING_BYTES */
export function readHeader(source: Source): string {
  const head = latin1(bytesAt(source, 0, Math.min(source.size, mostLeadingBytes)))
  const header = /%PDF-(\d\.\d)(?=[\0\t\n\f\r ])/.exec(head)
  if (!header) throw new PdfError('NOT_PDF', 'the file has no PDF header')
  if (header.index > 0) throw new PdfError('LEADING_BYTES', 'bytes stand before the header', header.index)
  return header[1]!
}
