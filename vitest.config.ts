import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { environmentOf, passes } from './test/support/passes.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // What each file opens, it closes: a process of its own would spend most of its time on reading the product again, and on
    // a browser of its own.
    isolate: false,
    // The second is for `npm run mutate`, which has to know what each file of tests executes.
    setupFiles: ['test/support/near-times.ts', ...(process.env.TEST_HITS ? ['test/support/hits.ts'] : [])],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    testTimeout: 30_000,
    // A machine may be busy: what comes by itself is waited for longer than it ever takes.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    // A machine that others use too may stand still for seconds. What wavers there is named at the end of the run.
    retry: process.env.CI ? 1 : 0,
    allowOnly: false,
    projects: passes.map((pass) => ({
      extends: true,
      test: {
        name: pass.name,
        include: pass.include,
        exclude: pass.exclude,
        env: environmentOf(pass),
        // Servers and browsers that are processes of their own take their time.
        ...(pass.runtime && { testTimeout: 120_000, hookTimeout: 300_000 }),
      },
    })),
  },
})
