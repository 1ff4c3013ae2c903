import type { Logger } from 'pino'
import type { TimeServer } from '#server/adapters/time/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readDatabaseClock, type DatabaseClock } from '#server/platform/databaseClock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { agreement, mostDrift, mostError, widened, type TimeBounds } from '#server/platform/timeBounds.ts'

/** The most by which a time stamp may be wrong (EN 319 421 §7.7.1, BTSP). */
export const mostErrorMs = 1_000
/** A clock that nobody outside measured has stepped when it left the monotonic one by this. */
const stepMs = 500
/** What a database's clock on another machine may be wrong by; it does not say so itself. */
const databaseErrorMs = 500
/** Public servers want to be asked no more often than each 15 s (RFC 4330 §10), and in quiet times far less. */
const askEveryMs = { doubtful: 16_000, quiet: 64_000 }
const accuracyStepMs = 10

/** What the time rests on. `word`: nobody outside measured it; whoever runs the machine answers for its clock, until it steps. */
type Evidence = { kind: 'measured'; bounds: TimeBounds } | { kind: 'word'; offset: number; at: number }

export type TrustedTime = { at: Date; accuracyMs: number }
type Options = {
  clock: Clock
  /** With short time-outs. */ db: Db
  servers: readonly TimeServer[]
  log: Logger
  monotonicMs?: () => number
}

/**
 * Time for time stamps: the machine's clock, as long as something else than this clock says that it is right within a second, and by how much (C7).
 * That is the agreement of most of the time servers, with a database on another machine as one more witness. Where there is no such witness the
 * clock that was found at the start is believed if the database shows the same, and never again once it has stepped, until an operator
 * confirms it. Bounds are held against the monotonic clock, so that a step is seen at once, whoever made it.
 */
export function trustedTime({ clock, db, servers, log, monotonicMs = () => performance.now() }: Options) {
  let evidence: Evidence | null = null
  let isFirstLook = true
  let heard = 0
  let askedAt = -Infinity
  let wasSilent = false
  let aheadOfDatabase: TimeBounds | undefined
  const offsetNow = () => clock.now().getTime() - monotonicMs()

  /** The time and the most by which it is wrong, or null while that is more than a second or unknown. */
  function now(): TrustedTime | null {
    const at = clock.now()
    const monotonic = monotonicMs()
    const offset = at.getTime() - monotonic
    if (evidence?.kind === 'word' && Math.abs(offset - evidence.offset) > stepMs) evidence = null
    if (!evidence) return null
    const error = evidence.kind === 'word' ? mostErrorMs : mostError(widened(evidence.bounds, monotonic), offset) + 1
    const accuracyMs = Math.ceil(error / accuracyStepMs) * accuracyStepMs
    return accuracyMs > mostErrorMs ? null : { at, accuracyMs }
  }

  async function serversNow(): Promise<TimeBounds[]> {
    const isDue = monotonicMs() - askedAt >= (now() ? askEveryMs.quiet : askEveryMs.doubtful)
    if (servers.length === 0 || !isDue) return []
    askedAt = monotonicMs()
    const answers = await Promise.all(servers.map((server) => server.ask()))
    return answers.filter((bounds) => bounds !== null)
  }

  /** Asks the witnesses, as often as each wants to be asked; call it each second. */
  async function look(): Promise<void> {
    const [database, spoken] = await Promise.all([readDatabaseClock(db, monotonicMs).catch(() => null), serversNow()])
    const isWitness = database?.isElsewhere === true
    const witnesses = servers.length + Number(isWitness)
    if (isWitness)
      spoken.push({ ...database.bounds, low: database.bounds.low - databaseErrorMs, high: database.bounds.high + databaseErrorMs })
    if (database) dropAfterStep(database)
    const agreed = agreement(spoken, witnesses, monotonicMs())
    if (agreed) evidence = { kind: 'measured', bounds: sharper(agreed) }
    else if (evidence?.kind === 'word') followSlew(evidence)
    if (database) {
      hear(database, witnesses === 0)
      isFirstLook = false // one that met no database, as on a machine that is busy or about to end, saw nothing
    }
    tell()
  }

  /** The earlier bounds, where they are still the narrower ones and not contradicted. */
  function sharper(agreed: TimeBounds): TimeBounds {
    const earlier = evidence?.kind === 'measured' ? widened(evidence.bounds, agreed.at) : agreed
    const isContradicted = earlier.low > agreed.high || earlier.high < agreed.low
    return isContradicted || agreed.high - agreed.low <= earlier.high - earlier.low ? agreed : earlier
  }

  /** A disciplined clock may leave the monotonic one slowly; that is no step. */
  function followSlew(word: Extract<Evidence, { kind: 'word' }>): void {
    const monotonic = monotonicMs()
    const most = (monotonic - word.at) * mostDrift
    const left = offsetNow() - word.offset
    if (Math.abs(left) <= stepMs) evidence = { kind: 'word', offset: word.offset + Math.max(-most, Math.min(most, left)), at: monotonic }
  }

  /** Where our clock and the database's moved against each other, one of them stepped; perhaps ours, and the monotonic one with it. */
  function dropAfterStep({ bounds }: DatabaseClock): void {
    const offset = offsetNow()
    const [earlier, ahead] = [aheadOfDatabase, { low: offset - bounds.high, high: offset - bounds.low, at: bounds.at }]
    aheadOfDatabase = ahead
    if (earlier && (ahead.low > earlier.high + stepMs || ahead.high < earlier.low - stepMs)) evidence = null
  }

  /** What an operator said; and at the start, where nobody else can speak, the clock's own word if the database shows the same. */
  function hear({ bounds, confirmation }: DatabaseClock, isAlone: boolean): void {
    const offset = offsetNow()
    const isAheadBy = (ms: number, tolerance: number) => offset - ms >= bounds.low - tolerance && offset - ms <= bounds.high + tolerance
    const isConfirmed = !isFirstLook && confirmation && confirmation.id > heard && isAheadBy(confirmation.aheadOfDatabaseMs, stepMs)
    if ((isAlone && isFirstLook && isAheadBy(0, mostErrorMs)) || (isConfirmed && !now()))
      evidence = { kind: 'word', offset, at: monotonicMs() }
    heard = Math.max(heard, confirmation?.id ?? 0)
  }

  function tell(): void {
    const time = now()
    if ((time === null) === wasSilent || (time === null && isFirstLook)) return
    wasSilent = time === null
    if (time) log.info({ accuracyMs: time.accuracyMs, on: evidence?.kind }, 'time stamps are given')
    else log.error({ servers: servers.map(({ name }) => name) }, 'no time stamps: nothing shows that the clock is right')
  }

  return { now, look }
}
