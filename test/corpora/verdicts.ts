/** What we and the foreign judges say, read as yes or no; what is neither is no opinion. */
import type { ValidationReport } from '#pki/validation/report.ts'

export const isRefused = ({ indication, document }: ValidationReport): boolean => indication === 'TOTAL-FAILED' || document === 'changed'

/** Not refused, and nothing is shown that was not there when it was signed. */
export const isAccepted = (report: ValidationReport): boolean =>
  !isRefused(report) &&
  report.subIndication !== 'SIG_CONSTRAINTS_FAILURE' &&
  !report.signatures.some(({ findings }) => findings.some(({ code }) => code === 'shownAfterSigning'))

/** Nothing amiss with what is signed; who signed may be unknown. */
export const isAccepting = (verdict: string): boolean => /^(passed|unknown|TOTAL-PASSED|INDETERMINATE)$/.test(verdict)

/** A broken signature, or a change that the judge does not explain. */
export const isRefusing = (verdict: string): boolean => /^(failed|changed|TOTAL-FAILED.*|.* changed)$/.test(verdict)
