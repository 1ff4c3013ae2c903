/** Validates strangers' files; the trust anchors and the time come with each. */

import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { decodeJpeg } from './decodeJpeg.ts'
import { readFiles } from '../readFiles.ts'
import type { Question } from './verifyPdf.ts'

readFiles<Question>(({ bytes }, { anchors, at, password }) =>
  validateDocument(bytes(), {
    anchors: anchors.map((der) => readCertificate(Buffer.from(der, 'base64'))),
    at: new Date(at),
    password,
    decodeJpeg,
  }),
)
