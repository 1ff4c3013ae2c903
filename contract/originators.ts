/** Where something was asked for, as the wire counts it: one list for signings and for requests of accounts. */
export const originators = { personalPortal: 1, organisationPortal: 5 } as const

export const originatorCodes = Object.values(originators)
