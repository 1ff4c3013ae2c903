import { type HolderReason, holderReasons } from '#contract/certificateStates.ts'

const usages = ['nonRepudiation', 'digitalSignature', 'keyEncipherment'] as const

/** Whether there are words for a key usage; a name without any is shown as it stands in the certificate. */
export const isKnownUsage = (name: string): name is (typeof usages)[number] => usages.some((known) => known === name)

/** Reasons of the authority's own are told by the state alone. */
export const isReason = (name: string | null): name is HolderReason => holderReasons.some((known) => known === name)
