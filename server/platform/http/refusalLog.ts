import type { Logger } from 'pino'

/** What a line about a refusal says: under `reference` it is found, `code` is what the caller was told, the rest is for us alone. */
export type RefusalLine = { reference: string; code: string; status: number; cause?: Error; why?: string; [fact: string]: unknown }

type Span = { written: number; leftOut: Record<string, number>; timer: NodeJS.Timeout }

const spanMs = 10_000
/** Of each level. */
const mostInSpan = 100
const spans = new WeakMap<Logger, Map<string, Span>>()

/**
 * Notes that a request was refused. What nobody in particular was refused has a hundred lines in ten seconds and then one that counts the rest,
 * so that a flood fills no disk; whoever is signed in has a line each, and with `LOG_LEVEL=debug` everybody has.
 */
export function logRefusal(log: Logger, level: 'error' | 'info', line: RefusalLine, isAnonymous: boolean): void {
  if (!isAnonymous || log.isLevelEnabled('debug')) return log[level](line, 'problem')
  const span = spanOf(log, level)
  if (span.written < mostInSpan) {
    span.written++
    log[level](line, 'problem')
  } else span.leftOut[line.code] = (span.leftOut[line.code] ?? 0) + 1
}

function spanOf(log: Logger, level: 'error' | 'info'): Span {
  const open = spans.getOrInsertComputed(log, () => new Map())
  return open.getOrInsertComputed(level, () => ({
    written: 0,
    leftOut: {},
    timer: setTimeout(() => endSpan(log, level), spanMs).unref(),
  }))
}

function endSpan(log: Logger, level: 'error' | 'info'): void {
  const { leftOut, timer } = spans.get(log)!.get(level)!
  spans.get(log)!.delete(level)
  clearTimeout(timer)
  if (Object.keys(leftOut).length > 0) log[level]({ leftOut }, 'problems left out')
}

/** Says what was left out so far; for the end of the process. */
export function closeRefusals(log: Logger): void {
  for (const level of ['error', 'info'] as const) if (spans.get(log)?.has(level)) endSpan(log, level)
}
