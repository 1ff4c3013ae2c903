/** CPU time of the product's processes so far, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds. */
export type Spent = {
  /** Of the process that serves, all its threads. */
  process: number
  /** Of these the one that answers everybody. */
  serving: number
  /** The children that read strangers' files. */
  children: number
  database: number
}

const nothing: Spent = { process: 0, serving: 0, children: 0, database: 0 }
const each = (make: (key: keyof Spent) => number): Spent => ({
  process: make('process'),
  serving: make('serving'),
  children: make('children'),
  database: make('database'),
})
export const sumOf = (all: readonly Spent[]): Spent => all.reduce((sum, one) => each((key) => sum[key] + one[key]), nothing)
/** `spent` without so many times `other`. */
export const less = (spent: Spent, other: Spent, times = 1): Spent => each((key) => spent[key] - other[key] * times)
export const perOne = (spent: Spent, count: number): Spent => each((key) => spent[key] / count)
export const totalOf = ({ process: own, children, database }: Spent): number => own + children + database

/** @param pid the process that serves; @param postmaster the database's first process */
export function cpuSpent(pid: number, postmaster: number): Spent {
  const living = processes()
  const starters = living.filter(({ parent, command }) => parent === pid && command.includes('starterProcess'))
  const readers = living.filter(({ parent }) => starters.some((starter) => starter.pid === parent))
  const backends = living.filter(({ pid: one, parent }) => one === postmaster || parent === postmaster)
  const ofAll = (some: readonly Living[]) => some.reduce((sum, one) => sum + ownMs(one.pid), 0)
  return {
    process: ownMs(pid),
    serving: scheduledMs(`/proc/${pid}/task/${pid}`),
    children:
      ofAll([...starters, ...readers]) +
      [pid, ...starters.map((starter) => starter.pid)].reduce((sum, one) => sum + endedChildrenMs(one), 0),
    database: ofAll(backends) + endedChildrenMs(postmaster),
  }
}

type Living = { pid: number; parent: number; command: string }

function processes(): Living[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), parent: Number(statOf(name)[1]), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        return [] // it has just ended
      }
    })
}

/** The fields of a process's state after its name, which may hold anything. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** In ticks, of which Linux shows 100 a second: right over many documents. */
const endedChildrenMs = (pid: number) =>
  statOf(pid)
    .slice(13, 15)
    .map(Number)
    .reduce((a, b) => a + b) * 10

/** Living threads alone, to the nanosecond; nothing where the process has just ended. */
function ownMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + scheduledMs(`/proc/${pid}/task/${thread}`), 0)
  } catch {
    return 0
  }
}

const scheduledMs = (folder: string) => Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6
