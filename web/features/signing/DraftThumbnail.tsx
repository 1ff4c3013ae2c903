import { lazy, Suspense } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { Draft } from './drafts.ts'

const Thumbnail = lazy(() => import('./Thumbnail.tsx'))

/** The file of this device, to be known by its look. */
export const DraftThumbnail = ({ draft: { file, password } }: { draft: Draft }) => (
  <Suspense fallback={<Icon name="file" />}>
    <Thumbnail file={file} password={password} />
  </Suspense>
)
