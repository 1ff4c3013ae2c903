import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import './organisation.css'

/** The picture of a seal. */
export function Seal({ id, open }: { id: string; open: () => Promise<{ blob: Blob }> }) {
  const { t } = useTranslation('organisation')
  const { data, error, refetch } = useQuery({ queryKey: ['seal', id], queryFn: open, gcTime: 0 })
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data.blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (error) return <FetchFailed of={{ error, refetch }} />
  return address ? <img className="seal" src={address} alt={t('sealPicture')} /> : <Waiting />
}
