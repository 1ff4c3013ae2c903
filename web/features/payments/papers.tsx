import { downloadCreditNote, downloadInvoice, type PaymentStatus } from '#contract/payments.ts'
import { useTranslation } from 'react-i18next'
import { download } from '../../kit/client.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'

const papers = { invoice: downloadInvoice, creditNote: downloadCreditNote } as const
export type Paper = keyof typeof papers

/** What is written about a payment that counts: money that went back has a credit note against its invoice. */
export function paperOf({ status, invoiceNumber }: { status: PaymentStatus; invoiceNumber: string | null }): Paper | undefined {
  if (!invoiceNumber) return undefined
  return status === 'refunded' ? 'creditNote' : 'invoice'
}

type Props = { paper: Paper; encodedPaymentSlno: string; number: string }

export function PaperButton({ paper, encodedPaymentSlno, number }: Props) {
  const { t } = useTranslation('payments')
  const { isPending, run } = usePending()
  const save = () => void run(() => download(papers[paper], { encodedPaymentSlno }))
  return (
    <Button icon="download" isPending={isPending} aria-label={t(`${paper}Of`, { number })} onPress={save}>
      {t(`${paper}Get`)}
    </Button>
  )
}
