/** CRLReason (RFC 5280 §5.3.1); 7 is not used, 8 (removeFromCRL) belongs to delta CRLs alone. */
export const reasonCodes = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  privilegeWithdrawn: 9,
  aACompromise: 10,
} as const

export type RevocationReason = keyof typeof reasonCodes

const byCode = new Map(Object.entries(reasonCodes).map(([name, code]) => [code as number, name as RevocationReason]))

/** The reason of a code, undefined where there is none of that number. */
export const reasonOf = (code: number): RevocationReason | undefined => byCode.get(code)
