import { changedPages } from '#contract/changedPages.ts'
import type { SignatureReport, ValidationReport } from '#contract/verification.ts'
import {
  formChanges,
  furtherFindings,
  otherSentences,
  revocationSentence,
  signatureSentence,
  signerOf,
  trustSentence,
  unjudgedChanges,
} from '#contract/verificationSentences.ts'
import { glanceSentence } from '#contract/verificationGlance.ts'
import { changeWords } from '#contract/changeWords.ts'
import { coverageSentence, findingWords, forgeryWords, nameOf } from '#contract/verificationWords.ts'
import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeOut } from '../../kit/takeOut.ts'
import { Attachments } from '../../ui/Attachments.tsx'
import { Facts, StatusChip } from '../../ui/display.tsx'
import { sizeText } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useWords } from '../../kit/useWords.ts'
import { CopyId, Ltr, Name } from '../../ui/values.tsx'
import { dateFormat } from '../../ui/calendars.ts'
import { Chain } from './Chain.tsx'
import { Compare } from './Compare.tsx'
import { Moment } from './Moment.tsx'
import { SaveReport } from './SaveReport.tsx'
import { shortHash } from '../../ui/shortIds.ts'

const DocumentPassword = lazy(() => import('../signing/DocumentPassword.tsx'))

const tones = { 'TOTAL-PASSED': 'success', INDETERMINATE: 'warning', 'TOTAL-FAILED': 'error' } as const

/** A file of this device, and what opened it where it is encrypted. */
type Opened = { file: File; password: string | undefined }
type Props = Opened & { report: ValidationReport; onAgain: () => void; onPassword: (password: string) => void }

const locked: ReadonlySet<string> = new Set(['fileEncrypted', 'filePasswordWrong'])

export default function Report(props: Props) {
  const { file, password, report } = props
  const { t } = useTranslation('verification')
  const say = useWords()
  const others = furtherFindings(report)
  return (
    <div className="verify-report">
      <Verdict {...props} />
      {report.forgeries.length > 0 && (
        <Notice tone="error">
          <strong>{t('forgeries')}</strong>
          <Sentences all={report.forgeries.map((code) => say(forgeryWords[code]))} />
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warning">
          <Sentences all={others.map(({ code }) => say(findingWords[code]))} />
        </Notice>
      )}
      {report.attachments.length > 0 && <Inside file={file} report={report} />}
      {grouped(report.signatures).map(({ signature, stamps }, i, all) => (
        <Signature
          key={`${signature.field}${i}`}
          file={file}
          password={password}
          signature={signature}
          stamps={stamps}
          title={t(all.length === 1 ? `kind.only.${signature.kind}` : `kind.${signature.kind}`, { number: i + 1, total: all.length })}
        />
      ))}
    </div>
  )
}

type Grouped = { signature: SignatureReport; stamps: SignatureReport[] }

/** A signature and the time stamps that keep it are one: such a stamp stands alone where it stamps no signature, or is not as it should be. */
function grouped(all: readonly SignatureReport[]): Grouped[] {
  const groups: Grouped[] = []
  for (const signature of all) {
    const last = groups.at(-1)
    const isKeeping = signature.kind === 'documentTimestamp' && signature.indication === 'TOTAL-PASSED'
    if (isKeeping && last?.signature.kind === 'signature') last.stamps.push(signature)
    else groups.push({ signature, stamps: [] })
  }
  return groups
}

const wholeDay = { timeZone: 'Asia/Riyadh', day: 'numeric', month: 'long', year: 'numeric' } as const
const dayIn = (language: 'ar' | 'en', iso: string) => dateFormat(language, 'gregory', wholeDay).format(new Date(iso))

function Verdict({ file, password, report, onAgain, onPassword }: Props) {
  const { t } = useTranslation('verification')
  const say = useWords()
  const tone = tones[report.indication]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), []) // the answer is what a reader should hear next
  return (
    <section className={`card verify-verdict tone-${tone}`} aria-labelledby="verdict">
      <div className="verify-headline">
        <Icon name={tone} size={40} />
        <div>
          <h2 id="verdict" ref={heading} tabIndex={-1}>
            {say(glanceSentence(report, (iso) => ({ ar: dayIn('ar', iso), en: dayIn('en', iso) })))}
          </h2>
          <p>
            {t(`verdict.${report.indication}`)} <Codes of={report} />
          </p>
        </div>
      </div>
      {report.findings.some(({ code }) => locked.has(code)) && <DocumentPassword name={file.name} onGiven={onPassword} />}
      <div className="verify-actions">
        <button type="button" className="btn btn-primary" onClick={onAgain}>
          {t('another')}
        </button>
        <SaveReport file={file} password={password} />
      </div>
      <details className="verify-more">
        <summary>{t('theFile')}</summary>
        <Facts
          facts={[
            [t('file'), <Ltr key="file">{file.name}</Ltr>],
            [t('size'), <Ltr key="size">{sizeText(report.size)}</Ltr>],
            ['SHA-256', <CopyId key="hash" value={report.sha256} shown={shortHash(report.sha256)} />],
            [t('checkedAt'), <Moment key="at" text={report.validatedAt} />],
          ]}
        />
      </details>
    </section>
  )
}

const Codes = ({ of: { indication, subIndication } }: { of: Pick<ValidationReport, 'indication' | 'subIndication'> }) => (
  <span className="small quiet">
    <Ltr>{subIndication && indication !== 'TOTAL-PASSED' ? `(${indication} / ${subIndication})` : `(${indication})`}</Ltr>
  </span>
)

function Signature({ signature, stamps, title, ...opened }: Opened & Grouped & { title: string }) {
  const { t } = useTranslation('verification')
  const say = useWords()
  const { indication, changesAfter } = signature
  const isTold = changesAfter.some(({ allowed, code }) => !allowed || unjudgedChanges.has(code)) // the rest is how such files are kept
  const found = otherSentences(signature).map(say)
  const told = [trustSentence(signature), revocationSentence(signature)].flatMap((one) => (one ? [say(one)] : []))
  return (
    <section className="card verify-signature">
      <header>
        <h2>{title}</h2>
        <StatusChip tone={tones[indication]}>{t(`verdict.${indication}`)}</StatusChip>
      </header>
      <p className="verify-first">{say(signatureSentence(signature))}</p>
      {told.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {found.length > 0 && (
        <div>
          <h3>{t('findings')}</h3>
          <Sentences all={found} />
        </div>
      )}
      {isTold && <Changes changes={changesAfter} />}
      <Pages {...opened} signature={signature} />
      <details className="verify-more">
        <summary>{t('details')}</summary>
        <Codes of={signature} />
        <Facts facts={useFacts(signature)} />
        {!isTold && changesAfter.length > 0 && <Changes changes={changesAfter} />}
        {stamps.length > 0 && <Stamps all={stamps} />}
        {signature.chain.length > 0 && <Chain chain={signature.chain} />}
      </details>
    </section>
  )
}

/** The time stamps over a signature, each with who gave it and when. */
function Stamps({ all }: { all: readonly SignatureReport[] }) {
  const { t } = useTranslation('verification')
  return (
    <>
      <h3>{t('stamps', { count: all.length })}</h3>
      <ul className="verify-sentences">
        {all.map((stamp) => (
          <li key={stamp.field}>
            <Name>{signerOf(stamp) ?? t('unknown')}</Name> · <Moment text={stamp.provenAt} />
            {stamp.chain.length > 0 && <Chain chain={stamp.chain} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function useFacts(signature: SignatureReport): [string, ReactNode][] {
  const { t } = useTranslation('verification')
  const say = useWords()
  const { claimed, proof, provenAt, level, certifies, timestamp } = signature
  const signer = signerOf(signature)
  const facts: ([string, ReactNode] | false)[] = [
    [t(signature.kind === 'signature' ? 'who' : 'authority'), signer ? <Name key="who">{signer}</Name> : t('unknown')],
    proof === 'now'
      ? [t('when'), t('unproven')]
      : [t(signature.kind === 'signature' ? 'when' : 'stampedAt'), <Moment key="when" text={provenAt} />],
    Boolean(timestamp?.authority) && [t('authority'), <Name key="tsa">{nameOf(timestamp!.authority!)}</Name>],
    claimed.time !== undefined && proof === 'now' && [t('claimedTime'), <Moment key="claimed" text={claimed.time} />],
    claimed.reason !== undefined && [t('reason'), <Name key="reason">{claimed.reason}</Name>],
    claimed.location !== undefined && [t('location'), <Name key="location">{claimed.location}</Name>],
    level !== null && [
      t('level'),
      <span key="level">
        <Ltr>{`PAdES ${level}`}</Ltr> <span className="small quiet">{t(`levels.${level}`)}</span>
      </span>,
    ],
    [t('coverage'), say(coverageSentence(signature))],
    certifies !== null && [t('certifies'), t(`permissions.${certifies}`)],
    signature.changesAfter.length === 0 && [t('changes'), t('noChanges')],
  ]
  return facts.filter((fact) => fact !== false)
}

/** The same kind of change is told once. */
function Changes({ changes }: { changes: SignatureReport['changesAfter'] }) {
  const { t } = useTranslation('verification')
  const say = useWords()
  const kinds = changes.filter(({ code }, i) => changes.findIndex((other) => other.code === code) === i)
  return (
    <div>
      <h3>{t('changes')}</h3>
      <ul className="verify-changes">
        {kinds.map(({ code, allowed }) => (
          <li key={code}>
            <StatusChip tone={!allowed ? 'error' : unjudgedChanges.has(code) ? 'warning' : 'neutral'}>
              {t(
                !allowed
                  ? 'notAllowed'
                  : formChanges.has(code)
                    ? 'verdict.INDETERMINATE'
                    : unjudgedChanges.has(code)
                      ? 'toCompare'
                      : 'allowed',
              )}
            </StatusChip>{' '}
            {say(changeWords[code])}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shown at once where somebody has to look, and on demand where what was added is allowed. */
function Pages({ signature: { changesAfter, signedBytes }, ...opened }: Opened & { signature: SignatureReport }) {
  const { t } = useTranslation('verification')
  const [isShown, setShown] = useState(changesAfter.some(({ allowed, code, places }) => places && (!allowed || unjudgedChanges.has(code))))
  const pages = useMemo(() => changedPages(changesAfter), [changesAfter])
  if (signedBytes === null || pages.length === 0) return null
  if (isShown) return <Compare {...opened} signedBytes={signedBytes} pages={pages} />
  return (
    <div>
      <button type="button" className="btn btn-secondary" onClick={() => setShown(true)}>
        {t('compare.show')}
      </button>
    </div>
  )
}

function Inside({ file, report: { attachments, signatures } }: Pick<Props, 'file' | 'report'>) {
  const { t } = useTranslation(['verification', 'ui'])
  const covered = (number: number | null) =>
    number === null
      ? t(signatures.length > 0 ? 'verification:attachments.uncovered' : 'verification:attachments.unsigned')
      : t('verification:attachments.covered', { number })
  return (
    <section className="card verify-signature">
      <h2>{t('verification:attachments.title')}</h2>
      <Attachments
        all={attachments}
        onTake={(one) => takeOut(file, one, t('ui:attachment.noName'))}
        more={({ coveredFrom }) => covered(coveredFrom)}
      />
      <p className="small quiet">{t('verification:attachments.hint')}</p>
    </section>
  )
}

const Sentences = ({ all }: { all: string[] }) => (
  <ul className="verify-sentences">
    {[...new Set(all)].map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
