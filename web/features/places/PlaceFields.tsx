import { useTranslation } from 'react-i18next'
import { useNamed } from '../../kit/useNamed.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { type Place, usePlaces } from './places.ts'

type Field = {
  label: string
  value: string
  error: string | undefined
  name: string
  onChange: (value: string) => void
  onBlur: () => void
}

/** Country, region and city: chosen where the places are known, written where they are not. */
export function PlaceFields({ country, region, city }: { country: Field; region: Field; city: Field }) {
  const { countries, regions, cities } = usePlaces({ country: country.value, region: region.value })
  const clear = (...fields: Field[]) => fields.forEach(({ onChange }) => onChange(''))
  const choose = (field: Field, places: readonly Place[], below: Field[], keyOf = ({ name }: Place) => name) => (
    <Chosen
      {...field}
      places={places}
      keyOf={keyOf}
      onChange={(value) => {
        if (value === field.value) return
        field.onChange(value)
        clear(...below)
      }}
    />
  )
  return (
    <>
      {choose(country, countries, [region, city], (place) => (place as Place & { code: string }).code)}
      {regions.length > 0 ? choose(region, regions, [city]) : <TextField {...region} maxLength={100} isRequired />}
      {regions.length > 0 ? choose(city, cities, []) : <TextField {...city} maxLength={100} isRequired />}
    </>
  )
}

type ChosenProps = Omit<Field, 'onBlur'> & {
  places: readonly Place[]
  keyOf: (place: Place) => string
}

function Chosen({ label, value, error, onChange, name, places, keyOf }: ChosenProps) {
  const { t } = useTranslation('ui')
  const named = useNamed()
  const choices = places.map((place) => ({ id: keyOf(place), label: named(place, 'name') }))
  return (
    <Select
      label={label}
      name={name}
      error={error}
      choices={choices}
      value={value || null}
      placeholder={t('choosePlace')}
      isDisabled={choices.length === 0}
      onChange={(chosen) => onChange(String(chosen))}
    />
  )
}
