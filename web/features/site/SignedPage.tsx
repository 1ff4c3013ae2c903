import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import sample from './sample.json' with { type: 'json' }
import './signedPage.css'

const minute = { timeZone: 'Asia/Riyadh', day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const locales = { ar: 'ar-SA-u-ca-gregory-nu-latn', en: 'en-GB' }

/** A page that the product's own engine signed, and what its own verification says of it (`test/sample/make.ts`). */
export function SignedPage() {
  const { t, i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'ar'
  const { title, verdict, signer, signedAt, level } = sample[language]
  const rows = [
    ['who', <bdi key="who">{signer}</bdi>],
    [
      'when',
      // Browsers join a day and its time in words of their own: those of the page as it was sent stay.
      <bdi key="when" className="num" suppressHydrationWarning>
        {new Intl.DateTimeFormat(locales[language], minute).format(new Date(signedAt))}
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
