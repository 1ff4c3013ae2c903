import { PdfError } from './error.ts'
import { latin1 } from './latin1.ts'
import { bytesAt } from './source.ts'
import type { Source } from './source.ts'

/** Readers look for a header so far into a file (ISO 32000-1 Annex H.3, note 13), and differ about what offsets count from then. */
export const mostLeadingBytes = 1024

/** Where the header begins in the first bytes of a file, and its version; undefined where there is none. */
export function findHeader(bytes: Uint8Array): { readonly offset: number; readonly version: string } | undefined {
  const header = /%PDF-(\d\.\d)(?=[\0\t\n\f\r ])/.exec(latin1(bytes.subarray(0, mostLeadingBytes)))
  return header ? { offset: header.index, version: header[1]! } : undefined
}

/** The version. @throws PdfError NOT_PDF, LEADING_BYTES */
export function readHeader(source: Source): string {
  const header = findHeader(bytesAt(source, 0, Math.min(source.size, mostLeadingBytes)))
  if (!header) throw new PdfError('NOT_PDF', 'the file has no PDF header')
  if (header.offset > 0) throw new PdfError('LEADING_BYTES', 'bytes stand before the header', header.offset)
  return header.version
}
