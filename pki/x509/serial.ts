/**
 * A serial number's 20 octets or fewer (RFC 5280 §4.1.2.2): `prefix` (the issuing unit, 1 to 4 octets) then 16 octets of randomness.
 * The prefix must begin with 0x01 to 0x7f, so that the number is positive, not zero, and of one length.
 * @throws RangeError
 */
export function serialFrom(prefix: Uint8Array, random16: Uint8Array): Uint8Array {
  if (random16.length !== 16) throw new RangeError('the random part is not 16 octets')
  if (prefix.length < 1 || prefix.length > 4) throw new RangeError('the prefix is not 1 to 4 octets')
  if (prefix[0]! < 0x01 || prefix[0]! > 0x7f) throw new RangeError('the prefix does not begin with 0x01 to 0x7f')
  const serial = new Uint8Array(prefix.length + 16)
  serial.set(prefix)
  serial.set(random16, prefix.length)
  return serial
}
