import type { App } from './app.ts'
import { certificateFulfilment } from './features/certificates/fulfilment.ts'
import { sealFulfilment } from './features/seals/fulfilment.ts'
import { planFulfilment } from './features/subscriptions/fulfilment.ts'

/** What the money of each kind of order leads to. Payments know no more of it than this table. */
export const fulfilments: App['fulfilments'] = { esignPlan: planFulfilment, certificate: certificateFulfilment, seal: sealFulfilment }
