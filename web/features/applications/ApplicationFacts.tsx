import { applicationFieldNames, type ApplicationField } from '#contract/applications.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../ui/countryName.ts'
import { Facts } from '../../ui/display.tsx'
import { Ltr, Name } from '../../ui/values.tsx'
import { type Place, usePlaces } from '../places/places.ts'

const foreign: readonly ApplicationField[] = ['unifiedOrgNo', 'crNumber', 'vatNumber', 'email', 'telephoneNumber', 'postalCodeZIPCode']

/** What an application says, as far as it says something. */
export function ApplicationFacts({ application }: { application: Record<ApplicationField, string> }) {
  const { t, i18n } = useTranslation('applications')
  const places = usePlaces({ country: application.country, region: application.stateProvinceRegion })
  const inWords = (name: string, known: readonly Place[]) =>
    (i18n.language === 'ar' && known.find((place) => place.name === name)?.nameAr) || name
  const shown = (name: ApplicationField): ReactNode => {
    const value = application[name]
    if (foreign.includes(name)) return <Ltr>{value}</Ltr>
    if (name === 'country') return countryName(i18n.language, value)
    return (
      <Name>
        {name === 'stateProvinceRegion' ? inWords(value, places.regions) : name === 'city' ? inWords(value, places.cities) : value}
      </Name>
    )
  }
  const given = applicationFieldNames.filter((name) => application[name] !== '')
  return <Facts facts={given.map((name) => [t(`field.${name}`), <span key={name}>{shown(name)}</span>])} />
}
