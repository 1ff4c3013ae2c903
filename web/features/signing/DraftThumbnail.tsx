import { lazy, Suspense } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { Draft } from './drafts.ts'
import './thumbnail.css'

const DrawnThumbnail = lazy(() => import('./DrawnThumbnail.tsx'))

/** A larger file is opened by whoever wants to read it. */
const mostBytes = 5_000_000

/** The file of this device, to be known by its look. Its box is there before its page is, so that what stands beside it never moves. */
export function DraftThumbnail({ draft: { file, password, state } }: { draft: Draft }) {
  const sign = <Icon name={state === 'refused' ? 'error' : 'file'} />
  const isDrawn = state === 'ready' && file.size <= mostBytes
  return (
    <span className="thumbnail">
      {isDrawn ? (
        <Suspense fallback={sign}>
          <DrawnThumbnail file={file} password={password} />
        </Suspense>
      ) : (
        sign
      )}
    </span>
  )
}
