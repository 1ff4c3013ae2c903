import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../ui/app.css'
import { Head } from '../../kit/Head.tsx'
import './status.css'

/** Whether the service works, by its own looks. Readable without scripts; with them it is looked at again and again. */
export default function StatusPage() {
  const { t } = useTranslation(['status', 'ui']) // those of the parts that come later, too
  return (
    <div className="wrap status">
      <Head title={t('title')} description={t('description')} />
      <header>
        <h1>{t('title')}</h1>
        <p className="status-lead">{t('lead')}</p>
      </header>
      <NowWhenReady />
      <section className="status-about">
        <h2>{t('about.title')}</h2>
        <ul>
          {notes.map((note) => (
            <li key={note}>{t(`about.${note}`)}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}
const notes = ['looks', 'outside', 'watch', 'none'] as const

function NowWhenReady() {
  const { t } = useTranslation('status')
  const [Now, setNow] = useState<ComponentType>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./StatusNow.tsx').then(
      (loaded) => setNow(() => loaded.default),
      () => setFailed(true),
    )
  }, [])
  return (
    <div className="status-now">
      {/* The server says what works when it sends the page. */}
      <noscript>
        <ul className="card status-plain">{'{{STATUS}}'}</ul>
      </noscript>
      {hasFailed && <p className="notice tone-error">{t('unreachable')}</p>}
      {Now ? <Now /> : !hasFailed && <span className="spinner" aria-hidden="true" />}
    </div>
  )
}
