/** Objects as they stand in an encrypted file (ISO 32000-2 §7.6.2). Without `key` they stand as they are. */

import { readBody } from '#pki/pdf/body.ts'
import { encrypterOf } from '#pki/pdf/cipher.ts'
import type { FileKey } from '#pki/pdf/cipher.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { Parser } from '#pki/pdf/parse.ts'
import { bytesAt, defaultLimits, memory } from '#pki/pdf/source.ts'
import { replaceStrings } from '#pki/pdf/strings.ts'
import { isStream } from '#pki/pdf/values.ts'
import { rawEntries } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'

/** The body of an object that is no stream, or a part of it, with its strings encrypted. */
export const encryptedBody = (key: FileKey | undefined, [number, generation]: Pointer, body: string): string =>
  key ? replaceStrings(body, encrypterOf(key, number, generation).string) : body

export const encryptedStream = (key: FileKey | undefined, [number, generation]: Pointer, data: Uint8Array): Uint8Array =>
  key ? encrypterOf(key, number, generation).stream(data) : data

/** What stands in a complete object of our own, from `obj` to `endobj`: a stream's dictionary without /Length and its data, or any other body. */
export function takeApart(object: Uint8Array): { readonly entries: RawEntries; readonly data: Uint8Array } | { readonly body: string } {
  const source = memory(object)
  const parser = new Parser(source.window(0, object.length), 0, defaultLimits)
  parser.unsigned()
  parser.unsigned()
  parser.skipWhite()
  parser.keyword('obj')
  const start = parser.at
  const { value, end } = readBody(source, parser, defaultLimits, (length) => length)
  if (isStream(value)) return { entries: rawEntries(value.dict, ['Length']), data: bytesAt(source, value.start, value.length) }
  return { body: latin1(object.subarray(start, end - 'endobj'.length)).trim() }
}
