import { previewAppearance, type SignatureAppearance } from '#contract/signing.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { fetchFile } from '../../kit/client.ts'
import { useDrawnPage, useOpened } from '../../kit/useDrawnFile.ts'
import { least, most } from './place.ts'
import { SignerName } from './SignerName.tsx'

type Props = {
  look: SignatureAppearance
  /** Points. */
  size: { width: number; height: number }
  /** CSS pixels for one point. */
  scale: number
}

const settledAfterMs = 150

/** The signature as it will be drawn: the server draws both. While its size changes, what was drawn is stretched. */
export function AppearancePicture({ look, size, scale }: Props) {
  const { width, height } = useSettled(drawnSize(size))
  const { data } = useQuery({
    queryKey: [previewAppearance.path, look, width, height],
    queryFn: ({ signal }) => fetchFile(previewAppearance, { ...look, width, height }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ? <Drawn file={data.blob} width={size.width * scale} /> : <SignerName height={size.height * scale} />
}

function Drawn({ file, width }: { file: Blob; width: number }) {
  const open = useCallback(async () => (await import('../../kit/pdf.ts')).openPdf(file, undefined, { paper: false }), [file])
  const { canvas } = useDrawnPage(useOpened(open), 1, Math.max(1, Math.round(width)))
  return <canvas ref={canvas} className="sign-picture" aria-hidden="true" />
}

/** A field of the form's author may be smaller or larger than any mark: the mark is fitted to it, here as in a viewer. */
function drawnSize({ width, height }: Props['size']) {
  const scale = Math.min(Math.max(1, least.width / width, least.height / height), most.width / width, most.height / height)
  const bound = (value: number, low: number, high: number) => Math.round(Math.max(low, Math.min(high, value * scale)))
  return { width: bound(width, least.width, most.width), height: bound(height, least.height, most.height) }
}

/** What has not changed for a moment. */
function useSettled<T extends { width: number; height: number }>(value: T): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), settledAfterMs)
    return () => clearTimeout(timer)
  }, [value.width, value.height]) // eslint-disable-line react-hooks/exhaustive-deps -- a new object of the same size is no change
  return settled
}
