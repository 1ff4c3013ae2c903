/** A country of ISO 3166-1 in words; undefined where nobody knows which. */
export const countryName = (language: string, code: string | null): string | undefined =>
  code === null ? undefined : new Intl.DisplayNames([language], { type: 'region' }).of(code)
