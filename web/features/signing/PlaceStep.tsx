import type { SignatureAppearance } from '#contract/signing.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './place.css'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox, RadioGroup } from '../../ui/fields.tsx'
import { type Draft, place, signField, useDrafts } from './drafts.ts'
import { AppearanceChoice } from './AppearanceChoice.tsx'
import { DraftList } from './DraftList.tsx'
import { appearanceOf, shownPlace } from './insight.ts'
import { UnderTheMark } from './UnderTheMark.tsx'
import { useInsights } from './useInsights.ts'
import { defaultPlacement, samePlace } from './place.ts'
import { PdfPage } from './PdfPage.tsx'
import { Review } from './Review.tsx'
import { toast } from '../../ui/toast.ts'

/** What is signed, where the visible signature stands, and the person's consent: all that there is to decide, on one screen. */
export default function PlaceStep({ onBack }: { onBack: () => void }) {
  const { t, i18n } = useTranslation('signing')
  const drafts = useDrafts()
  const [chosen, setChosen] = useState(drafts[0]!.key)
  const draft = drafts.find(({ key }) => key === chosen) ?? drafts[0]!
  const look = appearanceOf(draft, i18n.language === 'ar' ? 'ar' : 'en')
  useInsights(draft)
  return (
    <div className="place">
      <div className="place-side">
        <DraftList drafts={drafts} chosen={draft.key} onChoose={setChosen} />
        <Options key={draft.key} draft={draft} all={drafts} />
      </div>
      <Sheet key={draft.key} draft={draft} look={look} />
      <div className="place-review">
        {shownPlace(draft) && (
          <details className="place-look">
            <summary>
              {t('look.label')} <span className="quiet">{t(`look.${look.design}`)}</span>
            </summary>
            <AppearanceChoice draft={draft} look={look} />
          </details>
        )}
        <Review onBack={onBack} />
      </div>
    </div>
  )
}

function Options({ draft, all }: { draft: Draft; all: readonly Draft[] }) {
  const { t } = useTranslation('signing')
  const { key, placement, field, pages } = draft
  const onEvery = () => {
    for (const other of all) place(other.key, placement && samePlace(placement, pages, other.pages))
    toast('success', t('place.applied', { count: all.length }))
  }
  return (
    <div className="place-options">
      {draft.upload!.emptyFields.length > 0 ? (
        <Fields draft={draft} />
      ) : (
        <Checkbox
          isSelected={placement === null}
          onChange={(invisible) => place(key, invisible ? null : defaultPlacement(pages, draft.upload!.signedPlaces))}
        >
          <span className="place-choice">
            {t('place.invisible')}
            <span className="small quiet">{t('place.invisibleText')}</span>
          </span>
        </Checkbox>
      )}
      {all.length > 1 && field === null && <Button onPress={onEvery}>{t('place.everywhere')}</Button>}
      {placement && <p className="small quiet">{t('place.help')}</p>}
    </div>
  )
}

/** The fields that the document's author left for signatures, beside a place of one's own and none. */
function Fields({ draft: { key, upload, placement, field, pages } }: { draft: Draft }) {
  const { t } = useTranslation('signing')
  const choices = upload!.emptyFields.map(({ name, place: shown, refusal }) => ({
    id: `field ${name}`,
    isDisabled: refusal !== '',
    label: (
      <span className="place-choice">
        <span>
          <bdi>{name}</bdi>
        </span>
        <span className="small quiet">{refusal || (shown ? t('place.onPage', { page: shown.page }) : t('place.fieldUnseen'))}</span>
      </span>
    ),
  }))
  const invisible = (
    <span className="place-choice">
      {t('place.invisible')}
      <span className="small quiet">{t('place.invisibleText')}</span>
    </span>
  )
  const choose = (id: string) => {
    if (id === 'own') place(key, defaultPlacement(pages, upload!.signedPlaces))
    else if (id === 'none') place(key, null)
    else signField(key, id.slice('field '.length))
  }
  return (
    <RadioGroup
      label={t('place.fields')}
      value={field === null ? (placement ? 'own' : 'none') : `field ${field}`}
      onChange={choose}
      choices={[...choices, { id: 'own', label: t('place.own') }, { id: 'none', label: invisible }]}
    />
  )
}

/** The page that is shown, and which one: the mark stands on the page where it was put last. */
function Sheet({ draft, look }: { draft: Draft; look: SignatureAppearance }) {
  const { t } = useTranslation('signing')
  const { key, pages, placement, file, field } = draft
  const placed = shownPlace(draft)
  const [shown, setShown] = useState(placed?.page ?? 1)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (placed) setShown(placed.page)
  }, [placed?.page, field]) // eslint-disable-line react-hooks/exhaustive-deps -- "the same place everywhere" turns the page; a mark moved on it does not
  const turn = (to: number) => {
    const number = Math.max(1, Math.min(pages.length, to))
    setShown(number)
    if (placement) place(key, samePlace({ ...placement, page: number }, [], pages.slice(0, number)) ?? placement)
  }
  return (
    <section className="place-sheet" aria-label={t('place.sheet', { name: file.name })} ref={box}>
      <div className="place-pages">
        <IconButton icon="chevronStart" label={t('place.previousPage')} isDisabled={shown === 1} onPress={() => turn(shown - 1)} />
        <label className="place-number">
          <span>{t('place.page')}</span>
          <input
            className="input num"
            type="number"
            inputMode="numeric"
            dir="ltr"
            min={1}
            max={pages.length}
            value={shown}
            onChange={(event) => event.target.valueAsNumber && turn(Math.floor(event.target.valueAsNumber))}
          />
          <span className="num">{t('place.of', { count: pages.length })}</span>
        </label>
        <IconButton icon="chevronEnd" label={t('place.nextPage')} isDisabled={shown === pages.length} onPress={() => turn(shown + 1)} />
      </div>
      <PdfPage draft={draft} number={shown} look={look} />
      <div role="status">
        <UnderTheMark draft={draft} look={look} />
      </div>
    </section>
  )
}
