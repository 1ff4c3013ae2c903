import * as calls from '#contract/site.ts'
import type { StatusComponent } from '#contract/site.ts'
import type { Output } from '#contract/kit.ts'
import type { App } from '#server/app.ts'
import { addDays } from '#server/platform/clock.ts'
import { route } from '#server/platform/http/route.ts'
import type { Asked, Parts } from '#server/platform/http/publicPages.ts'
import type { Language } from '#server/platform/problems.ts'
import { kept, readiness } from '#server/platform/readiness.ts'

type Status = Output<typeof calls.readStatus>
type Look = Status['components'][number]

/** Everybody who asks within this time is told of the same look. */
const keptSeconds = 5
const mostFaults = 200

/** Each part of the service, looked at itself; what hangs counts as not working. */
export async function look(app: App): Promise<Look[]> {
  const [checks, { ocsp, lists }] = await Promise.all([readiness(app), publishes(app)])
  const isReady = checks.every(({ fault }) => fault === null)
  const stamps = app.authority.knowsTime()
  const is: Record<StatusComponent, boolean | null> = {
    portal: isReady,
    signing: isReady && stamps && ocsp,
    timeStamps: stamps,
    ocsp,
    lists,
    identity: app.outside.isWell('identity'),
    payments: app.outside.isWell('payments'),
    messages: app.outside.isWell('messages'),
  }
  const stateOf = (isWell: boolean | null) => (isWell === null ? 'unknown' : isWell ? 'well' : 'unwell')
  return calls.statusComponents.map((component) => ({ component, state: stateOf(is[component]) }))
}

const publishing = new WeakMap<App, () => ReturnType<App['authority']['publishes']>>()
export const publishes = (app: App) =>
  publishing.getOrInsertComputed(app, () => kept(() => app.authority.publishes(), { ocsp: false, lists: false }, keptSeconds))()

/** What was recorded, or null while nothing can be read. */
async function readRecord({ probe, clock }: App): Promise<Status['record']> {
  const [watch, faults] = await Promise.all([
    probe.selectFrom('health_watch').select('since').executeTakeFirst(),
    probe
      .selectFrom('health_fault')
      .select(['component', 'began_at as beganAt', 'ended_at as endedAt'])
      .where('seen_at', '>', addDays(clock.now(), -calls.statusDays))
      .orderBy('began_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostFaults)
      .execute(),
  ])
  return { since: watch?.since ?? null, faults: faults as NonNullable<Status['record']>['faults'] }
}

const statuses = new WeakMap<App, () => Promise<Status>>()
const statusOf = (app: App) =>
  statuses.getOrInsertComputed(app, () => {
    const record = kept(() => readRecord(app).catch(() => null), null, keptSeconds)
    return async () => {
      const [components, read] = await Promise.all([look(app), record()])
      return { lookedAt: app.clock.now(), components, record: read }
    }
  })()

export const readStatus = route(calls.readStatus, ({ app }) => statusOf(app))

const words = {
  ar: {
    well: 'يعمل',
    unwell: 'لا يعمل',
    unknown: 'لم يُستعمل مؤخرًا',
    portal: 'الموقع والحسابات',
    signing: 'التوقيع',
    timeStamps: 'الختم الزمني',
    ocsp: 'حالة الشهادات (OCSP)',
    lists: 'قوائم الشهادات الملغاة',
    identity: 'نفاذ',
    payments: 'بوابة الدفع',
    messages: 'البريد والرسائل النصية',
  },
  en: {
    well: 'Working',
    unwell: 'Not working',
    unknown: 'Not used lately',
    portal: 'Site and accounts',
    signing: 'Signing',
    timeStamps: 'Time stamps',
    ocsp: 'Certificate status (OCSP)',
    lists: 'Revocation lists',
    identity: 'Nafath',
    payments: 'Payment gateway',
    messages: 'E-mail and text messages',
  },
} satisfies Record<Language, Record<StatusComponent | Look['state'], string>>

/** For those whose browser runs no scripts: what works at the moment at which the page is sent. */
export async function statusPage(app: App, { language }: Asked): Promise<Parts> {
  const { components } = await statusOf(app)
  const say = words[language]
  return { STATUS: components.map(({ component, state }) => `<li><strong>${say[component]}</strong>: ${say[state]}</li>`).join('') }
}
