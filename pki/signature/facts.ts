/** What signing has to know about a file. A plain value: it is read once, in a limited process, stored, and grows with each signature. */

import type { FileKey } from '#pki/pdf/cipher.ts'
import type { XrefKind } from '#pki/pdf/xref.ts'
import type { Attachment } from './attachments.ts'
import type { Pointer, RawEntries } from './raw.ts'

/** Left, bottom, right, top in default user space, 1/72 inch. */
export type Rectangle = readonly [number, number, number, number]

export type PageFacts = {
  readonly pointer: Pointer
  readonly entries: RawEntries
  readonly mediaBox: Rectangle
  readonly cropBox: Rectangle
  /** Points in a unit of the page's own space, where it is not one (ISO 32000-2 table 31, /UserUnit). */
  readonly userUnit?: number
  /** Degrees clockwise that the page is turned when shown. */
  readonly rotation: 0 | 90 | 180 | 270
  /** The text between the brackets of /Annots, and the object that holds the array when it is not in the page itself. */
  readonly annotations: { readonly holder?: Pointer; readonly items: string }
}

/** Which fields a signature freezes (ISO 32000-2 §12.8.2.4). */
export type FieldLock = {
  readonly action: 'All' | 'Include' | 'Exclude'
  readonly fields: readonly string[]
  readonly permission?: 1 | 2 | 3
}

/** A signature field that stands in the form. */
export type SignatureField = {
  /** The fully qualified name. */
  readonly name: string
  readonly pointer: Pointer
  readonly entries: RawEntries
  readonly signed: boolean
  /** The widget where it is another object than the field. */
  readonly widget?: { readonly pointer: Pointer; readonly entries: RawEntries }
  readonly widgets: number
  readonly rectangle: Rectangle
  /** By its flags (ISO 32000-2 table 167). */
  readonly isHidden?: true
  /** Index of the page the widget stands on. */
  readonly page?: number
  /** To be put in force by the signature (ISO 32000-2 table 236). */
  readonly lock?: FieldLock
  /** A demand of the form's author that our signatures do not meet: a key of ISO 32000-2 table 237. */
  readonly unmetSeed?: string
  /** The certification that the form's author demands of this signature. */
  readonly certify?: 1 | 2 | 3
}

export type SignatureFacts = {
  readonly field: string
  readonly subFilter: string
  readonly timestamp: boolean
  readonly byteRange: readonly number[]
  /** DocMDP of a certification, or /P of a lock. */
  readonly permission?: 1 | 2 | 3
  readonly locks: readonly FieldLock[]
}

/** A stream of the document security store. */
export type StoredValue = { readonly pointer: Pointer; readonly sha256: string }

export type DssFacts = {
  readonly holder?: Pointer
  readonly certificates: readonly StoredValue[]
  readonly ocsps: readonly StoredValue[]
  readonly crls: readonly StoredValue[]
  /** Key and source text. */
  readonly vri: RawEntries
  /** What else the store says, which is said again. */
  readonly others: RawEntries
}

/** How what is appended to an encrypted file is encrypted. The key is as secret as the password that opens the file. */
export type EncryptionFacts = FileKey & {
  /** Whether new signature fields are allowed, and whether those that stand in the form may be signed. */
  readonly mayAddFields: boolean
  readonly maySignFields: boolean
  /** In hexadecimal, where what is appended needs a MAC of its own (ISO/TS 32004). */
  readonly macSalt?: string
}

/** An object that grows, as it stands. */
type TreeNode = { readonly pointer: Pointer; readonly entries: RawEntries }
/** An array's items, and the object that holds it when it stands in one of its own. */
export type TreeList = { readonly holder?: Pointer; readonly items: string }

/** The structure tree of a tagged document, as far as a new widget joins it. */
export type StructureFacts = {
  /** The tree's root without what grows. */
  readonly root: TreeNode
  /** The element that new elements become kids of, where it is not the root. */
  readonly parent?: TreeNode
  readonly kids: { readonly items: string }
  /** The root node of the number tree, without its list; it may stand in the tree's root itself. */
  readonly numbers: { readonly pointer?: Pointer; readonly entries: RawEntries; readonly key: 'Nums' | 'Kids' } & TreeList
  /** A number that nothing on the pages uses. */
  readonly nextKey: number
}

/** An object and its text. */
export type WrittenObject = readonly [Pointer, string]

export type SigningFacts = {
  readonly signable: true
  readonly size: number
  readonly startxref: number
  readonly xrefKind: XrefKind
  readonly endsInNewline: boolean
  readonly version: string
  readonly pdfa?: { readonly part: number; readonly conformance: string }
  /** The part of PDF/UA (ISO 14289) that the file says it keeps. */
  readonly pdfua?: number
  /** Of a tagged document. */
  readonly structure?: StructureFacts
  /** What a new trailer repeats. */
  readonly trailer: RawEntries
  readonly encryption?: EncryptionFacts
  readonly nextObject: number
  /** What the next revision writes besides: without it not every page could be named. */
  readonly unwritten?: readonly WrittenObject[]
  readonly root: Pointer
  readonly catalogue: RawEntries
  readonly acroForm?: {
    readonly holder?: Pointer
    readonly entries: RawEntries
    readonly fields: { readonly holder?: Pointer; readonly items: string }
  }
  /** Names of the form's fields that are not signature fields. */
  readonly otherFields: readonly string[]
  /** Whether there are such fields, in the form or only on pages: readers may draw them anew. */
  readonly hasOtherFields: boolean
  readonly signatureFields: readonly SignatureField[]
  /** Signatures and document time stamps present, the oldest first. */
  readonly signatures: readonly SignatureFacts[]
  readonly pages: readonly PageFacts[]
  /** Files inside the file, which a signature covers with it. */
  readonly attachments: readonly Attachment[]
  readonly dss?: DssFacts
  readonly revisions: number
}

/**
 * Why a file is not signed as it is. Stable codes.
 *
 * NOT_PDF · BROKEN a structure that has no single reading · ENCRYPTED it needs another password, or cannot be decrypted ·
 * NOT_PERMITTED who opens it with this password may not sign it · CERTIFIED_NO_CHANGES its certification allows no further signature ·
 * SIGNATURE_WOULD_BREAK an earlier signature, whose field is named, covers what would be appended ·
 * ACTIVE_CONTENT it shows or does something that is not on its pages · NO_PAGES · TOO_LARGE · TOO_MANY_PAGES · TOO_MANY_OBJECTS ·
 * TOO_COMPLEX it needs more time, memory or depth than a file may take
 */
export type RefusalCode =
  | 'NOT_PDF'
  | 'BROKEN'
  | 'ENCRYPTED'
  | 'NOT_PERMITTED'
  | 'CERTIFIED_NO_CHANGES'
  | 'SIGNATURE_WOULD_BREAK'
  | 'ACTIVE_CONTENT'
  | 'NO_PAGES'
  | 'TOO_LARGE'
  | 'TOO_MANY_PAGES'
  | 'TOO_MANY_OBJECTS'
  | 'TOO_COMPLEX'

export type Refusal = {
  readonly signable: false
  readonly code: RefusalCode
  /** What was found, as stable words: the kinds of active content, the reader's code, or CONTENT and the number of its page. */
  readonly what: readonly string[]
  /** English, for the log. */
  readonly detail: string
}

export const refusal = (code: RefusalCode, detail: string, what: readonly string[] = []): Refusal => ({
  signable: false,
  code,
  what,
  detail,
})
