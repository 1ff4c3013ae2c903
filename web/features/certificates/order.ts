import type { KeySource, MadeKeyKind } from '#contract/certificateStates.ts'
import { readMyCertificate } from '#contract/certificates.ts'
import { opaqueId } from '#contract/kit.ts'
import { useLocation, useSearchParams } from 'react-router'
import { useCall } from '../../kit/useCall.ts'
import type { Class } from './certificateNames.ts'

export const steps = ['class', 'key', 'review', 'identity', 'issue'] as const
export type Step = (typeof steps)[number]

/** Stands in the browser's history beside the address, which has no room for it; after a reload it is asked for again. It holds no secret. */
type Carried = { csr?: string }

/**
 * What is being ordered, as the address has it: price (a class and its years), where the key comes from, and the step.
 * A step that lacks what came before it shows the earlier one instead.
 */
export function useOrder(classes: Class[] | undefined) {
  const [query, setQuery] = useSearchParams()
  const carried = (useLocation().state ?? {}) as Carried
  const renews = opaqueId.safeParse(query.get('renews')).data
  const renewed = useCall(readMyCertificate, { encodedCertificateSlno: renews! }, { enabled: renews !== undefined })

  const priceId = Number(query.get('price'))
  const chosen = classes?.find(({ prices }) => prices.some((one) => one.productPricingDetailsSlno === priceId))
  const price = chosen?.prices.find((one) => one.productPricingDetailsSlno === priceId)
  const keySource = chosen?.keySources.find((one) => one === query.get('key')) ?? chosen?.keySources[0]
  const keyKind = chosen?.keyKinds.find((one) => one === query.get('kind')) ?? chosen?.keyKinds[0]
  const csr = keySource === 'csr' ? carried.csr : undefined
  const hasKey = keySource !== undefined && (keySource !== 'csr' || csr !== undefined)
  const wanted = query.get('step')
  const step: Step = !price ? 'class' : wanted === 'review' && hasKey ? 'review' : wanted === null ? 'class' : 'key'

  const change = (values: Record<string, string | undefined>, state: Carried = carried, replace = false) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setQuery(next, { state, replace })
  }
  return {
    step,
    chosen,
    price,
    keySource,
    keyKind,
    csr,
    renews,
    /** The certificate that this one is to follow, once it is known. */
    renewed: renewed.data,
    isAwaited: renewed.isLoading,
    choosePrice: (id: number) => change({ price: String(id), step: 'key' }),
    /** Stays on the step; the request is carried along. */
    chooseKey: (source: KeySource, kind: MadeKeyKind | undefined) =>
      change({ key: source, kind: source === 'csr' ? undefined : kind }, carried, true),
    keepRequest: (pem: string | undefined) => change({}, { csr: pem }, true),
    review: (source: KeySource) => change({ key: source, step: 'review' }),
    go: (to: Step) => change({ step: to === 'class' ? undefined : to }),
  }
}
export type Order = ReturnType<typeof useOrder>
