import { type HolderReason, holderReasons } from '#contract/certificateStates.ts'
import { revokeCertificate } from '#contract/certificates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { westernDigits } from '#contract/typedDigits.ts'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { RadioGroup, TextField } from '../../ui/fields.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import { keep } from './keep.ts'
import type { Details } from './certificateNames.ts'

/** The most pressing reason first, the one that says nothing last. */
const offered: HolderReason[] = [...holderReasons.filter((reason) => reason !== 'unspecified'), 'unspecified']

/** For good: the reason, what it brings about, and a piece of the serial number to type, so that no other certificate is meant. */
export function Revoke({ certificate, onClose }: { certificate: Details; onClose: () => void }) {
  const { t } = useTranslation('certificates')
  const [reason, setReason] = useState<HolderReason>()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const sent = useSend(revokeCertificate)
  const { encodedCertificateSlno, serialNumberHex, keySource } = certificate
  const code = serialNumberHex!.slice(-4).toUpperCase()
  const isTyped = westernDigits(typed).trim().toUpperCase() === code
  const confirm = async () => {
    setAsked(true)
    if (!reason || !isTyped) return
    try {
      keep(await sent.mutateAsync({ encodedCertificateSlno, reason }))
      toast('success', t('revoke.done'))
      onClose()
    } catch (error) {
      tell(error)
    }
  }
  return (
    <Question
      title={t('revoke.title')}
      no={t('keep')}
      yes={t('revoke.confirm')}
      isPending={sent.isPending}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      <p>{t('revoke.text')}</p>
      <ul className="terms">
        <li>{t('revoke.effects.published')}</li>
        <li>{t('revoke.effects.signed')}</li>
        {keySource === 'keyStore' && <li>{t('revoke.effects.key')}</li>}
      </ul>
      <RadioGroup
        label={t('revoke.reason')}
        choices={offered.map((id) => ({ id, label: t(`revoke.reasons.${id}`) }))}
        value={reason ?? null}
        onChange={(chosen) => setReason(chosen as HolderReason)}
        error={asked && !reason ? t('revoke.reasonFirst') : undefined}
      />
      <TextField
        label={t('revoke.type', { code })}
        value={typed}
        onChange={setTyped}
        ltr
        maxLength={8}
        autoComplete="off"
        spellCheck="false"
        error={asked && !isTyped ? t('revoke.typeFirst', { code }) : undefined}
      />
    </Question>
  )
}
