import { oneTimeCodeLength } from '#contract/limits.ts'
import './sessions.css'
import { DigitsField } from '../../ui/fields.tsx'

/** Where a one-time code is typed; a telephone offers the one that just came. */
export const CodeField = (props: Omit<Parameters<typeof DigitsField>[0], 'maxLength'>) => (
  <div className="code-field">
    <DigitsField {...props} maxLength={oneTimeCodeLength} autoComplete="one-time-code" isRequired />
  </div>
)
