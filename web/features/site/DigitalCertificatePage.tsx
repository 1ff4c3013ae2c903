import { led, to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import './certificate.css'
import { KeyArt, Rosette } from './CertificateArt.tsx'
import { Closing, Opening, Section, TestTrust } from './parts.tsx'

/** Also the practice statement that every certificate names: what stands under `kinds` and `life` is what relying parties are told. */
export default function DigitalCertificatePage() {
  const { t } = useTranslation('digitalCertificate')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<KeyArt />}>
        <Link className="btn btn-primary btn-large" to={led.buyCertificate}>
          {t('buy')}
        </Link>
        <Link className="btn btn-secondary btn-large" to={to('contactUs')}>
          {t('ask')}
        </Link>
      </Opening>
      <TestTrust />
      <Kinds />
      <Anatomy />
      <Key />
      <Life />
      <Check />
      <Closing title={t('closing')} text={t('closingText')} to={to('verify')} action={t('closingAction')} />
    </>
  )
}

const kinds = ['transaction', 'personal', 'seal'] as const

function Kinds() {
  const { t } = useTranslation('digitalCertificate')
  return (
    <Section title={t('kinds.title')}>
      <div className="kinds">
        {kinds.map((kind) => (
          <section key={kind}>
            <h3>{t(`kinds.${kind}`)}</h3>
            <p className="who">{t(`kinds.${kind}Who`)}</p>
            <p>{t(`kinds.${kind}Text`)}</p>
          </section>
        ))}
      </div>
      <p className="quiet">{t('kinds.classes')}</p>
    </Section>
  )
}

/** A certificate that does not exist, as its fields are read. */
const sample = { issuedBy: 'Tawqi People CA', serial: '5F:3A:91:0C:77:D2:E8:14' }

function Anatomy() {
  const { t } = useTranslation('digitalCertificate')
  const fields = [
    ['issuedTo', t('anatomy.issuedToValue')],
    ['issuedBy', sample.issuedBy],
    ['valid', t('anatomy.validValue')],
    ['serial', sample.serial],
    ['usage', t('anatomy.usageValue')],
    ['status', t('anatomy.statusValue')],
  ] as const
  return (
    <Section title={t('anatomy.title')} sub={t('anatomy.sub')}>
      <div className="specimen">
        <Rosette />
        <dl>
          {fields.map(([field, value]) => (
            <div key={field}>
              <dt>{t(`anatomy.${field}`)}</dt>
              <dd>
                <bdi dir={/[؀-ۿ]/.test(value) ? 'rtl' : 'ltr'}>{value}</bdi>
              </dd>
              <dd className="small quiet">{t(`anatomy.${field}Text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}

const facts = ['one', 'two', 'three'] as const

function Key() {
  const { t } = useTranslation('digitalCertificate')
  return (
    <Section title={t('key.title')}>
      <ul className="numbered across three">
        {facts.map((fact) => (
          <li key={fact}>
            <p>{t(`key.${fact}`)}</p>
          </li>
        ))}
      </ul>
      <p className="notice tone-info">
        <Icon name="info" />
        {t('key.here')}
      </p>
    </Section>
  )
}

const states = ['applied', 'paid', 'verified', 'approved', 'issued', 'ended'] as const

function Life() {
  const { t } = useTranslation('digitalCertificate')
  return (
    <Section title={t('life.title')}>
      <ol className="life">
        {states.map((state) => (
          <li key={state} data-state={state}>
            <h3>{t(`life.${state}`)}</h3>
            <p>{t(`life.${state}Text`)}</p>
          </li>
        ))}
      </ol>
      <p className="quiet">
        {t('life.note')} <Link to={to('contactUs')}>{t('life.report')}</Link>
      </p>
    </Section>
  )
}

const addresses = [
  ['ocsp', 'OCSP · RFC 6960', '/pki/ocsp/people'],
  ['crl', 'CRL · RFC 5280', '/pki/crl/people.crl'],
  ['tsa', 'TSA · RFC 3161', '/pki/tsa'],
  ['ca', 'X.509', '/pki/ca/root.cer'],
] as const

function Check() {
  const { t } = useTranslation('digitalCertificate')
  return (
    <Section title={t('check.title')} sub={t('check.sub')}>
      <dl className="addresses">
        {addresses.map(([name, standard, path]) => (
          <div key={name}>
            <dt dir="ltr">{standard}</dt>
            <dd>{t(`check.${name}`)}</dd>
            <dd>
              {path.includes('.') ? (
                <a href={path} dir="ltr">
                  {path}
                </a>
              ) : (
                <code dir="ltr">{path}</code>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
