export type ZatcaQrInput = { sellerName: string; vatNumber: string; issuedAt: Date; totalHalalas: number; vatHalalas: number }

/** '1150.00' for 115000; the amount of a credit note is positive too. */
export const riyals = (halalas: number): string => {
  if (!Number.isSafeInteger(halalas) || halalas < 0) throw new RangeError('an amount must be a whole number of halalas, zero or more')
  return `${Math.floor(halalas / 100)}.${String(halalas % 100).padStart(2, '0')}`
}

/**
 * The payload of a tax invoice's QR code as the tax authority (ZATCA) lays down: tags 1 to 5 as tag byte, length in bytes, UTF-8 value; then base64.
 * Throws RangeError for a value longer than 255 bytes, which its length byte cannot say.
 */
export function zatcaQr({ sellerName, vatNumber, issuedAt, totalHalalas, vatHalalas }: ZatcaQrInput): string {
  const values = [sellerName, vatNumber, issuedAt.toISOString().replace(/\.\d+Z$/, 'Z'), riyals(totalHalalas), riyals(vatHalalas)]
  const fields = values.map((value, i) => {
    const bytes = Buffer.from(value, 'utf8')
    if (bytes.length > 255) throw new RangeError(`tag ${i + 1} of the invoice's QR code is longer than 255 bytes`)
    return Buffer.concat([Buffer.from([i + 1, bytes.length]), bytes])
  })
  return Buffer.concat(fields).toString('base64')
}
