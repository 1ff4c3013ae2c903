/** The document security store (ISO 32000-2 §12.8.4.3, EN 319 142-1 §5.4.2): what a reader needs to check a signature long after. */

import { hash } from 'node:crypto'
import type { DssFacts, SigningFacts, StoredValue } from './facts.ts'
import { standaloneMac } from './macs.ts'
import { reference, withEntry, writeDict } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'
import { references, RevisionWriter } from './revision.ts'

/** DER of certificates, OCSP responses and CRLs: the chains of signer, time-stamping unit and OCSP responders. */
export type ValidationMaterial = {
  readonly certificates: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
  readonly crls: readonly Uint8Array[]
}

/** What belongs to one signature; its /Contents as it stands in the file, zero padding included. */
export type SignatureMaterial = ValidationMaterial & { readonly contents: Uint8Array }

/**
 * Appends a revision with the store, over the one that stands there: what it holds already is not repeated. In a file that a MAC protects the one of
 * this revision is zeros until `fillMac`.
 * Each signature gets an entry in /VRI under the SHA-1 of its /Contents (ISO 32000-2 table 261; an index, not a protection).
 */
export function appendSecurityStore(facts: SigningFacts, signatures: readonly SignatureMaterial[]): { tail: Buffer; after: SigningFacts } {
  const writer = new RevisionWriter(facts)
  const before: DssFacts = facts.dss ?? { certificates: [], ocsps: [], crls: [], vri: [], others: [] }
  const certificates = new Store(writer, before.certificates, certificateDigest)
  const ocsps = new Store(writer, before.ocsps, sha256Of)
  const crls = new Store(writer, before.crls, sha256Of)
  let vri: RawEntries = before.vri
  for (const material of signatures) {
    const entries: RawEntries = [
      ...arrayEntry('Cert', certificates.all(material.certificates)),
      ...arrayEntry('OCSP', ocsps.all(material.ocsps)),
      ...arrayEntry('CRL', crls.all(material.crls)),
    ]
    vri = withEntry(vri, hash('sha1', material.contents, 'hex').toUpperCase(), reference(writer.add(writeDict(entries))))
  }
  const holder = before.holder ?? writer.reserve()
  const dss: DssFacts = { ...before, holder, certificates: certificates.values, ocsps: ocsps.values, crls: crls.values, vri }
  const entries: RawEntries = [
    ['Type', '/DSS'],
    ...arrayEntry(
      'Certs',
      dss.certificates.map(({ pointer }) => pointer),
    ),
    ...arrayEntry(
      'OCSPs',
      dss.ocsps.map(({ pointer }) => pointer),
    ),
    ...arrayEntry(
      'CRLs',
      dss.crls.map(({ pointer }) => pointer),
    ),
    ...(vri.length > 0 ? [['VRI', writeDict(vri)] as const] : []),
    ...dss.others,
  ]
  writer.write(holder, writeDict(entries))
  const catalogue = withEntry(facts.catalogue, 'DSS', reference(holder))
  if (!before.holder) writer.write(facts.root, writeDict(catalogue))
  const { tail, next } = writer.finish(facts.encryption?.macSalt ? standaloneMac() : [])
  return { tail, after: { ...facts, ...next, catalogue, dss, revisions: facts.revisions + 1 } }
}

const arrayEntry = (key: string, pointers: readonly Pointer[]): RawEntries => (pointers.length > 0 ? [[key, references(pointers)]] : [])

const sha256Of = (der: Uint8Array) => hash('sha256', der, 'hex')

/** Those above the signer's are the same values in every signature: each is hashed once. */
const certificateDigests = new WeakMap<Uint8Array, string>()

function certificateDigest(der: Uint8Array): string {
  let digest = certificateDigests.get(der)
  if (!digest) certificateDigests.set(der, (digest = sha256Of(der)))
  return digest
}

/** Values of one kind, each written once. */
class Store {
  values: readonly StoredValue[]
  readonly #writer: RevisionWriter
  readonly #digestOf: (der: Uint8Array) => string

  constructor(writer: RevisionWriter, values: readonly StoredValue[], digestOf: (der: Uint8Array) => string) {
    this.#writer = writer
    this.values = values
    this.#digestOf = digestOf
  }

  all(ders: readonly Uint8Array[]): Pointer[] {
    return ders.map((der) => {
      const sha256 = this.#digestOf(der)
      const known = this.values.find((value) => value.sha256 === sha256)
      if (known) return known.pointer
      const pointer = this.#writer.addStream([], der)
      this.values = [...this.values, { pointer, sha256 }]
      return pointer
    })
  }
}
