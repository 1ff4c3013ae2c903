/** Files inside the file (ISO 32000-2 §7.11.4): content like the pages, which a signature over the whole file covers. */

import { hash } from 'node:crypto'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { findInside } from '#pki/pdf/inside.ts'
import { packingCodes, PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isRef, isStream, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'

export type Attachment = {
  readonly name: string
  /** As the file states it; nobody has checked that it is so. */
  readonly type?: string
  /** Of the file inside, its octets and SHA-256; absent where it is larger, or packed otherwise, than the reader unpacks. */
  readonly size?: number
  readonly sha256?: string
  /** Where its octets stand in the file that carries it, as they are or deflated; absent where they are packed otherwise. */
  readonly at?: { readonly offset: number; readonly length: number; readonly isDeflated: boolean }
}

const mostAttachments = 1_000
const mostCharacters = 255

/** All of them, each once, in the order of the file. @throws PdfError where there are more than a person can be shown */
export const readAttachments = (document: PdfDocument): Attachment[] => [...attachmentsByObject(document).values()]

/** The same, each under the number of the object that holds its octets. @throws PdfError */
export function attachmentsByObject(document: PdfDocument): ReadonlyMap<number, Attachment> {
  const found = new Map<number, Attachment>()
  for (const { value } of document.objects(undefined, () => undefined))
    findInside(value, (dict) => {
      const embedded = document.get(dict, 'EF')
      if (isDict(embedded)) addSpecified(document, dict, embedded, found)
      return false
    })
  return found
}

/** A file specification may name one file under several keys, for systems long gone. */
function addSpecified(document: PdfDocument, specification: Dict, embedded: Dict, found: Map<number, Attachment>): void {
  for (const key of ['UF', 'F', 'Unix', 'DOS', 'Mac']) {
    const ref = embedded.entries.get(key)
    const stream = document.resolve(ref)
    if (!isRef(ref) || !isStream(stream) || found.has(ref.number)) continue
    if (found.size >= mostAttachments) throw new PdfError('TOO_MANY_OBJECTS', 'more attachments than the reader allows')
    found.set(ref.number, { name: nameIn(document, specification), ...typeIn(document, stream), ...contentsOf(document, stream) })
  }
}

function nameIn(document: PdfDocument, specification: Dict): string {
  const texts = ['UF', 'F', 'Desc'].map((key) => document.get(specification, key)).filter(isString)
  return (texts[0] ? textOf(texts[0]) : '').slice(0, mostCharacters)
}

function typeIn(document: PdfDocument, stream: Stream): { type?: string } {
  const type = nameOf(document.get(stream.dict, 'Subtype'))
  return type ? { type: type.slice(0, mostCharacters) } : {}
}

function contentsOf(document: PdfDocument, stream: Stream): Pick<Attachment, 'size' | 'sha256' | 'at'> {
  try {
    const data = document.data(stream)
    return { size: data.length, sha256: hash('sha256', data), ...placeOf(document, stream) }
  } catch (error) {
    if (error instanceof PdfError && (packingCodes.has(error.code) || error.code === 'TOO_LARGE')) return {}
    throw error
  }
}

/** An encrypted file's octets mean nothing by themselves, nor do those that a predictor turned or another filter packed. */
function placeOf(document: PdfDocument, { dict, start, length }: Stream): Pick<Attachment, 'at'> {
  const filter = dict.entries.get('Filter') ?? null
  const only = isArray(filter) && filter.length === 1 ? filter[0]! : filter
  const isDeflated = nameOf(only) === 'FlateDecode'
  if (document.decryption || dict.entries.has('DecodeParms') || (only !== null && !isDeflated)) return {}
  return { at: { offset: start, length, isDeflated } }
}
