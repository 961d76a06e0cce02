import type { Scope } from '../../shared/scope.ts'
import type { ChatWorld } from './chat.ts'
import { lastId } from './emit.ts'
import { signIn } from './sign-in.ts'
import type { Reply, World } from './world.ts'

/** A caller for the site demo: a signed-in person, or a program with a key. */
export type Caller = {
  /** The value shown as author, assignee or closer: an email or `key:<id>`. */
  id: string
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  put(path: string, body?: unknown): Promise<Reply>
  patch(path: string, body?: unknown): Promise<Reply>
  del(path: string): Promise<Reply>
}

function callerOf(world: ChatWorld, id: string, token: string): Caller {
  const send = (method: string, path: string, body?: unknown) =>
    world.api(method, `${path}${path.includes('?') ? '&' : '?'}site=demo`, {
      key: token,
      ...(body === undefined ? {} : { body }),
    })
  return {
    id,
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, body),
    put: (path, body = {}) => send('PUT', path, body),
    patch: (path, body = {}) => send('PATCH', path, body),
    del: (path) => send('DELETE', path),
  }
}

/** Adds an account and signs it in. */
export async function person(world: ChatWorld, role: 'admin' | 'member' = 'admin'): Promise<Caller> {
  const { email, token } = await signIn(world, role)
  return callerOf(world, email, token)
}

/** A key of the site with these scopes, or all scopes. */
export async function program(world: ChatWorld, scopes?: Scope[]): Promise<Caller> {
  const key = await world.key(scopes, { ratePerMinute: 100_000 })
  return callerOf(world, `key:${key.slice('svc_live_'.length).slice(0, 12)}`, key)
}

/** Keeps a dashboard of these people open for a day, so that their chats do not return to the queue. */
export async function keepThere(world: World, ...people: Pick<Caller, 'id'>[]): Promise<void> {
  const { sql } = world.services.database
  await sql`delete from presence`
  for (const { id } of people)
    await sql`
      insert into presence (site, email, window_id, server, available, until)
      values ('demo', ${id}, ${`window of ${id}`}, 'elsewhere', true, ${world.clock.now() + 86_400_000})`
}

export type Told = { type: string; data: Reply['body'] }

/** The events in the log during `work`, including internal ones, without those that follow the end of a chat. */
export async function emittedBy(world: ChatWorld, work: () => Promise<unknown>): Promise<Told[]> {
  const before = Number((await lastId(world)).slice(4))
  await work()
  return await world.services.database.sql<Told[]>`
    select type, data from events where seq > ${before} and type <> 'conversation.completed' order by seq`
}
