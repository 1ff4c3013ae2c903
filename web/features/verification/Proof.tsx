import { readSigningProof, type SigningProof } from '#contract/verification.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Refusal } from '../../kit/client.ts'
import { queries, useCall } from '../../kit/useCall.ts'
import { Facts, StatusChip } from '../../ui/display.tsx'
import { sizeText } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CopyId, DateText, Ltr, Name } from '../../ui/values.tsx'
import { shortHash } from '../../ui/shortIds.ts'

type Props = { code: string; fileSha256: string | undefined }

/** What was signed under a code, and whether a file that was examined meanwhile is one of those documents. */
export default function Proof(props: Props) {
  return (
    <QueryClientProvider client={queries}>
      <LookedUp {...props} />
    </QueryClientProvider>
  )
}

function LookedUp({ code, fileSha256 }: Props) {
  const { t } = useTranslation('verification')
  const isCode = readSigningProof.body.code.safeParse(code).success
  const proof = useCall(readSigningProof, { code }, { enabled: isCode, staleTime: Infinity })
  const isUnknown = !isCode || (proof.error instanceof Refusal && proof.error.problem.status === 404)
  if (isUnknown) return <Notice tone="warning">{t('proof.unknown')}</Notice>
  if (proof.isPending) return <progress aria-label={t('proof.looking')} />
  if (proof.error) return <FetchFailed of={proof} />
  return (
    <>
      <Found proof={proof.data} />
      {fileSha256 !== undefined && <Match at={proof.data.documents.findIndex(({ sha256 }) => sha256 === fileSha256)} />}
    </>
  )
}

function Found({ proof: { code, signedAt, signer, signerAr, documents } }: { proof: SigningProof }) {
  const { t, i18n } = useTranslation('verification')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card verify-signature" aria-labelledby="proof">
      <header>
        <h2 id="proof" ref={heading} tabIndex={-1}>
          {t('proof.title')}
        </h2>
        <StatusChip tone="success">{t('proof.signed')}</StatusChip>
      </header>
      <Facts
        facts={[
          [t('proof.code'), <Ltr key="code">{code}</Ltr>],
          [t('who'), <Name key="who">{i18n.language === 'ar' ? signerAr : signer}</Name>],
          [t('proof.at'), <DateText key="at" at={signedAt} time />],
        ]}
      />
      <ol className="verify-documents">
        {documents.map(({ sha256, size, level }, i) => (
          <li key={sha256}>
            <Icon name="file" />
            <span>{t('proof.document', { number: i + 1, total: documents.length })}</span>
            <Ltr>{sizeText(size)}</Ltr>
            <Ltr>{`PAdES ${level}`}</Ltr>
            <span className="small">
              SHA-256 <CopyId value={sha256} shown={shortHash(sha256)} />
            </span>
          </li>
        ))}
      </ol>
      <p className="small quiet">{t('proof.worth')}</p>
    </section>
  )
}

function Match({ at }: { at: number }) {
  const { t } = useTranslation('verification')
  return at >= 0 ? (
    <Notice tone="success">{t('proof.match', { number: at + 1 })}</Notice>
  ) : (
    <Notice tone="error">{t('proof.noMatch')}</Notice>
  )
}
