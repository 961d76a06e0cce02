/** One way through the suite: which files, and what they run against. */
export type Pass = {
  /** also the name of the Vitest project: `npx vitest --project <name>` */
  name: string
  include: string[]
  exclude: string[]
  database?: 'embedded' | 'server'
  runtime?: 'node' | 'deno'
}

const ONCE = ['test/architecture.test.ts', 'test/pure/**/*.test.ts']
const OUTSIDE = ['test/outside/**/*.test.ts']
/** What a browser does with a page is the same whatever serves it: these run once, on the database that is the cheaper one. */
const SCREENS = ['dashboard', 'desktop', 'widget'].map((name) => `test/outside/${name}*.test.ts`)

/** What hangs on the runtime and the database together: files, locks, processes, signals. */
const PAIRS = ['start', 'stop', 'kill'].map((name) => `test/outside/${name}.test.ts`)
/** Commands reach a server where it holds the embedded database; over a database on a server they run for themselves. */
const COMMANDS = 'test/outside/commands.test.ts'
/** Several servers share a database: never the embedded one, which has one process. */
const SEVERAL = ['two-servers', 'two-servers-live'].map((name) => `test/outside/${name}.test.ts`)
/** Sets the clock of a server's process, which takes a preload that Deno has not. */
const CHAOS = 'test/outside/chaos.test.ts'
/** Of this, what one server does that was killed holds on the embedded database too. */
const SEVERAL_OR_ONE = 'test/outside/two-servers-completion.test.ts'
/** Sets the clock of a process, as Node lets be done. */
const CLOCK = 'test/outside/clock.test.ts'
/** Measures how long others wait, which hangs on no database: once is enough. */
const STALL = 'test/outside/stall.test.ts'

/**
 * In the order in which their outcome is told. What calls the product's functions runs once a database. What
 * speaks to it over its sockets runs wholly on each runtime and on each database, and where it hangs on both, on each pair
 * of them.
 */
export const passes: Pass[] = [
  { name: 'pure', include: ONCE, exclude: [] },
  ...(['embedded', 'server'] as const).map((database) => ({
    name: database,
    include: ['test/**/*.test.ts'],
    exclude: [...ONCE, ...OUTSIDE],
    database,
  })),
  {
    name: 'node-embedded',
    include: OUTSIDE,
    exclude: [...SCREENS, ...SEVERAL, CHAOS],
    runtime: 'node',
    database: 'embedded',
  },
  {
    name: 'node-server',
    include: [...PAIRS, ...SEVERAL, SEVERAL_OR_ONE, CLOCK, CHAOS, ...SCREENS],
    exclude: [],
    runtime: 'node',
    database: 'server',
  },
  { name: 'deno-embedded', include: [...PAIRS, COMMANDS], exclude: [], runtime: 'deno', database: 'embedded' },
  {
    name: 'deno-server',
    include: OUTSIDE,
    exclude: [...SCREENS, CLOCK, CHAOS, STALL],
    runtime: 'deno',
    database: 'server',
  },
]

/** What the tests of a pass find in their environment. */
export function environmentOf(pass: Pass): Record<string, string> {
  const environment: Record<string, string> = {}
  if (pass.database) environment.TEST_DATABASE = pass.database
  if (pass.runtime) environment.TEST_RUNTIME = pass.runtime
  return environment
}
