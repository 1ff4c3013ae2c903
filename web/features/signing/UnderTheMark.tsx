import type { SignatureAppearance } from '#contract/signing.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type Draft, place } from './drafts.ts'
import { betterPlace, isInTheWay } from './insight.ts'

/** What the page shows where the mark stands: text that it would hide, with a way out, or a dark ground. */
export function UnderTheMark({ draft, look }: { draft: Draft; look: SignatureAppearance }) {
  const { t } = useTranslation('signing')
  if (!isInTheWay(draft)) return look.background === 'white' && <p className="small quiet">{t('look.dark')}</p>
  const free = betterPlace(draft)
  return (
    <Notice tone="warning">
      <p>{t('look.covers')}</p>
      {free ? <Button onPress={() => place(draft.key, free)}>{t('look.move')}</Button> : <p>{t('look.noRoom')}</p>}
    </Notice>
  )
}
