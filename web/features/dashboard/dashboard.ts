import type { readMyDashboard } from '#contract/dashboard.ts'
import type { Output } from '#contract/kit.ts'

/** What the first page of a person shows, each card a part of it. */
export type Dashboard = Output<typeof readMyDashboard>
