import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longestFirst.ts'

const cores = availableParallelism()

export default defineConfig({
  test: {
    // Not threads of one process: it grew to 1.3 GB, and a program that tests start, such as OpenSSL, costs a process of that size some 60 ms.
    pool: 'forks',
    isolate: false,
    globalSetup: 'test/setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } }, // for a machine that is busy: what is there is seen at once
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Three on two cores as well: a test often waits, for its database, for what it started, or for time to pass.
          maxWorkers: Math.max(cores - 1, 3),
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'dist/**', 'data/**', '.cache/**', 'test/journeys/**'],
        },
      },
      // After the others, and three browsers at a time on two cores: with four, each does the same work 7 percent slower.
      {
        extends: true,
        test: {
          name: 'journeys',
          globalSetup: 'test/journeys/setup.ts',
          include: ['test/journeys/**/*.test.ts'],
          testTimeout: 120_000,
          maxWorkers: Math.max(cores - 1, 3),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
