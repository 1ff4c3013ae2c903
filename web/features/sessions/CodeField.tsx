import { oneTimeCodeLength } from '#contract/limits.ts'
import { useRef } from 'react'
import './sessions.css'
import { DigitsField } from '../../ui/fields.tsx'

type Props = Omit<Parameters<typeof DigitsField>[0], 'maxLength'> & {
  /** The last digit sends the form, which has said so: nobody has to press for what can mean nothing else. */
  isSentWhenFull?: boolean
}

/** Where a one-time code is typed; a telephone offers the one that just came. */
export function CodeField({ isSentWhenFull = false, onChange, ...field }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const change = (typed: string) => {
    onChange?.(typed)
    if (isSentWhenFull && typed.length === oneTimeCodeLength && typed !== field.value) box.current!.closest('form')!.requestSubmit()
  }
  return (
    <div className="code-field" ref={box}>
      <DigitsField {...field} onChange={change} maxLength={oneTimeCodeLength} autoComplete="one-time-code" isRequired />
    </div>
  )
}
