import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { inParts, type PageSize } from './place.ts'
import type { Upload } from './drafts.ts'
import type { SignatureAppearance } from '#contract/signing.ts'
import { AppearancePicture } from './AppearancePicture.tsx'

type Props = {
  fields: Upload['emptyFields']
  chosen: string | null
  /** From 1. */
  number: number
  page: PageSize
  /** CSS pixels for one point. */
  scale: number
  look: SignatureAppearance
  onChoose: (name: string) => void
}

/** The empty fields of a page where they stand: pressed to sign into, the chosen one with the mark that will fill it. */
export function FieldSpots({ fields, chosen, number, page, scale, look, onChoose }: Props) {
  const { t } = useTranslation('signing')
  return fields.map(({ name, place, refusal }) => {
    if (place?.page !== number || refusal) return null
    const shown = inParts(page, place)
    return (
      <Fragment key={name}>
        <button
          type="button"
          className="field-spot"
          aria-pressed={name === chosen}
          aria-label={t('place.signField', { name })}
          style={shown}
          onClick={() => onChoose(name)}
        />
        {name === chosen && (
          <span className="field-mark" style={shown}>
            <AppearancePicture look={look} size={place} scale={scale} />
          </span>
        )}
      </Fragment>
    )
  })
}
