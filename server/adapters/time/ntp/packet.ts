/** NTP's packet (RFC 5905 §7.3, as a client of RFC 4330 uses it). */
import { randomBytes } from 'node:crypto'

const length = 48
const client = 0x23 // no leap warning, version 4, mode 3
const versions = [3, 4]
const server = 4
const unsynchronised = 3
const highestStratum = 15
/** RFC 5905 MAXDIST: a server that is further from the root knows nothing. */
const mostDistanceMs = 1_500

/** Seconds from 1900, where NTP's first era begins, to 1970. */
const epochSeconds = 2_208_988_800
const eraSeconds = 2 ** 32

/**
 * A request with nothing in it but a number that only its sender knows: the server returns the transmit time as it came, and says nothing
 * of ours is needed there. Whoever did not see the request cannot answer it.
 */
export function writeRequest(): { packet: Buffer; cookie: Buffer } {
  const cookie = randomBytes(8)
  return { packet: Buffer.concat([Buffer.from([client]), Buffer.alloc(39), cookie]), cookie }
}

export type Reading =
  /** When the server took the request in and sent its answer, milliseconds since 1970, and the most by which its clock may be wrong. */
  | { kind: 'time'; received: number; sent: number; distanceMs: number }
  /** Kiss-o'-death (RFC 5905 §7.4): ask less often, or no more. */
  | { kind: 'rate' | 'deny' }

/** @returns null for whatever is no answer of a synchronised server to this request */
export function readAnswer(packet: Buffer, cookie: Buffer): Reading | null {
  if (packet.length < length || !packet.subarray(24, 32).equals(cookie)) return null
  const [head = 0, stratum = 0] = packet
  if ((head & 7) !== server || !versions.includes((head >> 3) & 7)) return null
  if (stratum === 0) {
    const code = packet.toString('latin1', 12, 16)
    return code === 'RATE' ? { kind: 'rate' } : code === 'DENY' || code === 'RSTR' ? { kind: 'deny' } : null
  }
  if (head >> 6 === unsynchronised || stratum > highestStratum) return null
  const [received, sent] = [timeAt(packet, 32), timeAt(packet, 40)]
  const distanceMs = (shortAt(packet, 4) / 2 + shortAt(packet, 8)) * 1000
  if (received === null || sent === null || sent < received || distanceMs > mostDistanceMs) return null
  return { kind: 'time', received, sent, distanceMs }
}

/** 16 bits of seconds, 16 of their fraction. */
const shortAt = (packet: Buffer, at: number) => packet.readUInt32BE(at) / 65_536

/** 32 bits of seconds, 32 of their fraction. Below the middle of an era it is the next one's: 2036 to 2104 (RFC 4330 §3). Zero means unknown. */
function timeAt(packet: Buffer, at: number): number | null {
  const [seconds, fraction] = [packet.readUInt32BE(at), packet.readUInt32BE(at + 4)]
  if (seconds === 0 && fraction === 0) return null
  const era = seconds < eraSeconds / 2 ? eraSeconds : 0
  return (seconds + era - epochSeconds + fraction / eraSeconds) * 1000
}
