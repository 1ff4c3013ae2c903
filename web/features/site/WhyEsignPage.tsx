import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { EvidenceArt } from './EvidenceArt.tsx'
import { Closing, Opening, Section, TestTrust } from './parts.tsx'

export default function WhyEsignPage() {
  const { t } = useTranslation('whyEsign')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<EvidenceArt />}>
        <Link className="btn btn-primary btn-large" to={to('createAccount')}>
          {t('start')}
        </Link>
        <Link className="btn btn-secondary btn-large" to={to('verify')}>
          {t('verify')}
        </Link>
      </Opening>
      <Compared />
      <Law />
      <Archive />
      <TestTrust />
      <Closing title={t('closing')} text={t('closingText')} to={to('verify')} action={t('verify')} />
    </>
  )
}

const questions = ['who', 'when', 'intact', 'copy', 'later'] as const
const ways = ['Paper', 'Image', 'Esign'] as const

function Compared() {
  const { t } = useTranslation('whyEsign')
  return (
    <Section title={t('compare.title')}>
      <table className="compare">
        <thead>
          <tr>
            <th scope="col" className="compare-question">
              {t('compare.question')}
            </th>
            <th scope="col">{t('compare.paper')}</th>
            <th scope="col">{t('compare.image')}</th>
            <th scope="col">{t('compare.esign')}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question}>
              <th scope="row">{t(`compare.${question}`)}</th>
              {ways.map((way) => (
                <td key={way}>{t(`compare.${question}${way}`)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const rules = ['binding', 'conditions', 'presumed'] as const

function Law() {
  const { t } = useTranslation('whyEsign')
  return (
    <Section title={t('law.title')} sub={t('law.sub')} id="law">
      <div className="law">
        <ol className="numbered">
          {rules.map((rule) => (
            <li key={rule}>
              <h3>{t(`law.${rule}`)}</h3>
              <p>{t(`law.${rule}Text`)}</p>
            </li>
          ))}
        </ol>
        <aside className="excluded" id="excluded">
          <h3>{t('law.excluded')}</h3>
          <p>{t('law.excludedText')}</p>
          <ul>
            <li>{t('law.excluded1')}</li>
            <li>{t('law.excluded2')}</li>
          </ul>
          <p>{t('law.excludedAlso')}</p>
        </aside>
      </div>
    </Section>
  )
}

const layers = ['b', 't', 'lt', 'lta'] as const

/** Baseline levels of ETSI EN 319 142-1, each on top of the one before. */
function Archive() {
  const { t } = useTranslation('whyEsign')
  return (
    <Section title={t('archive.title')} sub={t('archive.sub')}>
      <ol className="layers">
        {layers.map((layer) => (
          <li key={layer}>
            <bdi dir="ltr">B-{layer.toUpperCase()}</bdi>
            <h3>{t(`archive.${layer}`)}</h3>
            <p>{t(`archive.${layer}Text`)}</p>
          </li>
        ))}
      </ol>
      <p className="quiet">{t('archive.note')}</p>
    </Section>
  )
}
