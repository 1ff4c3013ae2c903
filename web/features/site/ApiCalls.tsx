import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { ApiCallDetails } from './ApiCallDetails.tsx'
import { callsOf, fetchOpenApi, finderOf, type FoundCalls, type Schemas } from './openApi.ts'

/** The document that machines read, and what shows it. */
export async function loadReference() {
  const api = await fetchOpenApi()
  return { Calls: ApiCalls, schemas: api.components.schemas, search: finderOf(callsOf(api)) }
}

type Props = { found: FoundCalls; schemas: Schemas; named: string; typed: string; onType: (typed: string) => void }

/** The calls in which something was found, by area, under what was typed. */
function ApiCalls({ found, schemas, named, typed, onType }: Props) {
  const { t } = useTranslation('developers')
  return (
    <div className="api-main">
      <label className="field api-search">
        <span>{t('search')}</span>
        <span className="input-box" data-icon="search">
          <Icon name="search" size={18} />
          <input type="search" className="input" dir="auto" value={typed} onChange={(event) => onType(event.target.value)} />
        </span>
      </label>
      <p className="small quiet" role="status">
        {t('found', { count: [...found.values()].flat().length })}
      </p>
      {[...found].map(([area, calls]) => (
        <section key={area} id={`area-${area}`} className="api-area" aria-labelledby={`title-${area}`}>
          <h2 id={`title-${area}`}>{t(`areas.${area}`)}</h2>
          {calls.map((call) => (
            <ApiCallDetails key={call.operationId} call={call} schemas={schemas} isNamed={named === call.operationId} />
          ))}
        </section>
      ))}
    </div>
  )
}
