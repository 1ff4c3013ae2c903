import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ApiField, ApiSchema } from './ApiSchema.tsx'
import { curlOf } from './curl.ts'
import { type ApiCall, callers, contentOf, type Parameter, type Schemas } from './openApi.ts'

type Props = { call: ApiCall; schemas: Schemas; isNamed: boolean }

/** One call: a line that opens to all that the document says of it. `isNamed`: the address of the page ends in its name. */
export function ApiCallDetails({ call, schemas, isNamed }: Props) {
  const { t } = useTranslation('developers')
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isNamed) return
    setOpen(true)
    box.current?.scrollIntoView({ block: 'start' })
  }, [isNamed])
  return (
    <details className="api-call" id={call.operationId} ref={box} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="api-address" dir="ltr">
          <span className={`api-method api-${call.method.toLowerCase()}`}>{call.method}</span>
          <code>{breakable(call.path)}</code>
        </span>
        <span className="api-summary" lang="en" dir="ltr">
          {call.summary}
        </span>
        {call['x-not-yet'] && <StatusChip tone="neutral">{t('notYet')}</StatusChip>}
      </summary>
      {isOpen && <Body call={call} schemas={schemas} />}
    </details>
  )
}

/** Long addresses may break after a slash. */
const breakable = (path: string) => path.split('/').flatMap((part, i) => (i === 0 ? [] : ['/', <wbr key={i} />, part]))

function Body({ call, schemas }: Omit<Props, 'isNamed'>) {
  const { t } = useTranslation('developers')
  const body = contentOf(call.requestBody?.content)
  const answer = contentOf(call.responses['200']?.content)
  return (
    <div className="api-body">
      <Who call={call} />
      <Parameters title={t('inAddress')} parameters={call.parameters.filter((one) => one.in !== 'header')} />
      <Parameters title={t('headers')} parameters={call.parameters.filter((one) => one.in === 'header')} />
      {body && <Content title={t('body')} content={body} schemas={schemas} />}
      {answer && <Content title={t('answer')} content={answer} schemas={schemas} />}
      <Part title={t('refusals')}>
        <p className="small">
          <bdi dir="ltr">
            {Object.keys(call.responses)
              .filter((status) => /^[45]/.test(status))
              .join(' · ')}
          </bdi>{' '}
          <a href="#problems">{t('seeProblems')}</a>
        </p>
      </Part>
      <Curl command={curlOf(call, schemas, location.origin)} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="api-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Who({ call }: { call: ApiCall }) {
  const { t } = useTranslation('developers')
  return (
    <Part title={t('who')}>
      <p className="api-who">
        {callers(call).map((caller) => (
          <StatusChip key={caller} tone={caller === 'anyone' ? 'neutral' : 'info'}>
            {t(`callers.${caller}`)}
          </StatusChip>
        ))}
        {call['x-step-up'] && <StatusChip tone="warning">{t('stepUp')}</StatusChip>}
      </p>
    </Part>
  )
}

function Parameters({ title, parameters }: { title: string; parameters: Parameter[] }) {
  if (parameters.length === 0) return null
  return (
    <Part title={title}>
      <ul className="api-fields">
        {parameters.map(({ name, schema, required, description }) => (
          <ApiField key={name} name={name} schema={schema} required={required} description={description} />
        ))}
      </ul>
    </Part>
  )
}

type ContentProps = { title: string; content: NonNullable<ReturnType<typeof contentOf>>; schemas: Schemas }

const Content = ({ title, content, schemas }: ContentProps) => (
  <Part title={title}>
    <p className="small quiet">
      <bdi dir="ltr">{content.type}</bdi>
    </p>
    {content.schema && <ApiSchema schema={content.schema} schemas={schemas} />}
  </Part>
)

function Curl({ command }: { command: string }) {
  const { t } = useTranslation('developers')
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(command).then(() => setCopied(true))
  return (
    <Part title="curl">
      <pre className="api-curl" dir="ltr" tabIndex={0} aria-label={t('command')}>
        <code>{command}</code>
      </pre>
      <p>
        <button type="button" className="btn btn-secondary" onClick={copy}>
          <Icon name={copied ? 'check' : 'copy'} size={16} />
          {t('copy')}
        </button>{' '}
        <span className="small quiet" role="status">
          {copied && t('copied')}
        </span>
      </p>
    </Part>
  )
}
