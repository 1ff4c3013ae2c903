/** The foreign judges' few words, read as yes or no; what is neither is no opinion. */

/** Nothing amiss with what is signed; who signed may be unknown. */
export const isAccepting = (verdict: string): boolean => /^(passed|unknown|TOTAL-PASSED|INDETERMINATE)$/.test(verdict)

/** A broken signature, or a change that the judge does not explain. */
export const isRefusing = (verdict: string): boolean => /^(failed|changed|TOTAL-FAILED.*|.* changed)$/.test(verdict)
