/** What Schemathesis holds against the server, and what of that is meant so. */

export type Operation = { 'x-not-yet'?: boolean }
export type Finding = {
  /** `POST /api/v1/verify` */
  operation: string
  /** Its code and its title, `ST202 Schema-valid request rejected`. */
  kind: string
  status: number
  /** The code and the fields of our problem document. */
  detail: string
  fields: string[]
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
  const fields = [...(/"errors":\[(.*)\]/.exec(text)?.[1] ?? '').matchAll(/"field":"([^"]+)"/g)].map(([, field]) => field!)
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
  message: 'what is counted are the characters that are left without spaces at the ends and control characters',
}

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
    reason: 'a rule of the field that a schema cannot say (`rulesBeyondSchema`)',
    isMet: ({ kind, detail, fields }) =>
      kind.startsWith('ST202 ') &&
      detail === 'INVALID' &&
      fields.length > 0 &&
      fields.every((field) => Object.hasOwn(rulesBeyondSchema, field)),
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
