import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '../kit/shown.ts'
import { IconButton } from './Button.tsx'

/** Which page of how many; another one by its number, which counts once it is typed. */
export function PickedPage({ page, pages, onPick }: { page: number; pages: number; onPick: (page: number) => void }) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState<string>()
  const pick = () => {
    if (typed) onPick(Number(typed))
    setTyped(undefined)
  }
  return (
    <span className="viewer-page-number">
      <IconButton icon="chevronStart" label={t('viewer.previousPage')} isDisabled={page === 1} onPress={() => onPick(page - 1)} />
      <input
        className="input num"
        aria-label={t('viewer.pageNumber')}
        inputMode="numeric"
        dir="ltr"
        value={typed ?? page}
        onChange={(event) => setTyped(onlyDigits(event.target.value))}
        onBlur={pick}
        onKeyDown={(event) => event.key === 'Enter' && pick()}
      />
      <span className="small num">{t('viewer.ofPages', { pages: numberText(pages) })}</span>
      <IconButton icon="chevronEnd" label={t('viewer.nextPage')} isDisabled={page === pages} onPress={() => onPick(page + 1)} />
    </span>
  )
}

/** Of either script, no more than any file has pages. */
const onlyDigits = (typed: string) =>
  typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '')
    .slice(0, 6)
