import { listMyEvidence } from '#contract/evidence.ts'
import { type listMyInvitations, needsEvidence, submitUserDetails } from '#contract/invitations.ts'
import type { Output } from '#contract/kit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { DigitsField, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Agreements } from '../enrolment/Agreements.tsx'
import '../enrolment/enrolment.css'
import { FilesField, useUnsent } from '../evidence/FilesField.tsx'
import { PlaceFields } from '../places/PlaceFields.tsx'

export type MyInvitation = Output<typeof listMyInvitations>['dataList'][number]

const schema = z.object(submitUserDetails.body).omit({ requestID: true, evidence: true })

/** What an invited person adds to what their identity proves. */
export default function JoinForm({ invitation: { requestID, userType }, onSent }: { invitation: MyInvitation; onSent: () => void }) {
  const { t } = useTranslation('invitations')
  const files = useUnsent('membership')
  const [isMissing, setMissing] = useState(false)
  const form = useForm(schema, { country: 'SA', state: '', city: '', postalCode: '', designation: '', acceptTerms: false as true })
  const isNeeded = needsEvidence(userType)
  const submit = async (typed: z.output<typeof schema>) => {
    const lacks = isNeeded && files.length === 0
    setMissing(lacks)
    if (lacks) return
    await send(submitUserDetails, { requestID, ...typed, evidence: files.map(({ uniqueFileID }) => uniqueFileID) })
    await queries.invalidateQueries({ queryKey: [listMyEvidence.path] })
    onSent()
  }
  const label = (name: 'country' | 'state' | 'city') => ({ ...form.field(name), label: t(`details.${name === 'state' ? 'region' : name}`) })
  return (
    <form className="form-cards" noValidate onSubmit={form.onSubmit(submit)}>
      <Card title={t('details.address')}>
        <div className="form-fields">
          <PlaceFields country={label('country')} region={label('state')} city={label('city')} />
          <DigitsField {...form.field('postalCode')} label={t('details.postalCode')} maxLength={5} isRequired />
        </div>
      </Card>
      <Card title={t('details.work')}>
        <div className="form-fields">
          <TextField
            {...form.field('designation')}
            label={t('details.designation')}
            hint={t('details.designationHint')}
            maxLength={100}
            optional
          />
        </div>
      </Card>
      <Card title={t('details.files')}>
        <FilesField
          purpose="membership"
          choose={t('details.choose')}
          hint={t(isNeeded ? 'details.filesNeeded' : 'details.filesHint')}
          unsent={files}
        />
        {isMissing && files.length === 0 && <Notice tone="error">{t('details.noFiles')}</Notice>}
      </Card>
      <div className="card">
        <Agreements userType={userType} {...form.field('acceptTerms')} value={form.values.acceptTerms} />
        <p className="small quiet join-note">{t('details.seen')}</p>
        <Button kind="primary" type="submit" isPending={form.isBusy}>
          {t('details.send')}
        </Button>
      </div>
    </form>
  )
}
