/** One run of the suite: which files, and what they run against. */
export type Pass = {
  /** also the name of the Vitest project: `npx vitest --project <name>` */
  name: string
  include: string[]
  exclude: string[]
  /** Replaces these lists for `npm test` without passes or files. Tests that only CI runs are left out. */
  locally?: { include?: string[]; exclude?: string[] }
  database?: 'embedded' | 'server'
  runtime?: 'node' | 'deno'
}

const ONCE = ['test/architecture.test.ts', 'test/pure/**/*.test.ts']
const INSIDE = ['test/**/*.test.ts']
const OUTSIDE = ['test/outside/**/*.test.ts']
/**
 * What a browser does with a page does not depend on the server's runtime or database, so these run once, on the
 * cheaper database.
 */
const SCREENS = ['dashboard', 'desktop', 'widget', 'handover'].map((name) => `test/outside/${name}*.test.ts`)

/**
 * Tests of what may differ between the two databases: the driver, transactions, locks, text search, vectors, large values,
 * and one loop over all operations. The others run only on a server. Plans do, too: both databases plan by the same rules
 * and indexes, and the embedded one takes most of a minute for as many rows as a plan needs to show its cost.
 */
const ON_BOTH = [
  'backup',
  'blobs',
  'consistency',
  'consumers',
  'counts',
  'database*',
  'deletion',
  'driver',
  'embedded*',
  'event-log',
  'every-operation',
  'idempotency',
  'jobs-board',
  'jobs-pipeline',
  'jobs-random',
  'knowledge',
  'migrate',
  'overview*',
  'queue*',
  'releases',
  'retention*',
  'transaction',
  'vectors',
].map((name) => `test/${name}.test.ts`)

/** What a search for due tasks costs is a matter of plans. */
const PLANS = ['test/queue-cost.test.ts']

/** How the embedded database uses memory says nothing about a server. */
const EMBEDDED = ['test/embedded-memory.test.ts']

/** Tests that depend on both runtime and database: files, locks, processes, signals. */
const PAIRS = ['start', 'stop', 'kill', 'kill-reply'].map((name) => `test/outside/${name}.test.ts`)
/** Several servers share a database, which must be a server, because the embedded one has one process. */
const SEVERAL = ['two-servers', 'two-servers-live'].map((name) => `test/outside/${name}.test.ts`)
/** The same for work in the background, which does not depend on the runtime. */
const TOGETHER = ['two-servers-bookings', 'two-servers-webhooks'].map((name) => `test/outside/${name}.test.ts`)
/** Calls to Telegram depend on the runtime, and not on the database. */
const TELEGRAM = 'test/outside/telegram.test.ts'
/** Sets the clock of a server's process, with a preload that Deno does not have. */
const CHAOS = 'test/outside/chaos.test.ts'
/** What one killed server does on the embedded database is tested by `kill` and `kill-reply`. */
const KILLED = 'test/outside/two-servers-completion.test.ts'
/** Sets the clock of a process, which only Node allows. */
const CLOCK = 'test/outside/clock.test.ts'
/** Measures response times, which do not depend on the database, so once is enough. */
const STALL = 'test/outside/stall.test.ts'
/** What the demo's history contains does not depend on the runtime. */
const DEMO = 'test/outside/demo-history.test.ts'
/** Opens an embedded database several times, which takes Deno most of a minute. */
const MOVE = 'test/outside/move.test.ts'
/** How a killed server's tasks go on is tested on each pair by `kill-reply`. */
const KILL_BULK = 'test/outside/kill-bulk.test.ts'

/**
 * In the order in which their outcome is reported. Tests that call the product's functions run once per database. Tests
 * over sockets run completely on each runtime and on each database, and those that depend on both, on each pair.
 */
export const passes: Pass[] = [
  { name: 'pure', include: ONCE, exclude: [] },
  {
    name: 'embedded',
    include: ON_BOTH,
    exclude: PLANS,
    database: 'embedded',
  },
  { name: 'server', include: INSIDE, exclude: [...ONCE, ...OUTSIDE, ...EMBEDDED], database: 'server' },
  {
    name: 'node-embedded',
    include: OUTSIDE,
    exclude: [...SCREENS, ...SEVERAL, ...TOGETHER, TELEGRAM, KILLED, KILL_BULK, CLOCK, CHAOS, MOVE],
    runtime: 'node',
    database: 'embedded',
  },
  {
    name: 'node-server',
    include: [...PAIRS, ...SEVERAL, ...TOGETHER, TELEGRAM, KILLED, KILL_BULK, CLOCK, CHAOS, MOVE, ...SCREENS],
    exclude: [],
    locally: { exclude: [CHAOS] },
    runtime: 'node',
    database: 'server',
  },
  { name: 'deno-embedded', include: PAIRS, exclude: [], runtime: 'deno', database: 'embedded' },
  {
    name: 'deno-server',
    include: OUTSIDE,
    exclude: [...SCREENS, ...TOGETHER, KILLED, DEMO, KILL_BULK, CLOCK, CHAOS, STALL, MOVE],
    runtime: 'deno',
    database: 'server',
  },
]

/** The environment for the tests of a pass. */
export function environmentOf(pass: Pass): Record<string, string> {
  const environment: Record<string, string> = {}
  if (pass.database) environment.TEST_DATABASE = pass.database
  if (pass.runtime) environment.TEST_RUNTIME = pass.runtime
  return environment
}
