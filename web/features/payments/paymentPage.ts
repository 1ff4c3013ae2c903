import { listPaymentHistory } from '#contract/payments.ts'
import { useEffect, useRef, useState } from 'react'
import type { Options } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'

/** Only the web may be opened, and never an unprotected page from a protected one. */
export function isPaymentAddress(address: string, from: string): boolean {
  const { protocol } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && from === 'http:')
}

/**
 * Sends the person to a payment page.
 * A repeat after a failed connection carries the same `Idempotency-Key`, so that one press makes one order; `isLeaving` lasts until the
 * browser has gone, and ends when it comes back with the page as it was.
 */
export function usePaymentPage() {
  const [isLeaving, setLeaving] = useState(false)
  const last = useRef({ subject: '', key: '' })

  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      setLeaving(false)
      void queries.invalidateQueries()
    }
    addEventListener('pageshow', onReturn)
    return () => removeEventListener('pageshow', onReturn)
  }, [])

  /** @param subject what is paid for: the plan or the earlier payment */
  const open = async (subject: string, ask: (options: Options) => Promise<{ paymentUrl: string }>) => {
    if (last.current.subject !== subject) last.current = { subject, key: crypto.randomUUID() }
    setLeaving(true)
    try {
      const { paymentUrl } = await ask({ headers: { 'Idempotency-Key': last.current.key } })
      last.current = { subject: '', key: '' }
      if (!isPaymentAddress(paymentUrl, location.protocol)) throw new Error('the payment page is not a web page')
      void queries.invalidateQueries({ queryKey: [listPaymentHistory.path] })
      location.assign(paymentUrl)
    } catch (error) {
      setLeaving(false)
      tell(error)
    }
  }
  return { isLeaving, open }
}
