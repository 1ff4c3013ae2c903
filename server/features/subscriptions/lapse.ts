import type { App } from '#server/app.ts'
import { expirePlans } from '#server/platform/ledger.ts'

/** Writes off what is left of plans whose time is over, so that the books say what the lists show. */
export const lapsePlans = ({ db, clock }: App) => db.transaction().execute((tx) => expirePlans(tx, clock.now()))
