import { listMyEvidence } from '#contract/evidence.ts'
import { to } from '#contract/screens.ts'
import { createUnit, listUnits } from '#contract/units.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { Page } from '../../kit/Page.tsx'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import { FilesField, useUnsent } from '../evidence/FilesField.tsx'
import '../../ui/forms.css'

const schema = z.object(createUnit.body).omit({ orgSlNo: true, evidence: true })

/** An enrolment admin submits a unit. */
export default function NewUnitPage() {
  const { t } = useTranslation('organisation')
  const navigate = useNavigate()
  const files = useUnsent('unit')
  const form = useForm(schema, { organizationalUnitName: '', organizationalUnitNameAr: '' })
  const submit = async (typed: z.output<typeof schema>) => {
    const { orgUnitSlNo } = await send(createUnit, { ...typed, evidence: files.map(({ uniqueFileID }) => uniqueFileID) })
    toast('success', t('submission.sent'))
    await Promise.all([listUnits, listMyEvidence].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
    await navigate(to('orgProfileUnit', { slNo: orgUnitSlNo }), { replace: true })
  }
  return (
    <Page text={t('units.newLead')}>
      <form className="form-cards" noValidate onSubmit={form.onSubmit(submit)}>
        <Card title={t('units.facts')}>
          <div className="form-fields">
            <TextField {...form.field('organizationalUnitNameAr')} label={t('units.nameAr')} maxLength={100} isRequired />
            <TextField {...form.field('organizationalUnitName')} label={t('units.nameEn')} maxLength={100} ltr isRequired />
          </div>
        </Card>
        <Card title={t('units.document')}>
          <FilesField purpose="unit" choose={t('units.choose')} hint={t('units.documentHint')} isSingle unsent={files} />
        </Card>
        <div className="form-end">
          <Button kind="primary" type="submit" isPending={form.isBusy}>
            {t('submission.send')}
          </Button>
        </div>
      </form>
    </Page>
  )
}
