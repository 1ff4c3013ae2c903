import type { SignatureAppearance } from '#contract/signing.ts'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AppearancePicture } from './AppearancePicture.tsx'
import { type Box, inParts, type PageSize } from './place.ts'

const step = 4
const largeStep = 40

const directions: Record<string, [x: number, y: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

type Props = {
  box: Box
  page: PageSize
  /** CSS pixels for one point. */
  scale: number
  look: SignatureAppearance
  onChange: (box: Box) => void
}

/** The mark: moved by pointer, finger or arrow keys, and made larger or smaller by its corner. */
export function SignatureBox({ box, page, scale, look, onChange }: Props) {
  const { t } = useTranslation('signing')
  const move = useDrag((from, x, y) => onChange({ ...from, x: from.x + x, y: from.y + y }), box, scale)
  const resize = useDrag((from, x, y) => onChange(grown(page, from, from.width + x, from.height + y)), box, scale)
  const onMoveKey = byKeys((x, y) => onChange({ ...box, x: box.x + x, y: box.y + y }))
  const onResizeKey = byKeys((x, y) => onChange(grown(page, box, box.width + x, box.height + y)))
  const position = t('place.position', {
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  })
  return (
    <>
      <div
        className="sign-box"
        style={inParts(page, box)}
        tabIndex={0}
        role="group"
        aria-label={`${t('place.box')} ${position}`}
        aria-roledescription={t('place.boxKind')}
        onKeyDown={onMoveKey}
        {...move}
      >
        <AppearancePicture look={look} size={box} scale={scale} />
        <button
          type="button"
          className="sign-box-corner"
          aria-label={`${t('place.corner')} ${position}`}
          onKeyDown={onResizeKey}
          {...resize}
        />
      </div>
      <span className="sr-only" role="status">
        {position}
      </span>
    </>
  )
}

/** Grown from its top left corner, and no further than the page goes. */
const grown = (page: PageSize, box: Box, width: number, height: number): Box => ({
  ...box,
  width: Math.min(width, page.width - box.x),
  height: Math.min(height, page.height - box.y),
})

function byKeys(by: (x: number, y: number) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const direction = directions[event.key]
    if (!direction) return
    event.preventDefault()
    event.stopPropagation() // the corner stands inside the box
    const distance = event.shiftKey ? largeStep : step
    by(direction[0] * distance, direction[1] * distance)
  }
}

/** Follows the pointer from where it went down; distances in points. */
function useDrag(to: (from: Box, x: number, y: number) => void, box: Box, scale: number) {
  const began = useRef<{ x: number; y: number; box: Box }>(undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      began.current = { x: event.clientX, y: event.clientY, box }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!began.current) return
      event.stopPropagation()
      to(began.current.box, (event.clientX - began.current.x) / scale, (event.clientY - began.current.y) / scale)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation()
      began.current = undefined
    },
    onPointerCancel: () => {
      began.current = undefined
    },
  }
}
