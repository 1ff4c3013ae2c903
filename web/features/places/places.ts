import { listCities, listCountries, listStates } from '#contract/referenceData.ts'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../ui/countryName.ts'
import { useCall } from '../../kit/useCall.ts'

export type Place = { id: number; name: string; nameAr: string }
type Chosen = { country: string; region: string }

/** The countries, the regions of the one that is chosen, and the cities of that region; none where they are not known. */
export function usePlaces({ country, region }: Chosen) {
  const countries = useCall(listCountries, {}).data?.dataList ?? []
  const countryId = countries.find(({ code }) => code === country)?.id
  const regions = useCall(listStates, { id: countryId ?? 0 }, { enabled: countryId !== undefined }).data?.dataList ?? []
  const regionId = regions.find(({ name }) => name === region)?.id
  const cities = useCall(listCities, { id: regionId ?? 0 }, { enabled: regionId !== undefined }).data?.dataList ?? []
  return { countries, regions, cities }
}

/** A place in words of the language that is shown: as it is known there, and else as somebody wrote it. */
export function usePlaceWords({ country, region, city }: Chosen & { city: string }) {
  const { i18n } = useTranslation('ui')
  const { regions, cities } = usePlaces({ country, region })
  const inWords = (name: string, known: readonly Place[]) =>
    (i18n.language === 'ar' && known.find((place) => place.name === name)?.nameAr) || name
  return { country: country && countryName(i18n.language, country), region: inWords(region, regions), city: inWords(city, cities) }
}
