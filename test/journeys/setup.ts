import { buildWhatChanged } from '../../bin/build.ts'

/** What journeys walk through is built once, before the files that run side by side. */
export async function setup() {
  await buildWhatChanged()
}
