import { listMyCertificates, readMyCertificate } from '#contract/certificates.ts'
import { keyOf, queries } from '../../kit/useCall.ts'
import type { Details } from './certificateNames.ts'

/** What the answer of a call says of a certificate counts everywhere at once. */
export function keep(details: Details) {
  queries.setQueryData(keyOf(readMyCertificate, { encodedCertificateSlno: details.encodedCertificateSlno }), details)
  void queries.invalidateQueries({ queryKey: [listMyCertificates.path] })
}
