import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import sample from './sample.json' with { type: 'json' }
import './signedPage.css'

const riyadhOffsetMs = 3 * 3_600_000
/** `2026-11-25 00:10`, the same wherever it is made. */
const inRiyadh = (moment: string) => new Date(Date.parse(moment) + riyadhOffsetMs).toISOString().slice(0, 16).replace('T', ' ')

/** A page that the product's own engine signed, and what its own verification says of it (`test/sample/make.ts`). */
export function SignedPage() {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'ar'
  const { title, verdict, signer, signedAt, level } = sample[language]
  const rows = [
    ['who', <bdi key="who">{signer}</bdi>],
    [
      'when',
      <bdi key="when" dir="ltr" className="num">
        {inRiyadh(signedAt)}
      </bdi>,
    ],
    [
      'level',
      <bdi key="level" dir="ltr">
        PAdES {level}
      </bdi>,
    ],
  ] as const
  return (
    <figure className="signed-page">
      <img src={`/sample-${language}.webp`} width="760" height="600" alt={t('home.sample.picture', { title })} fetchPriority="high" />
      <figcaption className="card">
        <p className="signed-verdict">
          <Icon name="success" size={24} />
          <strong>{verdict}</strong>
        </p>
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`home.sample.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="small quiet">
          {t('home.sample.real')} <Link to={to('verify')}>{t('home.sample.own')}</Link>
        </p>
      </figcaption>
    </figure>
  )
}
