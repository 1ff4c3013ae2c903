/** What is done to files on the way into the signed corpus, by whom, and what of it an earlier signature forbids. */
import type { Entry } from './manifest.ts'

/**
 * Words that a signing program understands. `approval` is adbe.pkcs7.detached, `sha1` is adbe.pkcs7.sha1, `x509` adbe.x509.rsa_sha1, `bb` to `blta` are the PAdES baselines, `ec` an
 * approval with a P-256 key, `certify1` to `certify3` are DocMDP, `field` signs the field that the file has prepared, `again` is a second signature.
 */
const signing: Record<string, readonly string[]> = {
  itext2: ['approval', 'visible', 'sha1', 'x509', 'certify1', 'certify2', 'certify3', 'field'],
  itext5: ['approval', 'visible', 'sha1', 'bb', 'bt', 'blt', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  itext7: ['approval', 'visible', 'bb', 'bt', 'blt', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  itext8: ['approval', 'visible', 'bb', 'bt', 'blt', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  itext9: ['approval', 'visible', 'bb', 'bt', 'blt', 'blta', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  openpdf: ['approval', 'visible', 'sha1', 'x509', 'certify1', 'certify2', 'certify3', 'field'],
  pdfbox2: ['approval', 'visible', 'bb', 'bt', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  pdfbox3: ['approval', 'visible', 'bb', 'bt', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  pyhanko: ['approval', 'visible', 'bb', 'bt', 'blt', 'blta', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  'eu-dss': ['bb', 'visible', 'bt', 'blt', 'blta', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  endesive: ['approval', 'visible', 'bb', 'bt', 'certify1', 'certify2', 'certify3', 'field'],
  libpdf: ['approval', 'bb', 'bt', 'blt', 'blta', 'ec', 'field'],
  signpdf: ['approval', 'visible'],
  'cantoo-pdf-lib': [],
  pypdf: [],
  mupdf: [],
  poppler: ['approval', 'field'],
  libreoffice: ['approval', 'pdfa', 'bt'],
  tcpdf: ['approval', 'visible', 'certify1', 'certify2', 'certify3'],
  pdftools: ['approval', 'bb', 'bt', 'blt', 'ec', 'certify1', 'certify2', 'certify3', 'field'],
  pdfsign: ['approval', 'visible', 'bt', 'ec', 'certify1', 'certify2', 'certify3'],
}

const inputs = ['libreoffice', 'qpdf-object-streams', 'handmade-form', 'libreoffice-pdfa-2b', 'handmade-hybrid', 'qpdf-linearized']
const prepared = ['pdfbox-prepared-field']

export const operationsOf = (tool: string): readonly string[] => {
  const operations = signing[tool]
  if (!operations) throw new Error(`no operations of ${tool}`)
  return operations
}

/** Approvals try every kind of file; what differs in the signature alone, a table and a stream. */
export const inputsOf = (operation: string): readonly string[] =>
  operation === 'field'
    ? prepared
    : operation === 'approval' || operation === 'bb'
      ? inputs
      : operation.startsWith('certify')
        ? inputs.slice(1, 3)
        : inputs.slice(0, 2)

/** Honest changes, done by an incremental update; `close` fills fields in and closes them, `prepare` adds a field in which somebody else is to sign. */
const honest: Record<string, readonly string[]> = {
  itext2: ['fill', 'annotate', 'metadata', 'prepare'],
  openpdf: ['fill', 'annotate', 'metadata', 'prepare'],
  itext5: ['fill', 'annotate', 'metadata', 'prepare'],
  itext7: ['fill', 'close', 'annotate', 'metadata'],
  itext9: ['fill', 'close', 'annotate', 'metadata', 'prepare', 'extend'],
  pdfbox2: ['fill', 'close', 'annotate', 'metadata', 'prepare'],
  pdfbox3: ['fill', 'close', 'annotate', 'metadata', 'prepare'],
  pyhanko: ['fill', 'annotate', 'metadata', 'prepare', 'dss', 'extend'],
  'eu-dss': ['prepare', 'dss', 'extend'],
  'cantoo-pdf-lib': ['fill', 'annotate', 'metadata'],
  pypdf: ['fill', 'annotate', 'metadata'],
  mupdf: ['fill', 'annotate', 'metadata'],
  libpdf: ['fill', 'annotate', 'metadata'],
  pdftools: ['prepare'],
}

/** What somebody does who wants to deceive: another text, another page, a page away, a picture over the text, bytes changed in place. */
const deceit: Record<string, readonly string[]> = {
  pyhanko: ['attack-text', 'attack-page', 'attack-remove', 'attack-cover', 'attack-appearance', 'attack-byte', 'attack-root'],
  pdfbox3: ['attack-text', 'attack-page', 'attack-remove', 'attack-cover'],
}

export const attacks: ReadonlySet<string> = new Set(Object.values(deceit).flat())

/** Whose changes are tried on certified files, too. */
const onCertified: ReadonlySet<string> = new Set(['itext9', 'pdfbox3', 'pyhanko', 'pypdf'])

/** What this tool does with a file that another one, or itself, signed: one form of each signer, and for attackers a file with streams. */
export function afterwards(tool: string, { tool: by, profile, file }: Entry): readonly string[] {
  const isForm = file.includes('.handmade-form.')
  const isStreams = file.includes('.qpdf-object-streams.')
  const isApproval = profile === 'approval' || (profile === 'bb' && !operationsOf(by).includes('approval'))
  const changes = (honest[tool] ?? []).filter((operation) => operation !== 'extend')
  const attacking = deceit[tool] ?? []
  if (profile.startsWith('certify')) return isForm && onCertified.has(tool) ? changes : []
  if (!isApproval) return isStreams ? (honest[tool] ?? []).filter((operation) => operation === 'dss' || operation === 'extend') : []
  const signs = operationsOf(tool).length > 0 && tool !== by
  const signings = ['again', ...operationsOf(tool).filter((operation) => operation === 'visible')]
  if (isForm) return [...(signs ? signings : []), ...changes, ...attacking]
  const suitsAll = [
    ...changes.filter((operation) => operation === 'prepare'),
    ...attacking.filter((operation) => operation !== 'attack-appearance'),
  ]
  return isStreams ? suitsAll : []
}

/** An annotation on what nobody certified: some judges take it as a change of what is signed, and some do not. */
export const isDisputed = (operation: string, from: string): boolean => operation === 'annotate' && !/(?:^|[/.])certify[123]\./.test(from)

/** DocMDP 1 forbids every change, a security store aside; 2 allows forms and signatures; 3 annotations too; none a new field (ISO 32000-2 §12.8.2.2). */
export function isForbidden(operation: string, from: string): boolean {
  const permission = /(?:^|[/.])certify([123])\./.exec(from)?.[1]
  if (operation === 'dss' || operation === 'extend') return false
  if (operation === 'annotate') return permission === '1' || permission === '2'
  if (operation === 'prepare') return permission !== undefined
  return permission === '1'
}
