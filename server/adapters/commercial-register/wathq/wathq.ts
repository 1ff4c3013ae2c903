import type { z } from 'zod'
import { httpClient } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { CommercialRegister, Registration, RegistrationStatus } from '../commercial-register.ts'
import { Failure, FullInfo, NationalAddress, notFoundCode, statusIds, wrongNumberCode } from './answers.ts'

export type WathqSettings = {
  /** Of all its products, without a slash at the end: https://api.wathq.sa. */
  baseUrl: string
  apiKey: string
  timeoutMs?: number
}

/**
 * Wathq, the Ministry of Commerce's window to the commercial register: `GET /commercial-registration/fullinfo/{number}?language=` and, of the
 * national addresses, `GET /spl/national/address/info/{number}`, each with the header `apiKey`. An address or an English name that is not to
 * be had leaves its fields empty; only the entry itself has to come.
 */
export function wathq({ baseUrl, apiKey, timeoutMs = 8_000 }: WathqSettings): CommercialRegister {
  const call = httpClient({ provider: 'commercial register', timeoutMs, maxInFlight: 16 })

  async function ask<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const answer = await call({ url: `${baseUrl}${path}`, headers: { apiKey } })
    if (answer.status === 200) return answer.read(schema)
    if (answer.status === 401 || answer.status === 403)
      throw new ProviderUnavailable('commercial register', 'keys', { code: String(answer.status) })
    const { code } = answer.read(Failure)
    if (code === notFoundCode || code === wrongNumberCode) return null
    throw new ProviderUnavailable('commercial register', 'answer', { code })
  }

  return {
    async lookUp(number) {
      const entry = (language: 'ar' | 'en') => ask(`/commercial-registration/fullinfo/${number}?language=${language}`, FullInfo)
      const besides = <T>(asked: Promise<T>) => asked.catch(() => null)
      const [arabic, english, addresses] = await Promise.all([
        entry('ar'),
        besides(entry('en')),
        besides(ask(`/spl/national/address/info/${number}`, NationalAddress)),
      ])
      if (arabic === null) return null
      if (arabic.crNationalNumber !== number) throw new ProviderUnavailable('commercial register', 'answer', { code: 'another number' })
      return describe(arabic, english, addresses?.[0])
    },
  }
}

type Entry = z.output<typeof FullInfo>
type Address = z.output<typeof NationalAddress>[number]

const isLatin = (name: string) => /[a-z]/i.test(name) && !/\p{Script=Arabic}/u.test(name)

/** The register keeps one name; asked in English it answers a translation where there is one, and else the Arabic name again. */
function describe(arabic: Entry, english: Entry | null, address: Address | undefined): Registration {
  const { status, entityType, management } = arabic
  const names = [arabic.name, english?.name ?? '']
  const owners = arabic.parties.map(({ identity }) => ({ identityNumber: identity?.id ?? '', capacity: 'owner' as const }))
  const managers = (management?.managers ?? []).map(({ identity }) => ({
    identityNumber: identity?.id ?? '',
    capacity: 'manager' as const,
  }))
  return {
    crNumber: arabic.crNumber,
    nameAr: names.find((name) => name !== '' && !isLatin(name)) ?? '',
    nameEn: names.find(isLatin) ?? '',
    legalForm: [entityType?.name, entityType?.formName].filter(Boolean).join(' '),
    status: statusOf(arabic),
    statusWords: status.name,
    registeredOn: arabic.issueDateGregorian,
    city: arabic.headquarterCityName,
    address: {
      street: [address?.buildingNumber, address?.street, address?.district].filter(Boolean).join('، '),
      postalCode: address?.postCode ?? '',
    },
    people: [...owners, ...managers].filter(({ identityNumber }) => identityNumber !== ''),
  }
}

function statusOf({ status, inLiquidationProcess }: Entry): RegistrationStatus {
  if (inLiquidationProcess) return 'inLiquidation'
  return statusIds[status.id] ?? 'other'
}
