/** Where a signature may stand in a file. */

import type { FieldLock, PageFacts, Rectangle, SignatureField, SigningFacts } from './facts.ts'

/** Stable reasons why a signature cannot be put where it was asked for. */
export type PlacementCode =
  | 'FIELD_SIGNED'
  | 'FIELD_NAME_TAKEN'
  | 'FIELD_LOCKED'
  | 'FIELD_HAS_SEVERAL_WIDGETS'
  | 'FIELD_SEED_VALUE'
  | 'CERTIFIED_NO_CHANGES'
  | 'CERTIFIED_NO_NEW_FIELDS'
  | 'NOT_FIRST_SIGNATURE'
  | 'NO_SUCH_PAGE'
  | 'NEW_FIELDS_NOT_PERMITTED'
  | 'NO_SUCH_FIELD'
  | 'OUTSIDE_PAGE'
  | 'COVERS_SIGNATURE'

export class PlacementError extends Error {
  override name = 'PlacementError'
  readonly code: PlacementCode
  /** The demand that is not met, a key of ISO 32000-2 table 237. */
  readonly demand: string | undefined

  constructor(code: PlacementCode, message: string, demand?: string) {
    super(message)
    this.code = code
    this.demand = demand
  }
}

export type Place = {
  /** The field to sign: one that stands in the form unsigned, or the name of a new one. */
  readonly fieldName: string
  /** For a new visible field: the page's index and the place on it. A field that stands in the form keeps its own. */
  readonly page?: number
  readonly rectangle?: Rectangle
  /** Makes this a certification (ISO 32000-2 §12.8.2.2): 1 no changes, 2 filling in and signing, 3 annotations too. Only for the first signature. */
  readonly certify?: 1 | 2 | 3
}

/**
 * The prepared field that a signature of this name goes into, or none where a new one is to be made.
 * @throws PlacementError where earlier signatures or the form itself forbid it
 */
export function fieldToSign(facts: SigningFacts, options: Place): SignatureField | undefined {
  const { fieldName } = options
  const permission = facts.signatures.reduce((strictest, signature) => Math.min(strictest, signature.permission ?? 4), 4)
  if (permission === 1) throw new PlacementError('CERTIFIED_NO_CHANGES', 'the author allows no changes')
  if (options.certify && facts.signatures.some(({ timestamp }) => !timestamp))
    throw new PlacementError('NOT_FIRST_SIGNATURE', 'only the first signature certifies')
  if (facts.signatures.some(({ locks }) => locks.some((lock) => locksField(lock, fieldName))))
    throw new PlacementError('FIELD_LOCKED', 'an earlier signature locks this field')
  if (facts.otherFields.includes(fieldName)) throw new PlacementError('FIELD_NAME_TAKEN', 'a field of another type has this name')
  const field = facts.signatureFields.find(({ name }) => name === fieldName)
  if (!field) {
    // a new visible widget is an annotation that the author did not allow
    if (permission === 2 && options.rectangle)
      throw new PlacementError('CERTIFIED_NO_NEW_FIELDS', 'the author allows no new visible fields')
    assertMayAddFields(facts)
    if (fieldName.includes('.') || fieldName === '') throw new PlacementError('FIELD_NAME_TAKEN', 'a new field has a plain name')
    return undefined
  }
  if (field.signed) throw new PlacementError('FIELD_SIGNED', 'this field is signed')
  if (field.widgets > 1) throw new PlacementError('FIELD_HAS_SEVERAL_WIDGETS', 'this field is shown in several places')
  if (field.unmetSeed)
    throw new PlacementError('FIELD_SEED_VALUE', `the form demands /${field.unmetSeed} of this signature`, field.unmetSeed)
  if (field.certify && facts.signatures.some(({ timestamp }) => !timestamp))
    throw new PlacementError('NOT_FIRST_SIGNATURE', 'the form demands a certification, which only the first signature can be')
  return field
}

/** A document time stamp stands in a new field, too. @throws PlacementError where the permissions of an encrypted file forbid it */
export function assertMayAddFields({ encryption }: Pick<SigningFacts, 'encryption'>): void {
  if (encryption && !encryption.mayAddFields)
    throw new PlacementError('NEW_FIELDS_NOT_PERMITTED', 'the permissions of the file allow no new signature fields')
}

const locksField = ({ action, fields }: FieldLock, name: string) => {
  const listed = fields.some((field) => name === field || name.startsWith(`${field}.`))
  return action === 'All' || (action === 'Include' ? listed : !listed)
}

/** The page a new field goes onto; `rectangle` is that of a visible one. @throws PlacementError where there is no such page, or no such place on it */
export function pageToSign(facts: SigningFacts, index: number, rectangle: Rectangle | undefined): PageFacts {
  const page = facts.pages[index]
  if (!page) throw new PlacementError('NO_SUCH_PAGE', `the file has ${facts.pages.length} pages`)
  if (rectangle && !liesOn(page, rectangle)) throw new PlacementError('OUTSIDE_PAGE', 'the signature would stand outside the page')
  if (rectangle && facts.signatureFields.some((field) => field.signed && field.page === index && overlap(field.rectangle, rectangle)))
    throw new PlacementError('COVERS_SIGNATURE', 'the signature would stand over an earlier one')
  return page
}

const overlap = (a: Rectangle, b: Rectangle) => Math.max(a[0], b[0]) < Math.min(a[2], b[2]) && Math.max(a[1], b[1]) < Math.min(a[3], b[3])

const liesOn = ({ cropBox }: PageFacts, [left, bottom, right, top]: Rectangle) =>
  left < right && bottom < top && left >= cropBox[0] && bottom >= cropBox[1] && right <= cropBox[2] && top <= cropBox[3]

/** The rectangle of what is not shown (ISO 32000-2 §12.7.5.5): empty, at the corner of what the page shows and so not within it. */
export const nowhereOn = ({ cropBox: [left, bottom] }: PageFacts): Rectangle => [left, bottom, left, bottom]
