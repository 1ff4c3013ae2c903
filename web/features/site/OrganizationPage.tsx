import { to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Closing, Opening, Section, Soon } from './parts.tsx'
import { RolesArt } from './RolesArt.tsx'

export default function OrganizationPage() {
  const { t } = useTranslation('organization')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<RolesArt />}>
        <Link className="btn btn-primary btn-large" to={to('contactUs')}>
          {t('contact')}
        </Link>
        <Link className="btn btn-secondary btn-large" to={to('plansPricing')}>
          {t('plans')}
        </Link>
      </Opening>
      <Roles />
      <Buying />
      <Gateway />
      <Start />
      <Closing title={t('closing')} text={t('closingText')} to={to('contactUs')} action={t('contact')} />
    </>
  )
}

const roles = ['admin', 'signatory', 'user'] as const
/** What is not there yet. */
const later: readonly string[] = ['buying', 'reports']
/** What each role does with each matter; the server's rules decide, this tells of them. */
const matters = [
  ['sign', 'does', 'does', 'does'],
  ['users', 'makes', 'decides', 'none'],
  ['units', 'makes', 'decides', 'none'],
  ['buying', 'makes', 'reads', 'none'],
  ['seal', 'makes', 'decides', 'none'],
  ['reports', 'reads', 'reads', 'none'],
] as const

function Roles() {
  const { t } = useTranslation('organization')
  return (
    <Section title={t('roles.title')} sub={t('roles.sub')}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{t('roles.task')}</th>
            {roles.map((role) => (
              <th scope="col" key={role}>
                {t(`roles.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matters.map(([matter, ...may]) => (
            <tr key={matter}>
              <th scope="row">
                {t(`roles.${matter}`)}
                {later.includes(matter) && <Soon />}
              </th>
              {roles.map((role, i) => (
                <td key={role}>
                  <span data-may={may[i]}>{t(`roles.${may[i]!}`)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const purchases = ['counters', 'roles', 'special', 'order'] as const

function Buying() {
  const { t } = useTranslation('organization')
  return (
    <Section
      title={
        <>
          {t('buying.title')} <Soon />
        </>
      }
    >
      <ul className="buying">
        {purchases.map((purchase) => (
          <li key={purchase}>
            <h3>{t(`buying.${purchase}`)}</h3>
            <p>{t(`buying.${purchase}Text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const stations = [
  ['one', 'building'],
  ['two', 'user'],
  ['three', 'file'],
] as const

function Gateway() {
  const { t } = useTranslation('organization')
  return (
    <Section
      title={
        <>
          {t('gateway.title')} <Soon />
        </>
      }
      sub={t('gateway.sub')}
    >
      <ol className="gateway">
        {stations.map(([station, icon]) => (
          <li key={station}>
            <Icon name={icon} size={28} />
            <h3>{t(`gateway.${station}`)}</h3>
            <p>{t(`gateway.${station}Text`)}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link className="alone" to={to('developers')}>
          {t('gateway.docs')}
        </Link>
      </p>
    </Section>
  )
}

const beginnings = ['one', 'two', 'three', 'four'] as const

function Start() {
  const { t } = useTranslation('organization')
  return (
    <Section title={t('start.title')}>
      <ol className="numbered across">
        {beginnings.map((step) => (
          <li key={step}>
            <p>{t(`start.${step}`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
