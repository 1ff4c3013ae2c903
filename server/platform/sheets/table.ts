/** What is read of a table that somebody uploads, how much of it, and why it may not be. */

export type SheetLimits = {
  /** Rows with something in them, the heading among them. */
  rows: number
  columns: number
  /** Characters of a cell; what is longer is cut. */
  characters: number
  /** Octets of what the workbook holds, unpacked. */
  unpacked: number
}
export type SheetFault = 'unknown' | 'protected' | 'damaged' | 'tooManyRows' | 'tooLarge'

/** Why a table cannot be read; `message` says more to whoever keeps the product running. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly code: SheetFault
  constructor(code: SheetFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export type SheetRow = {
  /** As a spreadsheet numbers it, from 1. */
  number: number
  /** Text, trimmed; empty where there is nothing. */
  cells: string[]
}
