import { listEsignPlans, readVat } from '#contract/catalogue.ts'
import { listCountries, listMonths } from '#contract/referenceData.ts'
import { readStatus } from '#contract/site.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../ui/app.css'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Open to everybody, and without anything to fill in. */
const offered = [readVat, listEsignPlans, listMonths, listCountries, readStatus]

type Answered = { status: number; ms: number; text: string }

/** A call made from the page itself, with its answer as it comes. */
export default function TryCall() {
  const { t, i18n } = useTranslation('quickStart')
  const [path, setPath] = useState(readVat.path)
  const [answered, setAnswered] = useState<Answered>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const carryOut = async () => {
    setBusy(true)
    setFailed(false)
    const began = performance.now()
    try {
      const answer = await fetch(path, { headers: { 'Accept-Language': i18n.language } })
      const body: unknown = await answer.json()
      setAnswered({ status: answer.status, ms: Math.round(performance.now() - began), text: JSON.stringify(body, null, 2) })
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return (
    <section className="card api-try" aria-labelledby="try">
      <h2 id="try">{t('try.title')}</h2>
      <div className="try-call">
        <label className="field">
          <span>{t('try.call')}</span>
          <span className="select-box">
            <select className="input" dir="ltr" value={path} onChange={(event) => setPath(event.target.value)}>
              {offered.map((call) => (
                <option key={call.path} value={call.path}>
                  GET {call.path}
                </option>
              ))}
            </select>
            <Icon name="chevronDown" size={18} />
          </span>
        </label>
        <button type="button" className="btn btn-primary" disabled={isBusy} onClick={() => void carryOut()}>
          {t('try.send')}
        </button>
      </div>
      {hasFailed && <Notice tone="error">{t('try.failed')}</Notice>}
      <div role="status">
        {answered && (
          <>
            <p className="small quiet">{t('try.answered', { status: answered.status, ms: answered.ms })}</p>
            <pre className="quick-code" dir="ltr" tabIndex={0} aria-label={t('try.answer')}>
              <code>{answered.text}</code>
            </pre>
          </>
        )}
      </div>
    </section>
  )
}
