/**
 * The Ministry of Interior's numbers of countries, as Nafath and Yakeen send them, in the letters of ISO 3166-1. The list is not published:
 * these are the numbers that answers of both services in public code show beside a country's name. What is missing is unknown, not guessed.
 */
const countries: Readonly<Record<string, string>> = {
  102: 'JO',
  104: 'SY',
  107: 'PS',
  110: 'LB',
  111: 'YE',
  113: 'SA',
  201: 'TN',
  204: 'SD',
  207: 'EG',
  208: 'MA',
  301: 'AF',
  302: 'ID',
  304: 'PK',
  305: 'BD',
  309: 'TR',
  313: 'LK',
  315: 'PH',
  320: 'NP',
  321: 'IN',
  401: 'ET',
  402: 'UG',
  406: 'TZ',
  421: 'GH',
  427: 'KE',
}

/** The country of the provider's code, in the two letters of ISO 3166-1; null for a code that is not known here. */
export const countryOf = (code: string): string | null => (Object.hasOwn(countries, code) ? countries[code]! : null)
