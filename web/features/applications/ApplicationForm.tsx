import {
  applicationFieldNames,
  type ApplicationField,
  readMyApplication,
  saveApplication,
  submitApplication,
} from '#contract/applications.ts'
import { listMyEvidence } from '#contract/evidence.ts'
import type { Output } from '#contract/kit.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { send } from '../../kit/client.ts'
import { useForm } from '../../kit/form.ts'
import { queries } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { DigitsField, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import './applications.css'
import { FilesField, useUnsent } from '../evidence/FilesField.tsx'
import { RegisterFill } from './RegisterFill.tsx'
import { PlaceFields } from '../places/PlaceFields.tsx'

const schema = z.object(submitApplication.body).omit({ evidence: true, seal: true })
export type Typed = Record<ApplicationField, string>
const empty = { ...(Object.fromEntries(applicationFieldNames.map((name) => [name, ''])) as Typed), country: 'SA' }
const savedAfterMs = 800

export type MyApplication = NonNullable<Output<typeof readMyApplication>['application']>
type Props = { application: MyApplication | null; hasRegister: boolean; onSent: () => void }

/** The application, kept on the server as it is filled in. */
export default function ApplicationForm({ application, hasRegister, onSent }: Props) {
  const { t } = useTranslation(['applications', 'ui'])
  const [initial] = useState<Typed>(() =>
    application ? (Object.fromEntries(applicationFieldNames.map((name) => [name, application[name] || empty[name]])) as Typed) : empty,
  )
  const form = useForm(schema, initial)
  const typed = form.values
  const saved = useSaved(typed, initial)
  const files = useUnsent('organisation')
  const seals = useUnsent('organisationSeal')
  const [missing, setMissing] = useState(false)
  const hasFiles = files.length + (application?.evidence.length ?? 0) > 0
  const hasSeal = seals.length > 0 || application?.seal != null
  const submit = async (decoded: z.output<typeof schema>) => {
    setMissing(!hasFiles || !hasSeal)
    if (!hasFiles || !hasSeal) return
    saved.stop()
    const [evidence, seal] = [files.map((one) => one.uniqueFileID), seals.at(-1)?.uniqueFileID]
    await send(submitApplication, { ...decoded, evidence, seal })
    await queries.invalidateQueries({ queryKey: [listMyEvidence.path] })
    onSent()
  }
  const { field } = form
  const label = (name: keyof Typed) => ({ ...field(name), label: t(`applications:field.${name}`) })
  const fill = (known: Partial<Typed>) => {
    for (const [name, value] of Object.entries(known)) field(name as ApplicationField).onChange(value)
  }
  return (
    <form className="application" noValidate onSubmit={form.onSubmit(submit)}>
      <Card title={t('applications:registration')}>
        <div className="form-fields">
          <DigitsField {...label('unifiedOrgNo')} hint={t('applications:hint.unifiedOrgNo')} maxLength={10} isRequired />
          {hasRegister && <RegisterFill values={typed} fill={fill} />}
          <DigitsField {...label('crNumber')} maxLength={10} optional />
          <TextField {...label('organizationNameAr')} maxLength={200} isRequired />
          <TextField {...label('organizationName')} maxLength={200} ltr isRequired />
          <TextField {...label('DBANameAr')} hint={t('applications:hint.DBANameAr')} maxLength={200} optional />
          <TextField {...label('DBAName')} maxLength={200} ltr optional />
          <DigitsField {...label('vatNumber')} hint={t('applications:hint.vatNumber')} maxLength={15} optional />
        </div>
      </Card>
      <Card title={t('applications:contact')}>
        <div className="form-fields">
          <TextField {...label('email')} type="email" inputMode="email" ltr isRequired />
          <TextField {...label('telephoneNumber')} type="tel" hint={t('applications:hint.telephoneNumber')} ltr isRequired />
          <PlaceFields country={label('country')} region={label('stateProvinceRegion')} city={label('city')} />
          <TextField {...label('address')} maxLength={300} isRequired />
          <DigitsField {...label('postalCodeZIPCode')} maxLength={5} isRequired />
        </div>
      </Card>
      <Card title={t('applications:files')}>
        <div className="form-fields">
          <FilesField
            purpose="organisation"
            title={t('applications:field.evidence')}
            choose={t('applications:chooseFiles')}
            hint={t('applications:hint.evidence')}
            unsent={files}
            sent={application?.evidence ?? []}
          />
          <FilesField
            purpose="organisationSeal"
            title={t('applications:field.seal')}
            choose={t('applications:chooseSeal')}
            hint={t('applications:hint.seal')}
            isSingle
            isPicture
            unsent={seals}
            sent={application?.seal ? [application.seal] : []}
          />
        </div>
      </Card>
      {missing && <Notice tone="error">{t(hasFiles ? 'applications:noSeal' : 'applications:noFiles')}</Notice>}
      <div className="form-end">
        <Button kind="primary" type="submit" isPending={form.isBusy}>
          {t(application?.state === 'returned' ? 'applications:sendAgain' : 'applications:send')}
        </Button>
        <span className="small quiet" role="status">
          {saved.text}
        </span>
      </div>
    </form>
  )
}

/** Keeps what was typed a moment after the last change, in the order of the changes. */
function useSaved(typed: Typed, initial: Typed) {
  const { t } = useTranslation('applications')
  const [text, setText] = useState('')
  const known = useRef(JSON.stringify(initial))
  const running = useRef(Promise.resolve())
  const isOver = useRef(false)
  const now = JSON.stringify(Object.fromEntries(applicationFieldNames.map((name) => [name, typed[name] ?? ''])))
  const save = useEffectEvent(() => {
    if (isOver.current || known.current === now) return
    known.current = now
    setText(t('saving'))
    running.current = running.current
      .then(() => send(saveApplication, JSON.parse(now) as Typed))
      .then(
        () => setText(t('saved')),
        () => {
          known.current = ''
          setText(t('notSaved'))
        },
      )
    void queries.invalidateQueries({ queryKey: [readMyApplication.path], refetchType: 'none' })
  })
  useEffect(() => {
    const timer = setTimeout(save, savedAfterMs)
    return () => clearTimeout(timer)
  }, [now])
  return { text, stop: () => (isOver.current = true) }
}
