import { problemSentences } from '#contract/problemSentences.ts'
import { problemStatus, type ProblemCode } from '#contract/problems.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainTable } from '../../ui/PlainTable.tsx'

const codes = Object.keys(problemStatus) as ProblemCode[]
const languages = ['ar', 'en'] as const

const settledMs = 100
const isInSight = (element: HTMLElement) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/**
 * What each code means, in both languages: its reader may have come by the `type` of a problem, which names no language, and without scripts.
 * @param named the code in the address
 * @param isWhole whether everything that stands above is there
 */
export default function ProblemCodes({ named, isWhole }: { named: string; isWhole: boolean }) {
  const { t, i18n } = useTranslation('developers')
  useEffect(() => {
    const place = codes.some((code) => code === named) && document.getElementById(named)!
    // Browsers stay by themselves with what they show when something comes above it; not all of them do.
    const waiting = setTimeout(() => place && !isInSight(place) && place.scrollIntoView({ block: 'center' }), settledMs)
    return () => clearTimeout(waiting)
  }, [named, isWhole])
  const own = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <section id="problems" className="api-area" aria-labelledby="title-problems">
      <h2 id="title-problems">{t('problems.title')}</h2>
      <p className="quiet">{t('problems.text')}</p>
      <PlainTable
        label={t('problems.table')}
        columns={[
          {
            title: t('problems.code'),
            cell: (code) => (
              <code id={code} dir="ltr" aria-current={code === named || undefined}>
                {code}
              </code>
            ),
          },
          { title: t('problems.status'), cell: (code) => <span className="num">{problemStatus[code]}</span> },
          {
            title: t('problems.sentence'),
            cell: (code) => (
              <div>
                {languages
                  .toSorted((one) => (one === own ? -1 : 1))
                  .map((language) => (
                    <p key={language} {...(language !== own && { lang: language, dir: 'auto', className: 'small quiet' })}>
                      {problemSentences[code][language]}
                    </p>
                  ))}
              </div>
            ),
          },
        ]}
        rows={codes}
        keyOf={(code) => code}
      />
    </section>
  )
}
