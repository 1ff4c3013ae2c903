import { context, integer, oid, sequence, setOf } from '#pki/der/write.ts'

/** Certificates in a SignedData that signs nothing (RFC 5652 §5, the "certs-only" form of RFC 8551 §3.8): what `.p7b` files are. */
export const certificatesOnly = (certificates: readonly Uint8Array[]): Uint8Array =>
  sequence(
    oid('1.2.840.113549.1.7.2'),
    context(0, sequence(integer(1), setOf(), sequence(oid('1.2.840.113549.1.7.1')), context(0, ...certificates), setOf())),
  )
