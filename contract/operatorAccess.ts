import type { OperatorRole } from './kit.ts'

/** What the provider's own staff may be. */
export const operatorRoles = ['registrationOfficer', 'sales', 'finance', 'auditor', 'administrator'] as const satisfies OperatorRole[]

/** Which of the provider's own staff read what people and organisations asked for, and which of them decide it. */
export const mayRead = { operator: ['registrationOfficer', 'auditor', 'administrator'] } as const
export const mayDecide = { operator: ['registrationOfficer', 'administrator'] } as const

/** Organisations are read by all of them: whoever prices, collects or audits looks at who it is. */
export const mayReadOrganisations = { operator: operatorRoles } as const

/** Who reads the catalogue, and who proposes and decides what changes of it. */
export const mayReadCatalogue = { operator: ['administrator', 'finance', 'sales', 'auditor'] } as const
export const mayChangeCatalogue = { operator: ['administrator', 'finance'] } as const
/** Who reads payments and what was reconciled, who proposes refunds and looks into differences, and who decides refunds. */
export const mayReadPayments = { operator: ['finance', 'auditor', 'administrator'] } as const
export const mayHandlePayments = { operator: ['finance'] } as const
export const mayDecideRefunds = { operator: ['finance', 'administrator'] } as const
