import { readMyProfile } from '#contract/profile.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../kit/useCall.ts'
import { DateText } from '../../ui/values.tsx'

/** Until when the identity behind the account is confirmed, or since when it no longer is. */
export default function ValidUntil() {
  const { t } = useTranslation('sessions')
  const { data: profile } = useCall(readMyProfile, {})
  const [now] = useState(() => Date.now())
  if (!profile) return null
  const { kycValidTo } = profile
  return (
    <>
      {t(kycValidTo.getTime() > now ? 'kyc.until' : 'kyc.ended')} <DateText at={kycValidTo} hijri={false} />
    </>
  )
}
