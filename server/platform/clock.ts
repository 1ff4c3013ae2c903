/** The one source of time; tests move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)
export const addDays = (at: Date, days: number) => addSeconds(at, days * 86_400)
