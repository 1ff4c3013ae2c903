import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { downloadReport } from './check.ts'

/** The report as a PDF. An encrypted file is opened for it with the same password. */
export function SaveReport({ file, password }: { file: File; password: string | undefined }) {
  const { t, i18n } = useTranslation('verification')
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')
  const save = () => {
    setState('saving')
    downloadReport(file, i18n.language === 'ar' ? 'ar' : 'en', password).then(
      () => setState('idle'),
      () => setState('failed'),
    )
  }
  return (
    <>
      <button type="button" className="btn btn-secondary" disabled={state === 'saving'} onClick={save}>
        {state === 'saving' ? <Spinner /> : <Icon name="download" />}
        {t('report')}
      </button>
      <span className="field-error small" role="alert">
        {state === 'failed' && t('reportFailed')}
      </span>
    </>
  )
}
