import { applicationFieldNames, type ApplicationField } from '#contract/applications.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../ui/display.tsx'
import { Ltr, Name } from '../../ui/values.tsx'
import { usePlaceWords } from '../places/places.ts'

const foreign: readonly ApplicationField[] = ['unifiedOrgNo', 'crNumber', 'vatNumber', 'email', 'telephoneNumber', 'postalCodeZIPCode']

/** What an application says, as far as it says something. */
export function ApplicationFacts({ application }: { application: Record<ApplicationField, string> }) {
  const { t } = useTranslation('applications')
  const { country, stateProvinceRegion, city } = application
  const place = usePlaceWords({ country, region: stateProvinceRegion, city })
  const placeWords: Partial<typeof application> = { ...place, stateProvinceRegion: place.region }
  const shown = (name: ApplicationField): ReactNode => {
    const value = application[name]
    if (foreign.includes(name)) return <Ltr>{value}</Ltr>
    return <Name>{placeWords[name] ?? value}</Name>
  }
  const given = applicationFieldNames.filter((name) => application[name] !== '')
  return <Facts facts={given.map((name) => [t(`field.${name}`), <span key={name}>{shown(name)}</span>])} />
}
