import { appearanceDesigns, type SignatureAppearance } from '#contract/signing.ts'
import { useTranslation } from 'react-i18next'
import { RadioGroup, SegmentedControl } from '../../ui/fields.tsx'
import { AppearancePicture } from './AppearancePicture.tsx'
import { chooseDesign, chooseLanguage, type Draft } from './drafts.ts'

const sample = { width: 200, height: 70 }

/** How the visible signature looks. */
export function AppearanceChoice({ draft, look }: { draft: Draft; look: SignatureAppearance }) {
  const { t } = useTranslation('signing')
  const choices = appearanceDesigns.map((design) => ({
    id: design,
    label: (
      <span className="sign-design">
        {t(`look.${design}`)}
        <span className="sign-design-picture">
          <AppearancePicture look={{ ...look, design, background: 'white' }} size={sample} scale={1} />
        </span>
      </span>
    ),
  }))
  return (
    <>
      <RadioGroup
        label={t('look.label')}
        value={draft.design}
        onChange={(id) => chooseDesign(id as SignatureAppearance['design'])}
        choices={choices}
      />
      <SegmentedControl
        label={t('look.first')}
        value={look.language}
        onChange={(id) => chooseLanguage(draft.key, id as SignatureAppearance['language'])}
        choices={[
          { id: 'ar', label: t('look.arabic') },
          { id: 'en', label: t('look.english') },
        ]}
      />
    </>
  )
}
