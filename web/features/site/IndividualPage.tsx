import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ApprovalArt } from './ApprovalArt.tsx'
import { Closing, Opening, Section } from './parts.tsx'

const steps = ['one', 'two', 'three', 'four', 'five'] as const
const needs = ['one', 'two', 'three', 'four'] as const
const parts = [
  ['one', 'pen'],
  ['two', 'bag'],
  ['three', 'card'],
  ['four', 'certificate'],
  ['five', 'phone'],
  ['six', 'user'],
] as const
const questions = ['one', 'two', 'three', 'four'] as const

export default function IndividualPage() {
  const { t } = useTranslation('individual')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<ApprovalArt />}>
        <Link className="btn btn-primary btn-large" to={to('createAccount')}>
          {t('enrol')}
        </Link>
        <Link className="btn btn-secondary btn-large" to={to('plansPricing')}>
          {t('plans')}
        </Link>
      </Opening>
      <Section title={t('journey.title')}>
        <div className="journey">
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <h3>{t(`journey.${step}`)}</h3>
                <p>{t(`journey.${step}Text`)}</p>
              </li>
            ))}
          </ol>
          <aside className="card">
            <h3>{t('needs.title')}</h3>
            <ul className="points">
              {needs.map((need) => (
                <li key={need}>
                  <Icon name="check" />
                  {t(`needs.${need}`)}
                </li>
              ))}
            </ul>
          </aside>
        </div>
      </Section>
      <Section title={t('account.title')}>
        <ul className="tiles">
          {parts.map(([part, icon]) => (
            <li key={part}>
              <Icon name={icon} size={24} />
              <h3>{t(`account.${part}`)}</h3>
              <p>{t(`account.${part}Text`)}</p>
            </li>
          ))}
        </ul>
      </Section>
      <section className="band">
        <div className="wrap privacy">
          <Icon name="shield" size={40} />
          <div>
            <h2>{t('privacy.title')}</h2>
            <p>{t('privacy.text')}</p>
            <Link to={to('contactUs')}>{t('privacy.action')}</Link>
          </div>
        </div>
      </section>
      <Section title={t('questions.title')}>
        <div className="questions">
          {questions.map((question) => (
            <details key={question}>
              <summary>
                {t(`questions.${question}`)}
                <Icon name="chevronDown" />
              </summary>
              <p>{t(`questions.${question}Text`)}</p>
            </details>
          ))}
        </div>
      </Section>
      <Closing title={t('closing')} text={t('closingText')} to={to('createAccount')} action={t('enrol')} />
    </>
  )
}
