import { setTimeout as wait } from 'node:timers/promises'
import type { SweepName } from '#contract/systemState.ts'
import type { App } from './app.ts'
import { tellWhatIsDue } from './features/dashboard/dueNotices.ts'
import { forgetNotifications } from './features/dashboard/forgetNotifications.ts'
import { forgetEnrolments } from './features/enrolment/forget.ts'
import { sweepCertificates } from './features/certificates/sweep.ts'
import { sweepErasures } from './features/erasure/sweep.ts'
import { expireInvitations } from './features/invitations/expire.ts'
import { sweepReconciliations } from './features/finance/reconcile.ts'
import { applyClassTexts } from './features/finance/textChanges.ts'
import { sweepRefunds } from './features/payments/refunds.ts'
import { sweepPayments } from './features/payments/sweep.ts'
import { forgetContactMessages } from './features/site/contact.ts'
import { keepHealth } from './features/site/keepHealth.ts'
import { sweepContents } from './contents.ts'
import { lapsePlans } from './features/subscriptions/lapse.ts'
import { sweepSignings } from './features/signing/sweep.ts'
import { hasSpace } from './platform/freeSpace.ts'
import { forgetIncoming } from './platform/incoming.ts'
import { forgetSpent, sendMessages } from './platform/outbox.ts'
import { noteRun } from './platform/sweepRuns.ts'

type Sweep = {
  name: SweepName
  everySeconds: number
  run: (app: App) => Promise<unknown>
  /** Waits before it runs at first: what has just begun is not looked at yet. */
  waitsFirst?: true
  /** Goes on while the disk is nearly full: others rely on it, or it frees space. */
  whenFull?: true
}

/** What is done again and again: each looks at the state itself, so that nothing is lost with a process. */
const sweeps: Sweep[] = [
  { name: 'messages', everySeconds: 1, run: sendMessages },
  { name: 'time', everySeconds: 1, run: (app) => app.authority.lookAtTime(), whenFull: true },
  { name: 'payments', everySeconds: 5, run: sweepPayments },
  { name: 'refunds', everySeconds: 15, run: sweepRefunds },
  { name: 'reconciliation', everySeconds: 5, run: sweepReconciliations },
  { name: 'plans', everySeconds: 60, run: lapsePlans },
  { name: 'catalogue', everySeconds: 30, run: applyClassTexts },
  { name: 'dueNotices', everySeconds: 300, run: tellWhatIsDue },
  { name: 'signings', everySeconds: 5, run: sweepSignings },
  { name: 'enrolments', everySeconds: 600, run: forgetEnrolments },
  { name: 'invitations', everySeconds: 60, run: expireInvitations },
  { name: 'contents', everySeconds: 600, run: sweepContents, whenFull: true },
  { name: 'incoming', everySeconds: 600, run: forgetIncoming, whenFull: true },
  { name: 'certificates', everySeconds: 30, run: sweepCertificates },
  { name: 'spent', everySeconds: 600, run: forgetSpent },
  { name: 'oldNotifications', everySeconds: 3_600, run: forgetNotifications },
  { name: 'contact', everySeconds: 3_600, run: forgetContactMessages },
  { name: 'erasures', everySeconds: 60, run: sweepErasures },
  { name: 'authority', everySeconds: 30, run: (app) => app.authority.sweep(), whenFull: true },
  { name: 'health', everySeconds: 60, run: keepHealth, waitsFirst: true, whenFull: true },
  { name: 'outside', everySeconds: 30, run: (app) => app.outside.reach(), whenFull: true },
]

/** Runs every sweep on its own beat; one that fails is logged and comes again. */
export function startSweeps(app: App, scale = 1): () => Promise<void> {
  const stopping = new AbortController()
  const running = sweeps.map(async ({ name, everySeconds, run, waitsFirst, whenFull }) => {
    noteRun(app, { sweep: name, everySeconds, lastRun: null, isWell: true })
    const ms = Math.min(everySeconds * scale * 1000, longestPauseMs)
    if (waitsFirst) await pause(ms, stopping.signal)
    while (!stopping.signal.aborted) {
      if (whenFull || (await hasSpace(app))) {
        const fault = await run(app).then(
          () => null,
          (cause: unknown) => ({ cause }),
        )
        if (fault) app.log.error({ sweep: name, ...fault }, 'sweep')
        noteRun(app, { sweep: name, everySeconds, lastRun: app.clock.now(), isWell: fault === null })
      }
      await pause(ms, stopping.signal)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

/** A timer takes 32 bits: what is longer would end at once, and the sweep would run without a pause. */
const longestPauseMs = 2 ** 31 - 1

/** Leaves nothing behind at the signal, which lives as long as the process. */
const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)
