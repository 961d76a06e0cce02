import { signIn } from './sign-in.ts'
import type { Reply, World } from './world.ts'

/** A signed-in team member. */
export type Person = {
  email: string
  token: string
  /** POSTs JSON to /api/v1 for the site demo. */
  post(path: string, body?: Record<string, unknown>): Promise<Reply>
  /** Opens a dashboard of the site demo, set to available or away. */
  open(available?: boolean): Promise<void>
  /** Closes all dashboards. */
  leave(): Promise<void>
}

/** Adds an account with this name and signs it in, without opening a dashboard. */
export async function addPerson(
  world: World,
  name: string | null = null,
  role: 'admin' | 'member' = 'admin',
): Promise<Person> {
  const { email, token } = await signIn(world, role)
  if (name !== null) await world.api('PATCH', `/admins/${email}`, { body: { name } })
  const { sql } = world.services.database
  return {
    email,
    token,
    post: (path, body = {}) => world.api('POST', path, { key: token, body: { site: 'demo', ...body } }),
    async open(available = true) {
      const window = { site: 'demo', email, window_id: 'w1', server: 'test', available, until: forever }
      await sql`insert into presence ${sql(window)} on conflict (site, email, window_id) do update set available = ${available}`
    },
    async leave() {
      await sql`delete from presence where email = ${email}`
    },
  }
}

const forever = Date.UTC(2100, 0, 1)
