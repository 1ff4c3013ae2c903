import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Upload } from './drafts.ts'
import { SignerName } from './SignatureBox.tsx'

type Props = {
  fields: Upload['emptyFields']
  chosen: string | null
  /** From 1. */
  page: number
  /** CSS pixels for one point. */
  scale: number
  onChoose: (name: string) => void
}

/** The empty fields of a page where they stand: pressed to sign into, the chosen one with the mark that will fill it. */
export function FieldSpots({ fields, chosen, page, scale, onChoose }: Props) {
  const { t } = useTranslation('signing')
  return fields.map(({ name, place, refusal }) => {
    if (place?.page !== page || refusal) return null
    const { x, y, width, height } = place
    const shown = { left: x * scale, top: y * scale, width: width * scale, height: height * scale }
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
            <SignerName height={height * scale} />
          </span>
        )}
      </Fragment>
    )
  })
}
