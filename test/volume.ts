/** How much a test tries: what every run can afford, or what a release asks for (`npm run test:release`). */

export const isRelease = process.env.TEST_VOLUME === 'release'

/** Numbers of cases, and the time-outs that grow with them. */
export const volume = ({ push, release }: { push: number; release: number }): number => (isRelease ? release : push)
