import { z } from 'zod'

/**
 * The password that opens an encrypted PDF, the user's or the owner's, travels beside its octets: a header, as addresses are logged, and
 * percent-encoded UTF-8, as headers have no Arabic. The server forgets it when it has answered.
 */
export const documentPasswordHeader = 'x-document-password'

/** What a person types; no kind of encryption tells longer ones apart (ISO 32000-2 §7.6.4.3.3 reads 127 octets). */
export const DocumentPassword = z.object({ password: z.string().min(1).max(127) })

/** What a request carries besides the file. */
export const passwordHeaders = (password: string | undefined): Record<string, string> =>
  password === undefined ? {} : { [documentPasswordHeader]: encodeURIComponent(password.toWellFormed()) }

/** Undefined where it is none. */
export function readDocumentPassword(header: string): string | undefined {
  try {
    const password = decodeURIComponent(header)
    return DocumentPassword.safeParse({ password }).success ? password : undefined
  } catch {
    return undefined
  }
}
