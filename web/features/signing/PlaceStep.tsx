import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './place.css'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { FileName } from '../../ui/values.tsx'
import { type Draft, place, useDrafts } from './drafts.ts'
import { defaultPlacement, samePlace } from './place.ts'
import { PdfPage } from './PdfPage.tsx'
import { toast } from '../../ui/toast.ts'

/** Where the visible signature stands, document by document. */
export function PlaceStep({ onBack, onNext }: { onBack: () => void; onNext: () => void }) {
  const { t } = useTranslation('signing')
  const drafts = useDrafts()
  const [chosen, setChosen] = useState(drafts[0]!.key)
  const draft = drafts.find(({ key }) => key === chosen) ?? drafts[0]!
  return (
    <div className="place">
      <div className="place-side">
        {drafts.length > 1 && (
          <ul className="place-files" aria-label={t('choose.files')}>
            {drafts.map(({ key, file, placement }) => (
              <li key={key}>
                <button type="button" aria-pressed={key === draft.key} onClick={() => setChosen(key)}>
                  <FileName>{file.name}</FileName>
                  <span className="small quiet">{placement ? t('place.onPage', { page: placement.page }) : t('place.invisible')}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Options key={draft.key} draft={draft} all={drafts} />
      </div>
      <Sheet key={draft.key} draft={draft} />
      <div className="sign-actions place-actions">
        <Button kind="primary" onPress={onNext}>
          {t('place.next')}
        </Button>
        <Button onPress={onBack}>{t('back')}</Button>
      </div>
    </div>
  )
}

function Options({ draft, all }: { draft: Draft; all: readonly Draft[] }) {
  const { t } = useTranslation('signing')
  const { key, placement, pages } = draft
  const onEvery = () => {
    for (const other of all) place(other.key, placement && samePlace(placement, pages, other.pages))
    toast('success', t('place.applied', { count: all.length }))
  }
  return (
    <div className="place-options">
      <Checkbox isSelected={placement === null} onChange={(invisible) => place(key, invisible ? null : defaultPlacement(pages))}>
        <span className="place-choice">
          {t('place.invisible')}
          <span className="small quiet">{t('place.invisibleText')}</span>
        </span>
      </Checkbox>
      {all.length > 1 && <Button onPress={onEvery}>{t('place.everywhere')}</Button>}
      {placement && <p className="small quiet">{t('place.help')}</p>}
    </div>
  )
}

/** The page that is shown, and which one: the mark stands on the page where it was put last. */
function Sheet({ draft }: { draft: Draft }) {
  const { t } = useTranslation('signing')
  const { key, pages, placement, file } = draft
  const [shown, setShown] = useState(placement?.page ?? 1)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (placement) setShown(placement.page)
  }, [placement?.page]) // eslint-disable-line react-hooks/exhaustive-deps -- "the same place everywhere" turns the page; a mark moved on it does not
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
      <PdfPage draft={draft} number={shown} />
    </section>
  )
}
