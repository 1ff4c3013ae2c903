import type { Lint } from '../lint.ts'

/** These look at the faults of the subject's texts alone. */
export const houseTextLints: Lint[] = [
  // What a reader sees must be what was signed.
  { name: 'no-bidi-controls', source: 'Unicode UAX #9, UTR #36 §2.5', fails: ({ textFaults }) => textFaults.has('bidi-control') },
  { name: 'one-script-to-an-attribute', source: 'RFC 5893 §2', fails: ({ textFaults }) => textFaults.has('mixed-scripts') },
  { name: 'arabic-or-latin', source: 'UTR #36 §2.2', fails: ({ textFaults }) => textFaults.has('foreign-script') },
  { name: 'no-digits-after-arabic', source: 'RFC 5893 §2', fails: ({ textFaults }) => textFaults.has('digits-after-arabic') },
  { name: 'normalized', source: 'RFC 5280 §7.1 (RFC 4518 §2.3, §2.4)', fails: ({ textFaults }) => textFaults.has('not-normalized') },
  { name: 'no-empty-or-framed-value', source: 'RFC 4518 §2.6.1', fails: ({ textFaults }) => textFaults.has('empty') },
]

export const houseSubjectLints: Lint[] = [
  {
    name: 'attribute-once',
    source: 'EN 319 412-2 §4.2.4',
    fails: ({ certificate: { subject } }) =>
      subject.attributes.some(({ oid }, i, all) => all.findIndex((other) => other.oid === oid) !== i),
  },
  {
    name: 'attributes-of-profile',
    source: 'certificate profile',
    fails: ({ certificate, profile }) => certificate.subject.attributes.some(({ name }) => !name || !profile.attributes.includes(name)),
  },
]
