import { inspectCertificateRequest } from '#contract/certificates.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../../kit/client.ts'
import { messageOf } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/display.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { CopyId, Ltr } from '../../ui/values.tsx'
import { type CsrFault, requestIn } from './csr.ts'

const mostBytes = 16_384
const command = 'openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -subj "/CN=Tawqi" -out request.csr'

type Props = {
  initial: string | undefined
  /** The person wanted to go on without one. */
  isMissing: boolean
  /** The request as PEM once the server has read it; undefined while there is none that it takes. */
  onRead: (pem: string | undefined) => void
}

/** A certification request, pasted or as a file. What is no request is told here and never sent; what is one, the server reads at once. */
export function CsrField({ initial = '', isMissing, onRead }: Props) {
  const { t } = useTranslation('certificates')
  const [text, setText] = useState(initial)
  const [judged, setJudged] = useState<{ pem?: string; fault?: CsrFault }>(initial ? { pem: initial } : {})
  const inspected = useCall(inspectCertificateRequest, { csr: judged.pem! }, { enabled: judged.pem !== undefined, staleTime: Infinity })
  const taken = inspected.isSuccess ? judged.pem : undefined
  const tellTaken = useEffectEvent(onRead)
  useEffect(() => tellTaken(taken), [taken])

  const judge = (given: Uint8Array<ArrayBuffer> | string) => {
    const found = requestIn(given)
    setJudged(found)
    if ('pem' in found) setText(found.pem)
    // a private key does not stay on the screen
    if ('fault' in found && found.fault === 'isKey') setText('')
  }
  const type = (typed: string) => {
    setText(typed)
    if (/-----END [^-]+-----/.test(typed)) judge(typed)
    else setJudged({})
  }
  const takeFile = async ([file]: File[]) => judge(new Uint8Array(await file!.arrayBuffer()))

  const fault = judged.fault ?? (isMissing && !judged.pem && text.trim() === '' ? 'empty' : undefined)
  const error = fault ? t(`csr.faults.${fault}`) : inspected.error ? sentenceOf(inspected.error) : undefined
  return (
    <div className="csr">
      <TextField
        label={t('csr.label')}
        hint={t('csr.hint')}
        error={error}
        rows={6}
        ltr
        spellCheck="false"
        autoComplete="off"
        value={text}
        onChange={type}
        onBlur={() => text.trim() !== '' && !judged.pem && judge(text)}
      />
      <FileDrop
        label={t('csr.drop')}
        hint={t('csr.dropHint')}
        accept={['.csr', '.pem', '.der', '.p10', '.req', '.txt', '.key', '.p12', '.pfx', '.crt', '.cer']}
        maxBytes={mostBytes}
        files={[]}
        onFiles={(files) => void takeFile(files)}
      />
      {inspected.isFetching && (
        <p className="csr-reading" role="status">
          <Spinner /> {t('csr.reading')}
        </p>
      )}
      {inspected.error && !(inspected.error instanceof Refusal) && (
        <Button icon="refresh" onPress={() => void inspected.refetch()}>
          {t('csr.again')}
        </Button>
      )}
      {taken && inspected.data && (
        <section className="csr-read" role="status" aria-label={t('csr.read')}>
          <h2>{t('csr.read')}</h2>
          <Facts
            facts={[
              [t('csr.key'), <Ltr key="key">{inspected.data.keyAlgorithm}</Ltr>],
              [t('csr.fingerprint'), <CopyId key="fingerprint" value={inspected.data.publicKeySha256} />],
              [t('csr.subject'), <Ltr key="subject">{inspected.data.subject || '—'}</Ltr>],
            ]}
          />
          <p className="small quiet">{t('csr.subjectIgnored')}</p>
        </section>
      )}
      <details className="csr-how">
        <summary>{t('csr.how')}</summary>
        <p className="small">{t('csr.howText')}</p>
        <pre dir="ltr" tabIndex={0} aria-label={t('csr.command')}>
          {command}
        </pre>
        <CopyId value={command} shown={t('csr.copyCommand')} />
      </details>
    </div>
  )
}

const sentenceOf = (error: Error) =>
  (error instanceof Refusal && error.problem.errors?.find(({ field }) => field === 'csr')?.message) || messageOf(error)
