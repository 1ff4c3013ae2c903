import type { AgreementSides as Agreement, ClassSides as ClassTexts } from '#contract/catalogueTexts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../kit/useWords.ts'
import { Facts } from '../../ui/display.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { DateText } from '../../ui/values.tsx'

/** The paragraphs of one side; what the other side has not stands out. */
function Text({ label, text, against, language }: { label: string; text: string; against: string; language: 'ar' | 'en' }) {
  const known = new Set(against.split('\n'))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  // it scrolls, so the keyboard reaches it
  return (
    <div className="side-text" role="region" aria-label={label} tabIndex={0} dir={language === 'ar' ? 'rtl' : 'ltr'} lang={language}>
      {lines.map((line, i) => (
        <p key={`${i} ${line}`} className={known.has(line) ? undefined : 'side-changed'}>
          {line}
        </p>
      ))}
    </div>
  )
}

/** The whole text of a version in one of its languages, beside the one before it. */
export function AgreementSides({ of, fromDate }: { of: Agreement; fromDate: string }) {
  const { t } = useTranslation('finance')
  const [language, choose] = useState(useWords().language)
  const [before, after] = language === 'ar' ? [of.beforeAr, of.afterAr] : [of.before, of.after]
  return (
    <div className="stack">
      <SegmentedControl
        label={t('agreements.language')}
        value={language}
        onChange={(chosen) => choose(chosen === 'ar' ? 'ar' : 'en')}
        choices={[
          { id: 'ar', label: t('agreements.languages.ar') },
          { id: 'en', label: t('agreements.languages.en') },
        ]}
      />
      <div className="sides">
        <section className="side">
          <h3>{t('change.before')}</h3>
          <Text label={t('change.before')} text={before} against={after} language={language} />
        </section>
        <section className="side">
          <h3>
            {t('agreements.versionFrom', { version: of.version })} <DateText at={fromDate} />
          </h3>
          <Text label={t('agreements.versionFrom', { version: of.version })} text={after} against={before} language={language} />
        </section>
      </div>
    </div>
  )
}

/** How a class is named and described until the day, and from then on. */
export function ClassSides({ of: { before, after }, fromDate }: { of: ClassTexts; fromDate: string }) {
  const { t } = useTranslation('finance')
  const side = (texts: ClassTexts['before'], against?: ClassTexts['before']) => {
    const value = (field: keyof typeof texts) => (
      <bdi key={field} className={against && against[field] !== texts[field] ? 'side-changed' : undefined}>
        {texts[field]}
      </bdi>
    )
    return (
      <Facts
        facts={[
          [t('catalogue.nameAr'), value('classNameAr')],
          [t('catalogue.nameEn'), value('className')],
          [t('catalogue.descriptionAr'), value('descriptionAr')],
          [t('catalogue.descriptionEn'), value('description')],
        ]}
      />
    )
  }
  return (
    <div className="sides">
      <section className="side">
        <h3>{t('change.before')}</h3>
        {side(before)}
      </section>
      <section className="side">
        <h3>
          {t('change.after')} <DateText at={fromDate} />
        </h3>
        {side(after, before)}
      </section>
    </div>
  )
}
