import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { FailedArt } from '../../ui/art.tsx'

const describe = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/** The last resort of every route. Its title is the router's own sentence, in every language. */
export function CrashPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  return (
    <main className="state" id="main">
      <title>Unexpected Application Error!</title>
      <FailedArt />
      <h1 lang="en" dir="ltr">
        Unexpected Application Error!
      </h1>
      <p>{t('crash.text')}</p>
      <div className="actions">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </button>
      </div>
      <details className="small quiet">
        <summary>{t('crash.details')}</summary>
        <code dir="ltr">{describe(error)}</code>
      </details>
    </main>
  )
}
