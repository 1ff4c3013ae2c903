import { type ErasureGround, erasureGroundWords } from '#contract/erasure.ts'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../kit/useWords.ts'
import '../../ui/decide.css'
import { DateText } from '../../ui/values.tsx'

/** What the law obliges the provider to keep of somebody whose data is erased, by which law and until when. */
export function KeptByLaw({ kept }: { kept: readonly { ground: ErasureGround; keptUntil: string | Date }[] }) {
  const { t } = useTranslation('decisions')
  const words = useWords()
  return (
    <ul className="kept-by-law">
      {kept.map(({ ground, keptUntil }) => (
        <li key={ground}>
          <span>
            {words(erasureGroundWords[ground].what)}
            {t('keptUntil')} <DateText at={new Date(new Date(keptUntil).getTime() - 1)} hijri={false} />
          </span>
          <span className="small quiet">{words(erasureGroundWords[ground].law)}</span>
        </li>
      ))}
    </ul>
  )
}
