import { type ProviderReason, providerReasons } from '#contract/certificateStates.ts'
import {
  holdIssuedCertificate,
  listIssuedCertificates,
  readIssuedCertificate,
  releaseIssuedCertificate,
  revokeIssuedCertificate,
} from '#contract/issuedCertificates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'
import { RadioGroup, TextField } from '../../ui/fields.tsx'
import { Question } from '../../ui/Question.tsx'
import { toast } from '../../ui/toast.ts'
import type { Issued } from './IssuedCertificatePage.tsx'

export type Change = 'suspend' | 'release' | 'revoke'

/** The most pressing reason first, the one that says nothing last. */
const offered: ProviderReason[] = [...providerReasons.filter((reason) => reason !== 'unspecified'), 'unspecified']

/** Asks why, and for a revocation the reason that everybody is told. */
export function ChangeCertificate({
  change,
  certificate: { serialNumber },
  onClose,
}: {
  change: Change
  certificate: Issued
  onClose: () => void
}) {
  const { t } = useTranslation('operations')
  const [remarks, setRemarks] = useState('')
  const [reason, setReason] = useState<ProviderReason>()
  const [isTold, setTold] = useState(false)
  const carryOut = () => {
    const given = { serialNumber, remarks }
    if (change === 'revoke') return send(revokeIssuedCertificate, { ...given, reason: reason! })
    return send(change === 'suspend' ? holdIssuedCertificate : releaseIssuedCertificate, given)
  }
  const confirm = async () => {
    setTold(true)
    if (remarks.trim() === '' || (change === 'revoke' && !reason)) return
    onClose() // the confirmation of identity opens a dialog of its own
    try {
      await carryOut()
      toast('success', t(`certificates.${change}Done`))
    } catch (error) {
      tell(error)
    }
    await Promise.all([listIssuedCertificates, readIssuedCertificate].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
  return (
    <Question
      title={t(`certificates.${change}Title`)}
      no={t('certificates.keep')}
      yes={t(`certificates.${change}`)}
      kind={change === 'release' ? 'primary' : 'danger'}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      <p>{t(`certificates.${change}Text`)}</p>
      {change === 'revoke' && (
        <RadioGroup
          label={t('certificates.reason')}
          choices={offered.map((id) => ({ id, label: t(`certificates.reasons.${id}`) }))}
          value={reason ?? null}
          onChange={(chosen) => setReason(chosen as ProviderReason)}
          error={isTold && !reason ? t('certificates.reasonNeeded') : undefined}
        />
      )}
      <TextField
        label={t('certificates.remarks')}
        hint={t('certificates.remarksHint')}
        rows={3}
        maxLength={1000}
        value={remarks}
        error={isTold && remarks.trim() === '' ? t('certificates.remarksNeeded') : undefined}
        onChange={setRemarks}
      />
    </Question>
  )
}
