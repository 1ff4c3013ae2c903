import { type ProviderReason, providerReasons } from '#contract/certificateStates.ts'
import {
  holdIssuedCertificate,
  listIssuedCertificates,
  readIssuedCertificate,
  releaseIssuedCertificate,
  revokeIssuedCertificate,
} from '#contract/issuedCertificates.ts'
import type { Output } from '#contract/kit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { queries } from '../../kit/useCall.ts'
import { RadioGroup } from '../../ui/fields.tsx'
import { RemarksQuestion } from '../../ui/RemarksQuestion.tsx'
import { toast } from '../../ui/toast.ts'

export type Issued = Output<typeof readIssuedCertificate>
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
  const [reason, setReason] = useState<ProviderReason>()
  const isRevocation = change === 'revoke'
  const carryOut = (remarks: string) => {
    const given = { serialNumber, remarks }
    if (isRevocation) return send(revokeIssuedCertificate, { ...given, reason: reason! })
    return send(change === 'suspend' ? holdIssuedCertificate : releaseIssuedCertificate, given)
  }
  const confirm = async (remarks: string) => {
    try {
      await carryOut(remarks)
      toast('success', t(`certificates.${change}Done`))
    } catch (error) {
      tell(error)
    }
    await Promise.all([listIssuedCertificates, readIssuedCertificate].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
  }
  return (
    <RemarksQuestion
      title={t(`certificates.${change}Title`)}
      no={t('certificates.keep')}
      yes={t(`certificates.${change}`)}
      kind={change === 'release' ? 'primary' : 'danger'}
      remarks={{
        label: t('certificates.remarks'),
        hint: t('certificates.remarksHint'),
        needed: t('certificates.remarksNeeded'),
        most: 1000,
      }}
      isComplete={!isRevocation || reason !== undefined}
      onYes={(remarks) => void confirm(remarks)}
      onClose={onClose}
    >
      {(isTold) => (
        <>
          <p>{t(`certificates.${change}Text`)}</p>
          {isRevocation && (
            <RadioGroup
              label={t('certificates.reason')}
              choices={offered.map((id) => ({ id, label: t(`certificates.reasons.${id}`) }))}
              value={reason ?? null}
              onChange={(chosen) => setReason(chosen as ProviderReason)}
              error={isTold && !reason ? t('certificates.reasonNeeded') : undefined}
            />
          )}
        </>
      )}
    </RemarksQuestion>
  )
}
