import { type HolderReason, holderReasons } from '#contract/certificateStates.ts'

export const isKnownReason = (name: string): name is HolderReason => holderReasons.some((one) => one === name)
