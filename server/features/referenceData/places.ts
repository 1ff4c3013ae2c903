import * as calls from '#contract/referenceData.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { regions } from './regions.ts'

/** ISO 3166-1, alpha-2. */
const codes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN ' +
  'CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM ' +
  'HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH ' +
  'MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN ' +
  'VU WF WS YE YT ZA ZM ZW'
).split(' ')

/** A number that depends on the code alone, so that it stays when the list changes. */
const numberOf = (code: string) => (code.charCodeAt(0) - 64) * 100 + code.charCodeAt(1) - 64
const [english, arabic] = ['en', 'ar'].map((language) => new Intl.DisplayNames(language, { type: 'region' }))
/** Where the Kingdom's own name differs from that of the locale data. */
const ownNames: Record<string, { name: string; nameAr: string }> = { PS: { name: 'Palestine', nameAr: 'فلسطين' } }
const allCountries = codes
  .map((code) => ({ id: numberOf(code), code, name: english!.of(code)!, nameAr: arabic!.of(code)!, ...ownNames[code] }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
const saudiArabia = numberOf('SA')

type Place = { country: string; region?: string; city?: string }

/** Whether there is such a place, by its English name; where regions are not known, people write theirs. */
function isPlace({ country, region, city }: Place): boolean {
  if (!codes.includes(country)) return false
  const known = country === 'SA' && region !== undefined ? regions.find(({ en }) => en === region) : null
  return known !== undefined && (!known || city === undefined || known.cities.some(([, en]) => en === city))
}

/** The place that an outside party calls by the name of a city, in Arabic or English; null where it is none of ours. */
export function placeOfCity(named: string): { region: string; city: string } | null {
  const wanted = named.trim().replace(/^مدينة\s+/, '')
  for (const region of regions) {
    const city = region.cities.find(([ar, en]) => ar === wanted || en === wanted)
    if (city) return { region: region.en, city: city[1] }
  }
  return null
}

/**
 * @param names of the fields that carry the parts, where they are called otherwise
 * @throws Problem INVALID beside the field that names a place which is none
 */
export function refusePlace(
  { language }: Pick<Ctx, 'language'>,
  place: Required<Place>,
  names: Partial<Record<keyof Place, string>> = {},
): void {
  const { country, region, city } = place
  const wrong = !isPlace({ country })
    ? 'country'
    : !isPlace({ country, region })
      ? 'region'
      : !isPlace({ country, region, city })
        ? 'city'
        : null
  if (wrong)
    throw new Problem('INVALID', { errors: [{ field: names[wrong] ?? wrong, message: fieldSentence({ rule: 'place' }, language) }] })
}

export const listCountries = route(calls.listCountries, async () => ({ dataList: allCountries }))

/** Regions are known for Saudi Arabia; elsewhere people write theirs. */
export const listStates = route(calls.listStates, async (_ctx, { id }) => {
  if (!allCountries.some((country) => country.id === id)) throw new Problem('NOT_FOUND')
  return { dataList: id === saudiArabia ? regions.map((region) => ({ id: region.id, name: region.en, nameAr: region.ar })) : [] }
})

export const listCities = route(calls.listCities, async (_ctx, { id }) => {
  const region = regions.find((one) => one.id === id)
  if (!region) throw new Problem('NOT_FOUND')
  return { dataList: region.cities.map(([nameAr, name], at) => ({ id: region.id * 100 + at + 1, name, nameAr })) }
})
