import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LayersArt } from './LayersArt.tsx'
import { Closing, Opening, Soon } from './parts.tsx'

const figures = ['documents', 'level', 'stamp', 'verify'] as const
const groups = [
  ['sign', 'pen'],
  ['verify', 'search'],
  ['account', 'card'],
  ['organisation', 'building'],
  ['privacy', 'shield'],
  ['limits', 'minus'],
] as const
const items = ['one', 'two', 'three', 'four'] as const

export default function FeaturesPage() {
  const { t } = useTranslation('features')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<LayersArt />} />
      <dl className="wrap figures">
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`figures.${figure}Text`)}</dt>
            <dd className="num">
              <bdi>{t(`figures.${figure}`)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="wrap sheet">
        <nav aria-label={t('contents')}>
          <ul className="contents">
            {groups.map(([group, icon]) => (
              <li key={group}>
                <a href={`#${group}`}>
                  <Icon name={icon} size={18} />
                  {t(`${group}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {groups.map(([group]) => (
            <section key={group} id={group} className={group === 'limits' ? 'limits' : undefined}>
              <h2>{t(`${group}.title`)}</h2>
              <dl>
                {items.map((item) => (
                  <div key={item}>
                    <dt>
                      {t(`${group}.${item}`)}
                      {group === 'organisation' && item !== 'one' && <Soon />}
                    </dt>
                    <dd>{t(`${group}.${item}Text`)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
      <Closing title={t('closing')} text={t('closingText')} to={to('plansPricing')} action={t('closingAction')} />
    </>
  )
}
