import { Page } from '../../kit/Page.tsx'
import { PaymentOutcome } from './PaymentOutcome.tsx'

/** Where the gateway sends people back to. */
export default function PaymentStatusPage() {
  return (
    <Page>
      <PaymentOutcome />
    </Page>
  )
}
