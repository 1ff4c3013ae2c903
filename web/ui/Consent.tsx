import { type ReactNode, useState } from 'react'
import { Checkbox } from './fields.tsx'

/** A consent without which nothing goes on; that it is missing is said once somebody has tried. */
export function useConsent() {
  const [isGiven, setGiven] = useState(false)
  const [isAsked, setAsked] = useState(false)
  /** @returns whether it was given */
  const ask = () => {
    setAsked(true)
    return isGiven
  }
  return { isGiven, isMissing: isAsked && !isGiven, setGiven, ask }
}

/** @param missing what is said where it is asked for and not given */
export function Consent({ consent, missing, children }: { consent: ReturnType<typeof useConsent>; missing: string; children: ReactNode }) {
  return (
    <div>
      <Checkbox isSelected={consent.isGiven} onChange={consent.setGiven} isInvalid={consent.isMissing}>
        {children}
      </Checkbox>
      <p className="field-below field-error" role="alert">
        {consent.isMissing && missing}
      </p>
    </div>
  )
}
