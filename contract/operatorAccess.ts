import type { OperatorRole } from './kit.ts'

/** What the provider's own staff may be. */
export const operatorRoles = ['registrationOfficer', 'sales', 'finance', 'auditor', 'administrator'] as const satisfies OperatorRole[]

/** Which of the provider's own staff read what people and organisations asked for, and which of them decide it. */
export const mayRead = { operator: ['registrationOfficer', 'auditor', 'administrator'] } as const
export const mayDecide = { operator: ['registrationOfficer', 'administrator'] } as const
