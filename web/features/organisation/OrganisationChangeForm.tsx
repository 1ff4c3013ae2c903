import { listMyEvidence } from '#contract/evidence.ts'
import type { Output } from '#contract/kit.ts'
import type { readOrganisation } from '#contract/organisation.ts'
import {
  isPublicChange,
  listOrganisationChanges,
  organisationChangeFields,
  type OrganisationChangeKind,
  organisationChangeWords,
  type OrganisationField,
  requestAddressChange,
  requestContactDetailsChange,
  requestNameChange,
  requestTradingNameChange,
  requestVatNumberChange,
} from '#contract/organisationChanges.ts'
import { to } from '#contract/screens.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { queries } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { FilesField, useUnsent } from '../evidence/FilesField.tsx'
import { PlaceFields } from '../places/PlaceFields.tsx'
import '../../ui/forms.css'

type Profile = Output<typeof readOrganisation>

const requests = {
  name: requestNameChange,
  tradingName: requestTradingNameChange,
  vatNumber: requestVatNumberChange,
  address: requestAddressChange,
  contact: requestContactDetailsChange,
}
const besides = { orgSlNo: true, evidence: true } as const
const schemas: Record<OrganisationChangeKind, z.ZodObject> = {
  name: z.object(requestNameChange.body).omit(besides),
  tradingName: z.object(requestTradingNameChange.body).omit(besides),
  vatNumber: z.object(requestVatNumberChange.body).omit(besides),
  address: z.object(requestAddressChange.body).omit(besides),
  contact: z.object(requestContactDetailsChange.body).omit(besides),
}
/** Whichever it is, its fields are texts. */
type Typed = Record<string, string>
type Schema = z.ZodObject<Record<string, z.ZodType<string, string>>>

const latin: readonly OrganisationField[] = ['organizationName', 'DBAName', 'vatNumber', 'email', 'telephoneNumber', 'postalCodeZIPCode']
const optional: readonly OrganisationField[] = ['DBANameAr', 'DBAName', 'vatNumber']
const longest: Partial<Record<OrganisationField, number>> = {
  vatNumber: 15,
  address: 300,
  postalCodeZIPCode: 5,
  telephoneNumber: 40,
  email: 254,
}

/** What of it is to be changed, why, and what supports it. */
export default function OrganisationChangeForm({ kind, profile }: { kind: OrganisationChangeKind; profile: Profile }) {
  const { t } = useTranslation(['organisation', 'applications'])
  const words = useWords()
  const navigate = useNavigate()
  const files = useUnsent('organisationChange')
  const schema = schemas[kind] as Schema
  const [isMissing, setMissing] = useState(false)
  const fields = organisationChangeFields[kind]
  const form = useForm(schema, { ...Object.fromEntries(fields.map((name) => [name, profile[name] ?? ''])), reason: '' })
  const needsFile = isPublicChange(kind)
  const submit = async (typed: Typed) => {
    setMissing(needsFile && files.length === 0)
    if (needsFile && files.length === 0) return
    const evidence = files.map(({ uniqueFileID }) => uniqueFileID)
    const { slNo } = await send(requests[kind] as typeof requestNameChange, { ...typed, evidence } as never)
    toast('success', t('organisation:submission.sent'))
    await Promise.all([listOrganisationChanges, listMyEvidence].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    await navigate(to('orgProfileChange', { slNo }), { replace: true })
  }
  const field = (name: OrganisationField) => ({
    ...form.field(name),
    value: form.values[name] ?? '',
    label: t(`applications:field.${name}`),
  })
  const places: readonly OrganisationField[] = kind === 'address' ? ['country', 'stateProvinceRegion', 'city'] : []
  return (
    <form className="form-cards" noValidate onSubmit={form.onSubmit(submit)}>
      <Card title={words(organisationChangeWords[kind])}>
        <div className="form-fields">
          {kind === 'address' && <PlaceFields country={field('country')} region={field('stateProvinceRegion')} city={field('city')} />}
          {fields
            .filter((name) => !places.includes(name))
            .map((name) => (
              <TextField
                key={name}
                {...field(name)}
                maxLength={longest[name] ?? 200}
                ltr={latin.includes(name)}
                optional={optional.includes(name)}
                isRequired={!optional.includes(name)}
              />
            ))}
          <TextField {...form.field('reason')} label={t('organisation:changes.reason')} maxLength={500} rows={3} isRequired />
        </div>
      </Card>
      <Card title={t('organisation:changes.evidence')}>
        <FilesField
          purpose="organisationChange"
          choose={t('organisation:changes.choose')}
          hint={t(needsFile ? 'organisation:changes.evidenceHint' : 'organisation:changes.evidenceOptional')}
          unsent={files}
        />
      </Card>
      {isMissing && files.length === 0 && <Notice tone="error">{t('organisation:changes.noFile')}</Notice>}
      <div className="form-end">
        <Button kind="primary" type="submit" isPending={form.isBusy}>
          {t('organisation:submission.send')}
        </Button>
        <span className="small quiet">{t(needsFile ? 'organisation:changes.bothDecide' : 'organisation:submission.signatoryNext')}</span>
      </div>
    </form>
  )
}
