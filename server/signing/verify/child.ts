/**
 * Validates one file from a stranger, in a process of its own: what goes wrong in here costs this process and nothing else.
 * The file is descriptor 3; the trust anchors and the time come on standard input; the report goes to standard output as JSON.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { Question } from './verifyPdf.ts'

const { anchors, at, password } = JSON.parse(readFileSync(0, 'utf8')) as Question
const bytes = readFileSync(3)
const report = validateDocument(bytes, {
  anchors: anchors.map((der) => readCertificate(Buffer.from(der, 'base64'))),
  at: new Date(at),
  password,
})
writeFileSync(1, JSON.stringify(report))
