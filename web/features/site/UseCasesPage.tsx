import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PapersArt, PaperArt } from './PapersArt.tsx'
import { Closing, Opening, Section } from './parts.tsx'

const cases = ['employment', 'supplier', 'minutes', 'report', 'letters', 'freelance'] as const
const steps = [1, 2, 3, 4] as const
const refused = ['one', 'two', 'three', 'four'] as const

export default function UseCasesPage() {
  const { t } = useTranslation('useCases')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<PapersArt />} />
      <section className="band">
        <div className="wrap">
          <div className="cases">
            {cases.map((one) => (
              <article key={one} className="card">
                <PaperArt kind={one} />
                <h2>{t(`${one}.title`)}</h2>
                <p>{t(`${one}.text`)}</p>
                <dl>
                  <dt>{t('signs')}</dt>
                  <dd>{t(`${one}.who`)}</dd>
                  <dt>{t('with')}</dt>
                  <dd>{t(`${one}.how`)}</dd>
                </dl>
              </article>
            ))}
          </div>
          <p className="quiet passing">{t('passing')}</p>
        </div>
      </section>
      <Section title={t('before.title')}>
        <div className="before">
          {(['paper', 'esign'] as const).map((way) => (
            <div key={way} data-way={way}>
              <h3>{t(`before.${way}`)}</h3>
              <ol>
                {steps.map((step) => (
                  <li key={step}>
                    <Icon name={way === 'esign' ? 'check' : 'minus'} size={18} />
                    {t(`before.${way}${step}`)}
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      </Section>
      <Section title={t('not.title')} sub={t('not.sub')}>
        <ul className="refused">
          {refused.map((one) => (
            <li key={one}>
              <h3>{t(`not.${one}`)}</h3>
              <p>{t(`not.${one}Text`)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Closing title={t('closing')} text={t('closingText')} to={to('contactUs')} action={t('closingAction')} />
    </>
  )
}
