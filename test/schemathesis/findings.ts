/** What Schemathesis holds against the server, and what of that is meant so. */
import { fieldSentence } from '#contract/fieldWords.ts'

export type Operation = { 'x-not-yet'?: boolean }
export type Finding = {
  /** `POST /api/v1/verify` */
  operation: string
  /** Its code and its title, `ST202 Schema-valid request rejected`. */
  kind: string
  status: number
  /** The code of our problem document, its fields and what it says of each. */
  detail: string
  fields: { name: string; message: string }[]
  /** Its explanation and the request, as printed. */
  text: string
}

/** Reads what it prints with `--no-color --output-truncate false`. */
export function findingsIn(printed: string): Finding[] {
  const all = printed.split(/^=+ FAILURES =+$/m)[1]?.split(/^=+ [A-Z]+ =+$/m)[0] ?? ''
  return all.split(/^(?=_{3,} .+ _{3,}$)/m).flatMap((section) => {
    const operation = /^_+ (.+?) _+$/m.exec(section)?.[1]
    return operation ? section.split(/^\d+\. Test Case ID: .*$/m).flatMap((oneCase) => findingsOfCase(operation, oneCase)) : []
  })
}

function findingsOfCase(operation: string, text: string): Finding[] {
  const errors = /"errors":\[(.*)\]/.exec(text)?.[1] ?? ''
  const fields = [...errors.matchAll(/"field":"([^"]+)","message":"([^"]*)"/g)].map(([, name, message]) => ({
    name: name!,
    message: message!,
  }))
  const answer = { status: Number(/^\[(\d+)\]/m.exec(text)?.[1]), detail: /"detail":"(\w+)"/.exec(text)?.[1] ?? '', fields }
  return [...text.matchAll(/^- (ST\d+ .+)$/gm)].map(([, kind]) => ({ operation, kind: kind!, ...answer, text: text.slice(0, 1_500) }))
}

/** Fields whose rule a JSON Schema cannot say, and the rule. */
const rulesBeyondSchema: Readonly<Record<string, string>> = {
  nationalID: 'the last digit of a national ID is a check digit',
  csr: 'a certification request is read, and its signature checked',
  documents: 'a document is signed once in a request',
  keySource: 'a class of certificates is offered with some ways to keep its key',
  keyKind: 'and with some kinds of keys',
  password: 'a password is none that everybody guesses, nor what is known of its person',
  newPassword: 'the same',
  currentPassword: 'it is the one that the account has',
  passphrase: 'it is needed where the key goes into a file',
  email: 'an address is not the one that the account has, nor anybody else’s',
  mobileNo: 'a new number is not the one that the account has',
  toDate: 'a period ends after it begins',
  per: 'a long period is not divided into days or weeks',
  fromDate: 'the same, where the request names no steps to mark',
  orgSlNo: 'whoever is no member names the organisation that they look at; a member may leave it out',
  organizationSlno: 'the same',
  orgUnitSlNo: 'a unit is one of the organisation’s, and active',
  organizationalUnitName: 'a name is no other unit’s',
  organizationalUnitNameAr: 'the same',
  userType: 'a new role is another than the present one',
  state: 'a region, and a city, are of those that are listed',
  stateProvinceRegion: 'the same',
  city: 'the same',
  organizationNameAr: 'a change changes something: said beside the first field of its kind',
  DBANameAr: 'the same',
  vatNumber: 'the same',
  country: 'the same',
  evidence: 'how many files are needed follows from what is asked, and each was uploaded for it',
  message: 'what is counted are the characters that are left without spaces at the ends and control characters',
}

/** Patterns name the unseen characters of the first plane: no reader of patterns takes those of the others written as every other does. */
const saysUnseen = (message: string) => [fieldSentence({ rule: 'name' }, 'ar'), fieldSentence({ rule: 'name' }, 'en')].includes(message)

type Exception = { reason: string; isMet: (finding: Finding, paths: Record<string, Record<string, Operation>>) => boolean }

const exceptions: Exception[] = [
  {
    reason: 'the document says of the call that it is not there yet',
    isMet: ({ kind, detail, operation }, paths) => {
      const [method, path] = operation.split(' ') as [string, string]
      return kind.startsWith('ST101 ') && detail === 'NOT_YET' && paths[path]?.[method.toLowerCase()]?.['x-not-yet'] === true
    },
  },
  {
    reason: 'a rule of the field that a schema cannot say (`rulesBeyondSchema`, `saysUnseen`)',
    isMet: ({ kind, detail, fields }) =>
      kind.startsWith('ST202 ') &&
      detail === 'INVALID' &&
      fields.length > 0 &&
      fields.every(({ name, message }) => Object.hasOwn(rulesBeyondSchema, name) || saysUnseen(message)),
  },
  {
    reason: 'random octets are no document, whatever their media type says',
    isMet: ({ kind, detail }) => kind.startsWith('ST202 ') && detail === 'REFUSED_DOCUMENT',
  },
  {
    reason: 'addresses of one part are pages, too: QUERY without content is malformed there before the method is judged',
    isMet: ({ kind, status, operation }) => kind.startsWith('ST204 ') && status === 400 && operation === 'QUERY /{hash}',
  },
]

/** @returns why a finding is none; undefined where it is one */
export const exceptionFor = (finding: Finding, paths: Record<string, Record<string, Operation>>) =>
  exceptions.find(({ isMet }) => isMet(finding, paths))?.reason
