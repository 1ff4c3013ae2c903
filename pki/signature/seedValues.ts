/** What a form's author demands of a signature (ISO 32000-2 §12.7.5.5, tables 237 and 238). */

import { latin1 } from '#pki/pdf/latin1.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'

/** Bits of /Ff, which make of what is wished for what is demanded. */
const required = {
  Filter: 1,
  SubFilter: 2,
  V: 4,
  Reasons: 8,
  LegalAttestation: 16,
  AddRevInfo: 32,
  DigestMethod: 64,
  LockDocument: 128,
  AppearanceFilter: 256,
}
const known = Object.values(required).reduce((all, bit) => all | bit, 0)
/** Versions of the seed value dictionary, up to that of ISO 32000-2. */
const newestVersion = 3

export type Seed = { readonly unmetSeed?: string; readonly certify?: 1 | 2 | 3 }

/** What our signatures do otherwise, if it is demanded; and the kind of certification that is. @throws PdfError */
export function readSeed(document: PdfDocument, seed: Dict): Seed {
  const flags = document.get(seed, 'Ff')
  const demanded = isInteger(flags) ? flags : 0
  const unmet = Object.entries(required).find(([key, bit]) => demanded & bit && !isMet(document, seed, key))?.[0]
  if (unmet) return { unmetSeed: unmet }
  if (demanded & ~known) return { unmetSeed: 'Ff' }
  if (demandsCertificate(document, seed)) return { unmetSeed: 'Cert' }
  return certification(document, seed)
}

function isMet(document: PdfDocument, seed: Dict, key: string): boolean {
  const value = document.get(seed, key)
  const items = (isArray(value) ? value : [value]).map((item) => document.resolve(item))
  const offers = (wanted: string) =>
    items.some((item) => (nameOf(item) ?? (isString(item) ? latin1(item.bytes) : '')).toUpperCase() === wanted.toUpperCase())
  switch (key) {
    case 'Filter':
      return offers('Adobe.PPKLite')
    case 'SubFilter':
      return offers('ETSI.CAdES.detached')
    case 'DigestMethod':
      return offers('SHA256')
    case 'V':
      return typeof value === 'number' && value <= newestVersion
    case 'Reasons':
      // nothing, or a full stop alone, demands that there be no reason; ours state none
      return value === null || items.length === 0 || (items.length === 1 && offers('.'))
    case 'AddRevInfo':
      return value !== true
    case 'LockDocument':
      return !offers('true') && value !== true
    default:
      return value === null
  }
}

function demandsCertificate(document: PdfDocument, seed: Dict): boolean {
  const certificate = document.get(seed, 'Cert')
  const flags = isDict(certificate) ? document.get(certificate, 'Ff') : 0
  return isInteger(flags) && flags !== 0
}

/** /P 0 is an ordinary signature. */
function certification(document: PdfDocument, seed: Dict): Seed {
  const mdp = document.get(seed, 'MDP')
  const permission = isDict(mdp) ? document.get(mdp, 'P') : 0
  if (permission === 1 || permission === 2 || permission === 3) return { certify: permission }
  return permission === 0 ? {} : { unmetSeed: 'MDP' }
}
