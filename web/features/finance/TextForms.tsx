import { downloadAgreementSource, type TextKind } from '#contract/agreements.ts'
import { listAgreementVersions, proposeAgreement, proposeClassTexts } from '#contract/catalogueChanges.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useForm } from '../../kit/form.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { TextField } from '../../ui/fields.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import type { Catalogue } from './CataloguePage.tsx'
import { never, ProposalForm, useProposed } from './ChangeForms.tsx'

type Latest = { title: string; ar: string; en: string }

/** The latest version of a text in both languages, to write the next one from. */
async function latestOf(kind: TextKind, language: 'ar' | 'en'): Promise<Latest> {
  const { dataList } = await send(listAgreementVersions, {})
  const inLanguage = (wanted: 'ar' | 'en') =>
    dataList.filter((one) => one.kind === kind && one.language === wanted).toSorted((a, b) => b.version - a.version)[0]!
  const read = async (wanted: 'ar' | 'en') => {
    const { blob } = await fetchFile(downloadAgreementSource, { uniqueFileID: inLanguage(wanted).uniqueFileID })
    return blob.text()
  }
  return { title: inLanguage(language).title, ar: await read('ar'), en: await read('en') }
}

/** The next version of a text. */
export function AgreementForm({ kind }: { kind: TextKind }) {
  const { i18n } = useTranslation('finance')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { data, error, refetch } = useQuery({
    queryKey: ['latest text', kind, language],
    queryFn: () => latestOf(kind, language),
    // What somebody writes is not replaced by what they began with.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!data) return error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />
  return <Writing kind={kind} latest={data} />
}

const agreementSchema = z.object(proposeAgreement.body).omit({ kind: true })

function Writing({ kind, latest }: { kind: TextKind; latest: Latest }) {
  const { t } = useTranslation('finance')
  const proposed = useProposed()
  const form = useForm(agreementSchema, { textAr: latest.ar, text: latest.en, ...never })
  const submit = async (values: z.output<typeof agreementSchema>) => proposed(await send(proposeAgreement, { ...values, kind }))
  return (
    <ProposalForm
      title={t('agreements.newOf', { title: latest.title })}
      isBusy={form.isBusy}
      onSubmit={form.onSubmit(submit)}
      when={form.field('fromDate')}
      why={form.field('reason')}
    >
      <div className="text-sources">
        <p className="quiet">{t('agreements.how')}</p>
        <TextField {...form.field('textAr')} label={t('agreements.textAr')} rows={20} maxLength={60_000} dir="rtl" isRequired />
        <TextField {...form.field('text')} label={t('agreements.textEn')} rows={20} maxLength={60_000} ltr isRequired />
      </div>
    </ProposalForm>
  )
}

const classSchema = z.object(proposeClassTexts.body).omit({ classCode: true })

/** How a class of certificates is named and described. */
export function ClassTextsForm({ of }: { of: Catalogue['certificates'][number] }) {
  const { t } = useTranslation('finance')
  const named = useNamed()
  const proposed = useProposed()
  const { classCode, className, classNameAr, description, descriptionAr } = of
  const form = useForm(classSchema, { className, classNameAr, description, descriptionAr, ...never })
  const submit = async (values: z.output<typeof classSchema>) => proposed(await send(proposeClassTexts, { ...values, classCode }))
  return (
    <ProposalForm
      title={named(of, 'className')}
      isBusy={form.isBusy}
      onSubmit={form.onSubmit(submit)}
      when={form.field('fromDate')}
      why={form.field('reason')}
    >
      <TextField {...form.field('classNameAr')} label={t('catalogue.nameAr')} maxLength={200} isRequired />
      <TextField {...form.field('className')} label={t('catalogue.nameEn')} maxLength={200} ltr isRequired />
      <div className="text-sources">
        <TextField {...form.field('descriptionAr')} label={t('catalogue.descriptionAr')} rows={4} maxLength={2_000} isRequired />
        <TextField {...form.field('description')} label={t('catalogue.descriptionEn')} rows={4} maxLength={2_000} ltr isRequired />
      </div>
    </ProposalForm>
  )
}
