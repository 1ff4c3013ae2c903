import { listCities, listCountries, listStates } from '#contract/catalogue.ts'
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
