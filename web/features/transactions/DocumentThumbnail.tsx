import { readThumbnail } from '#contract/transactions.ts'
import { useEffect, useRef, useState } from 'react'
import '../signing/thumbnail.css'
import { useCall } from '../../kit/useCall.ts'
import { Icon } from '../../ui/Icon.tsx'

type Props = { transactionID: string; position?: number; size?: 'row' }

/** A document that is kept, to be known by its first page; the sign of a file while there is none. It is asked for once it comes into sight. */
export function DocumentThumbnail({ transactionID, position = 1, size }: Props) {
  const [place, isSeen] = useSeen()
  const { data } = useCall(
    readThumbnail,
    { transactionID, position },
    { enabled: isSeen, staleTime: Infinity, gcTime: 600_000, retry: false },
  )
  return (
    <span className="thumbnail" data-size={size} ref={place}>
      {data?.picture ? <img src={`data:image/png;base64,${data.picture}`} alt="" /> : <Icon name="file" size={size ? 16 : 20} />}
    </span>
  )
}

/** Whether an element has come near what is shown. */
function useSeen() {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen) return
    const observer = new IntersectionObserver(([seen]) => seen!.isIntersecting && setSeen(true), { rootMargin: '100px' })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [isSeen])
  return [place, isSeen] as const
}
