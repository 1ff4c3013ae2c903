import {
  listAgreementVersions,
  listCatalogueChanges,
  offerPrice,
  perCent,
  proposeCertificatePrice,
  proposeOffSale,
  proposePlan,
  proposeVat,
  readCatalogue,
} from '#contract/catalogueChanges.ts'
import { to } from '#contract/screens.ts'
import { westernDigits } from '#contract/typedDigits.ts'
import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import ComingDayField from '../../ui/DayField.tsx'
import { DigitsField, Select, TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import { Money } from '../../ui/values.tsx'
import type { Catalogue } from './CataloguePage.tsx'

export const never = { fromDate: '', reason: '' }

/** After a proposal: what it is about, to read once more, and whoever decides it finds it in the queue. */
export function useProposed() {
  const { t } = useTranslation('finance')
  const navigate = useNavigate()
  return async ({ requestID }: { requestID: string }) => {
    toast('success', t('propose.done'))
    const stale = [readCatalogue, listCatalogueChanges, listAgreementVersions, listWaitingRequests]
    await Promise.all(stale.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    await navigate(to('catalogueChange', { requestID }), { replace: true })
  }
}

type Fields = { fromDate: ComponentProps<typeof ComingDayField>; reason: ComponentProps<typeof TextField> }
type FormProps = {
  title: string
  isBusy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children?: ReactNode
  when: Pick<Fields['fromDate'], 'value' | 'error' | 'onChange' | 'onBlur' | 'name'>
  why: Pick<Fields['reason'], 'value' | 'error' | 'onChange' | 'onBlur' | 'name'>
}

export function ProposalForm({ title, isBusy, onSubmit, children, when: dayField, why }: FormProps) {
  const { t } = useTranslation('finance')
  return (
    <form className="form-cards" noValidate onSubmit={onSubmit}>
      <Card title={title}>
        <div className="form-fields">
          {children}
          <ComingDayField {...dayField} label={t('propose.fromDate')} hint={t('propose.fromDateHint')} isRequired />
          <TextField {...why} label={t('propose.reason')} hint={t('propose.reasonHint')} maxLength={1000} optional />
        </div>
      </Card>
      <div className="form-end">
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t('propose.send')}
        </Button>
      </div>
    </form>
  )
}

/** A price without VAT; beneath it what people pay at the rate of now. */
function PriceField({
  rate,
  onChange,
  ...field
}: {
  rate: number
  label: string
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
  name?: string
  onBlur?: () => void
}) {
  const { t } = useTranslation('finance')
  const halalas = offerPrice.safeParse(field.value)
  const total = halalas.success ? halalas.data + Math.floor((halalas.data * rate + 5_000) / 10_000) : null
  const hint =
    total === null ? (
      t('propose.priceHint')
    ) : (
      <>
        {t('propose.withVat', { rate: perCent.encode(rate) })} <Money halalas={total} />
      </>
    )
  const clean = (value: string) =>
    westernDigits(value)
      .replace('٫', '.')
      .replace(/[^\d.]/g, '')
  return (
    <TextField
      {...field}
      {...(field.error === undefined ? {} : { error: field.error })}
      hint={hint}
      ltr
      inputMode="decimal"
      maxLength={10}
      isRequired
      onChange={(value) => onChange(clean(value))}
    />
  )
}

type CountProps = {
  label: string
  maxLength: number
  value: number
  onChange: (count: number) => void
  onBlur: () => void
  name: string
  error: string | undefined
}

/** A whole number; nothing typed is none. */
function CountField({ value, onChange, error, ...field }: CountProps) {
  return (
    <DigitsField
      {...field}
      {...(error === undefined ? {} : { error })}
      value={value > 0 ? String(value) : ''}
      onChange={(digits) => onChange(Number(digits))}
      isRequired
    />
  )
}

const planSchema = z.object(proposePlan.body).omit({ offerCode: true })

/** The terms of a plan, new or as it is now. */
export function PlanForm({ plan, rate }: { plan: Catalogue['plans'][number] | undefined; rate: number }) {
  const { t } = useTranslation('finance')
  const proposed = useProposed()
  const form = useForm(planSchema, {
    planNameAr: plan?.planNameAr ?? '',
    planName: plan?.planName ?? '',
    transactionLimit: plan?.transactionLimit ?? 0,
    validity: plan?.validity ?? 0,
    price: plan ? offerPrice.encode(plan.price) : '',
    ...never,
  })
  const submit = async (values: z.output<typeof planSchema>) =>
    proposed(await send(proposePlan, { ...values, ...(plan && { offerCode: plan.offerCode }) }))
  return (
    <ProposalForm
      title={t(plan ? 'propose.plan' : 'propose.newPlan')}
      isBusy={form.isBusy}
      onSubmit={form.onSubmit(submit)}
      when={form.field('fromDate')}
      why={form.field('reason')}
    >
      <TextField {...form.field('planNameAr')} label={t('catalogue.nameAr')} maxLength={200} isRequired />
      <TextField {...form.field('planName')} label={t('catalogue.nameEn')} maxLength={200} ltr isRequired />
      <CountField {...form.field('transactionLimit')} label={t('catalogue.transactions')} maxLength={7} />
      <CountField {...form.field('validity')} label={t('catalogue.validity')} maxLength={4} />
      <PriceField {...form.field('price')} label={t('catalogue.price')} rate={rate} />
    </ProposalForm>
  )
}

const certificateSchema = z.object(proposeCertificatePrice.body).omit({ classCode: true })
type Priced = { classCode: string; name: string; years: readonly number[]; price?: number; rate: number }

/** The price of a class for so many years. */
export function CertificatePriceForm({ classCode, name, years, price, rate }: Priced) {
  const { t } = useTranslation('finance')
  const proposed = useProposed()
  const form = useForm(certificateSchema, { years: years[0]!, price: price ? offerPrice.encode(price) : '', ...never })
  const submit = async (values: z.output<typeof certificateSchema>) =>
    proposed(await send(proposeCertificatePrice, { ...values, classCode }))
  return (
    <ProposalForm
      title={name}
      isBusy={form.isBusy}
      onSubmit={form.onSubmit(submit)}
      when={form.field('fromDate')}
      why={form.field('reason')}
    >
      {years.length > 1 && (
        <Select
          label={t('propose.years')}
          choices={years.map((count) => ({ id: String(count), label: t('propose.yearsCount', { count }) }))}
          value={String(form.values.years)}
          onChange={(chosen) => form.field('years').onChange(Number(chosen))}
        />
      )}
      <PriceField {...form.field('price')} label={t('catalogue.price')} rate={rate} />
    </ProposalForm>
  )
}

const offSaleSchema = z.object(proposeOffSale.body).omit({ offerCode: true })

export function OffSaleForm({ offerCode, name }: { offerCode: string; name: string }) {
  const { t } = useTranslation('finance')
  const proposed = useProposed()
  const form = useForm(offSaleSchema, never)
  const submit = async (values: z.output<typeof offSaleSchema>) => proposed(await send(proposeOffSale, { ...values, offerCode }))
  return (
    <ProposalForm
      title={t('propose.offSale', { name })}
      isBusy={form.isBusy}
      onSubmit={form.onSubmit(submit)}
      when={form.field('fromDate')}
      why={form.field('reason')}
    />
  )
}

const vatSchema = z.object(proposeVat.body)

export function VatForm({ rate }: { rate: number }) {
  const { t } = useTranslation('finance')
  const proposed = useProposed()
  const form = useForm(vatSchema, { rate: perCent.encode(rate), ...never })
  const submit = async (values: z.output<typeof vatSchema>) => proposed(await send(proposeVat, values))
  const field = form.field('rate')
  return (
    <ProposalForm
      title={t('propose.vat')}
      isBusy={form.isBusy}
      onSubmit={form.onSubmit(submit)}
      when={form.field('fromDate')}
      why={form.field('reason')}
    >
      <TextField
        {...field}
        label={t('propose.rate')}
        hint={t('propose.rateHint')}
        ltr
        inputMode="decimal"
        maxLength={5}
        isRequired
        onChange={(value) => field.onChange(westernDigits(value).replace('٫', '.'))}
      />
    </ProposalForm>
  )
}
