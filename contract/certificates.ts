import { call } from './kit.ts'
import { z } from 'zod'

/** Authorities that publish: their names stand in the addresses of issued certificates. */
const unit = z.enum(['people', 'seals'])
const authority = z.enum(['root', 'people', 'seals'])

export const answerOcspPost = call({
  path: 'POST /pki/ocsp/:unit',
  summary: 'Certificate status by OCSP (RFC 6960 appendix A.1, POST).',
  access: 'anyone',
  passive: true,
  params: { unit },
  body: { bytes: 'application/ocsp-request', maxBytes: 4_096 },
  output: { bytes: 'application/ocsp-response' },
})

export const answerOcspGet = call({
  path: 'GET /pki/ocsp/:unit/:request',
  summary: 'Certificate status by OCSP (RFC 6960 appendix A.1, GET): the request as base64.',
  access: 'anyone',
  passive: true,
  params: { unit, request: z.string().max(400) },
  output: { bytes: 'application/ocsp-response' },
})

export const answerTimeStamp = call({
  path: 'POST /pki/tsa',
  summary: 'A time stamp (RFC 3161 §3.4).',
  access: 'anyone',
  passive: true,
  body: { bytes: 'application/timestamp-query', maxBytes: 4_096 },
  output: { bytes: 'application/timestamp-reply' },
})

export const readCrl = call({
  path: 'GET /pki/crl/:file',
  summary: 'The certificate revocation list of an authority (RFC 5280).',
  access: 'anyone',
  passive: true,
  params: { file: z.templateLiteral([authority, '.crl']) },
  output: { bytes: 'application/pkix-crl' },
})

export const readAuthorityCertificate = call({
  path: 'GET /pki/ca/:file',
  summary: 'The certificate of an authority, DER.',
  access: 'anyone',
  passive: true,
  params: { file: z.templateLiteral([authority, '.cer']) },
  output: { bytes: 'application/pkix-cert' },
})
