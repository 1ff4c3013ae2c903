import { returnableFields } from '#contract/applications.ts'
import { returnApplication } from '#contract/operations.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/display.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'

type Field = (typeof returnableFields)[number]

/** Gives an application back: the fields to correct, each with its reason. */
export function GiveBack({ requestID, onGiven }: { requestID: string; onGiven: () => void }) {
  const { t } = useTranslation(['operations', 'applications'])
  const [reasons, setReasons] = useState<Partial<Record<Field, string>>>({})
  const [remarks, setRemarks] = useState('')
  const give = useSend(returnApplication)
  const chosen = returnableFields.filter((field) => reasons[field] !== undefined)
  const isComplete = chosen.length > 0 && chosen.every((field) => reasons[field]!.trim() !== '')
  const confirm = () =>
    give
      .mutateAsync({ requestID, remarks, fieldRemarks: chosen.map((field) => ({ field, remark: reasons[field]!.trim() })) })
      .then(onGiven, tell)
  const choose = (field: Field, isChosen: boolean) =>
    setReasons(({ [field]: before, ...rest }) => (isChosen ? { ...rest, [field]: before ?? '' } : rest))
  return (
    <Card title={t('operations:giveBack.title')}>
      <p className="quiet">{t('operations:giveBack.text')}</p>
      <div className="give-back">
        {returnableFields.map((field) => (
          <div key={field}>
            <Checkbox isSelected={reasons[field] !== undefined} onChange={(isChosen) => choose(field, isChosen)}>
              {t(`applications:field.${field}`)}
            </Checkbox>
            {reasons[field] !== undefined && (
              <TextField
                label={t('operations:giveBack.reason', { field: t(`applications:field.${field}`) })}
                maxLength={500}
                value={reasons[field]}
                onChange={(reason) => setReasons((before) => ({ ...before, [field]: reason }))}
              />
            )}
          </div>
        ))}
      </div>
      <TextField label={t('operations:giveBack.remarks')} optional rows={2} maxLength={1000} value={remarks} onChange={setRemarks} />
      <Button isPending={give.isPending} isDisabled={!isComplete} onPress={() => void confirm()}>
        {t('operations:giveBack.confirm')}
      </Button>
    </Card>
  )
}
