import { to } from '#contract/screens.ts'
import { renewalDays } from '#contract/certificateStates.ts'
import { resumeCertificate, suspendCertificate } from '#contract/certificates.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { keep } from './keep.ts'
import { buyPage, type Details, refusalOf } from './certificateNames.ts'
import { Revoke } from './Revoke.tsx'

type Asked = 'suspend' | 'resume' | 'revoke'

/** What can be done with a certificate. What cannot be done now stays, with the reason in place of its explanation. */
export function Actions({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const [asked, setAsked] = useState<Asked>()
  const title = useRef<HTMLHeadingElement>(null)
  const close = () => {
    setAsked(undefined)
    // what asked may be disabled by now, and then the focus has nowhere to return to
    setTimeout(() => document.activeElement === document.body && title.current?.focus(), 100)
  }
  const pause = certificate.state === 'suspended' ? 'resume' : 'suspend'
  return (
    <section className="certificate-part">
      <h3 tabIndex={-1} ref={title}>
        {t('detail.actions')}
      </h3>
      <ul className="action-rows">
        <Action action="sign" certificate={certificate}>
          <Link className="btn btn-secondary" to={to('sign')}>
            {t('actions.sign.name')}
          </Link>
        </Action>
        <Action action="renew" certificate={certificate}>
          <Link className="btn btn-secondary" to={`${buyPage}?renews=${certificate.encodedCertificateSlno}`}>
            {t('actions.renew.name')}
          </Link>
        </Action>
        <Action action={pause} certificate={certificate}>
          <Button onPress={() => setAsked(pause)}>{t(`actions.${pause}.name`)}</Button>
        </Action>
        <Action action="revoke" certificate={certificate}>
          <Button kind="danger" onPress={() => setAsked('revoke')}>
            {t('actions.revoke.name')}
          </Button>
        </Action>
      </ul>
      {(asked === 'suspend' || asked === 'resume') && <Pause action={asked} certificate={certificate} onClose={close} />}
      {asked === 'revoke' && <Revoke certificate={certificate} onClose={close} />}
    </section>
  )
}

type ActionProps = { action: 'sign' | 'renew' | 'suspend' | 'resume' | 'revoke'; certificate: Details; children: ReactNode }

function Action({ action, certificate, children }: ActionProps) {
  const { t } = useTranslation('certificates')
  const id = useId()
  const refusal = refusalOf(action, certificate)
  return (
    <li>
      <span className="small quiet" id={id}>
        {refusal ? t(`refusals.${refusal}`, { count: renewalDays }) : t(`actions.${action}.text`)}
      </span>
      {refusal ? (
        <Button isDisabled aria-describedby={id}>
          {t(`actions.${action}.name`)}
        </Button>
      ) : (
        children
      )}
    </li>
  )
}

const calls = { suspend: suspendCertificate, resume: resumeCertificate }

/** Puts the certificate on hold or takes it off. */
function Pause({ action, certificate, onClose }: { action: 'suspend' | 'resume'; certificate: Details; onClose: () => void }) {
  const { t } = useTranslation('certificates')
  const sent = useSend(calls[action])
  const confirm = async () => {
    try {
      keep(await sent.mutateAsync({ encodedCertificateSlno: certificate.encodedCertificateSlno }))
      toast('success', t(`actions.${action}.done`))
    } catch (error) {
      tell(error)
    }
    onClose()
  }
  return (
    <Question
      title={t(`actions.${action}.title`)}
      no={t('keep')}
      yes={t(`actions.${action}.confirm`)}
      kind="primary"
      isPending={sent.isPending}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      {t(`actions.${action}.effect`)}
    </Question>
  )
}
