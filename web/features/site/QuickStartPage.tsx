import { to } from '#contract/publicScreens.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import './quickStart.css'
import { Soon } from './parts.tsx'

const json = `-H 'Content-Type: application/json' -H 'X-DEVICE-ID: quick-start'`
const signedIn = `-H "Authorization: Bearer $TOKEN" -H 'X-DEVICE-ID: quick-start'`

/** What a stranger types, step by step; `test/journeys/quickStart.test.ts` runs exactly this. The server puts its own address in. */
const commands = {
  open: `TAWQI='{{PUBLIC_URL}}'
curl -s "$TAWQI/api/v1/common/get/vat"`,
  signIn: `STARTED=$(curl -s "$TAWQI/api/v1/auth/nafath/login/initiate" \\
  ${json} \\
  -d '{"nationalID":"1200000022"}')
until SESSION=$(curl -s "$TAWQI/api/v1/auth/nafath/login/verify" \\
  ${json} \\
  -d "$(echo "$STARTED" | jq -c '{nationalID, transId, random}')") &&
  echo "$SESSION" | jq -e '.status != "3"' > /dev/null; do sleep 1; done
TOKEN=$(echo "$SESSION" | jq -r .token)`,
  read: `curl -s "$TAWQI/api/v1/profile/my" \\
  ${signedIn}`,
  sign: `FILE=$(curl -s "$TAWQI/api/v1/profile/agreements/current/subscriber" | jq -r '.dataList[0].uniqueFileID')
curl -s -o document.pdf "$TAWQI/api/v1/profile/agreements/files/$FILE"
UPLOAD=$(curl -s "$TAWQI/api/v1/esign/my/uploads?name=document.pdf" \\
  ${signedIn} \\
  -H 'Content-Type: application/pdf' --data-binary @document.pdf)
SIGNING=$(curl -s "$TAWQI/api/v1/esign/my/sign/initiate" \\
  ${signedIn} \\
  -H 'Content-Type: application/json' \\
  -d "$(echo "$UPLOAD" | jq -c '{documents: [{uniqueFileID, placement: null}], acceptTerms: true}')")
until SIGNED=$(curl -s "$TAWQI/api/v1/esign/my/sign/verify" \\
  ${signedIn} \\
  -H 'Content-Type: application/json' \\
  -d "$(echo "$SIGNING" | jq -c '{transactionID}')") &&
  echo "$SIGNED" | jq -e '.status != "3"' > /dev/null; do sleep 1; done
curl -s -o signed.pdf ${signedIn} \\
  "$TAWQI/api/v1/esign/my/documents/$(echo "$SIGNED" | jq -r '.documents[0].uniqueFileID')/signed"`,
  verify: `curl -s "$TAWQI/api/v1/verify" -H 'Content-Type: application/pdf' \\
  --data-binary @signed.pdf | jq -r .indication`,
} as const
const steps = Object.keys(commands) as (keyof typeof commands)[]

const here = (command: string) => (typeof window === 'undefined' ? command : command.replace('{{PUBLIC_URL}}', location.origin))

export default function QuickStartPage() {
  const { t } = useTranslation('quickStart')
  return (
    <div className="wrap quick">
      <Head title={t('title')} description={t('description')} />
      <header>
        <p className="small">
          <Link className="alone" to={to('developers')}>
            {t('developers')}
          </Link>
        </p>
        <h1>{t('title')}</h1>
        <p className="quick-lead">{t('text')}</p>
      </header>
      <TryWhenReady />
      <ol className="quick-steps">
        {steps.map((step, at) => (
          <li className="card" key={step}>
            <h2>
              <span className="num">{at + 1}.</span> {t(`${step}.title`)}
            </h2>
            <p className="quiet">{t(`${step}.text`)}</p>
            <pre className="quick-code" dir="ltr" tabIndex={0} aria-label={t(`${step}.title`)}>
              <code suppressHydrationWarning>{here(commands[step])}</code>
            </pre>
          </li>
        ))}
      </ol>
      <section>
        <h2>
          {t('webhooks.title')}
          <Soon />
        </h2>
        <p className="quiet">{t('webhooks.text')}</p>
      </section>
    </div>
  )
}

/** What makes calls comes after the page; its place is kept. */
function TryWhenReady() {
  const [Try, setTry] = useState<ComponentType>()
  useEffect(() => {
    void import('./TryCall.tsx').then(({ default: loaded }) => setTry(() => loaded))
  }, [])
  return <div className="quick-try">{Try && <Try />}</div>
}
