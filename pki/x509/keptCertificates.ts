import { LatestOf } from '#pki/der/latestOf.ts'
import { readCertificate } from './certificate.ts'
import type { Certificate } from './certificate.ts'

/** For the authorities of one file and of the next. What is longer than certificates of theirs is read each time. */
const [places, mostOctets] = [128, 4_096]
const kept = new LatestOf<Certificate>(places, mostOctets, readCertificate)

/**
 * What a sender's certificate says. A file is proven by those of the same few authorities again and again, and so is the next file: each is read
 * once for as long as no other takes its place. For reading alone: what makes certificates reads its own anew.
 * @throws DerError as `readCertificate`
 */
export const certificateOf = (der: Uint8Array): Certificate => kept.of(der)
