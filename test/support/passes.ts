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
/** What a browser does with a page is the same whatever serves it: these run once. */
const SCREENS = ['dashboard', 'desktop', 'widget'].map((name) => `test/outside/${name}*.test.ts`)

/**
 * In the order in which they run, the quickest first. What calls the product's functions runs once a database; what
 * speaks to it over its sockets runs once for each pair of runtime and database.
 */
export const passes: Pass[] = [
  { name: 'pure', include: ONCE, exclude: [] },
  ...(['embedded', 'server'] as const).map((database) => ({
    name: database,
    include: ['test/**/*.test.ts'],
    exclude: [...ONCE, ...OUTSIDE],
    database,
  })),
  ...(['node', 'deno'] as const).flatMap((runtime) =>
    (['embedded', 'server'] as const).map((database) => ({
      name: `${runtime}-${database}`,
      include: OUTSIDE,
      exclude: runtime === 'node' && database === 'embedded' ? [] : SCREENS,
      database,
      runtime,
    })),
  ),
]

/** What the tests of a pass find in their environment. */
export function environmentOf(pass: Pass): Record<string, string> {
  const environment: Record<string, string> = {}
  if (pass.database) environment.TEST_DATABASE = pass.database
  if (pass.runtime) environment.TEST_RUNTIME = pass.runtime
  return environment
}
