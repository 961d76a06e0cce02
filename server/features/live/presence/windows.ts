import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../core/actor.ts'
import type { Parts } from '../../../core/context.ts'

export type Connecting = { site: string; actor: Actor; window: string; available: boolean | undefined }

/** The windows whose sockets this server holds. */
type Windows = {
  /** The answer says that the socket is closed; `signedOut` where its person is no longer known. */
  connect(connecting: Connecting): (signedOut: boolean) => void
  /** Writes what changed, and renews all leases where that is due. */
  write(): Promise<void>
}

type Held = OpenWindow & { sockets: number; signedOut: boolean }

const renewEvery = 10_000

/**
 * Keeps a row for each open window, together for all that open or close in one moment: a thousand that come back at once
 * are one statement.
 * @param changed called when there is something to write
 */
export function createWindows(parts: Parts, changed: () => void): Windows {
  const server = randomUUID()
  const held = new Map<string, Held>()
  const unwritten = new Set<string>()
  let renewedAt = parts.clock.now()

  const note = (key: string) => {
    unwritten.add(key)
    changed()
  }
  /** What could not be written is written the next time. */
  const writeAll = async (keys: string[]) => {
    for (const key of keys) unwritten.delete(key)
    const windows = keys.flatMap((key) => held.get(key) ?? [])
    const left = windows.filter(({ sockets }) => sockets === 0)
    try {
      await openWindows(parts, server, windows.filter(({ sockets }) => sockets > 0).map(rowOf))
      await leaveWindows(
        parts,
        server,
        left.map((window) => ({ ...rowOf(window), signedOut: window.signedOut })),
      )
    } catch (error) {
      for (const key of keys) unwritten.add(key)
      throw error
    }
    // One that came back meanwhile is noted anew.
    for (const window of left) if (window.sockets === 0) held.delete(keyOf(window))
  }
  return {
    connect({ site, actor, window, available }) {
      const key = keyOf({ site, email: actor.id, window })
      const known = held.get(key) ?? { site, email: actor.id, window, declared: null, sockets: 0, signedOut: false }
      held.set(key, known)
      Object.assign(known, { declared: available ?? known.declared, sockets: known.sockets + 1, signedOut: false })
      note(key)
      return (signedOut) => {
        known.sockets -= 1
        known.signedOut ||= signedOut
        if (known.sockets === 0) note(key)
      }
    },
    async write() {
      const isDue = parts.clock.now() - renewedAt >= renewEvery
      if (isDue) renewedAt = parts.clock.now()
      const keys = isDue ? [...held.keys()] : [...unwritten]
      if (keys.length > 0) await writeAll(keys)
    },
  }
}

const keyOf = ({ site, email, window }: Window): string => JSON.stringify([site, email, window])

const rowOf = ({ site, email, window, declared }: OpenWindow): OpenWindow => ({ site, email, window, declared })

/** A window counts as open for so long after its server last said so, and after its socket was closed. */
export const leaseLength = 30_000

/** A dashboard's window, of one person on one site. */
type Window = { site: string; email: string; window: string }
/** One that a socket is open for; `declared` is what it said of itself when it connected. */
type OpenWindow = Window & { declared: boolean | null }
/** One whose last socket closed. Whoever signed out is gone at once. */
type LeftWindow = Window & { signedOut: boolean }

type Ground = Pick<Parts, 'database' | 'clock'>

/**
 * Opens windows on this server, or renews them. A window that comes back keeps what its person chose since, unless it now
 * says something else than when it connected before.
 */
export async function openWindows({ database, clock }: Ground, server: string, windows: OpenWindow[]): Promise<void> {
  if (windows.length === 0) return
  const { sql } = database
  const now = clock.now()
  await sql`
    insert into presence as known (site, email, window_id, server, available, declared, until, seen_at)
    select site, email, "window", ${server}, coalesce(declared, false), declared, ${now + leaseLength}, ${now}
    from jsonb_to_recordset(${sql.json(windows)}) as open (site text, email text, "window" text, declared boolean)
    on conflict (site, email, window_id) do update set
      server = excluded.server, until = excluded.until, seen_at = excluded.seen_at,
      available = case when excluded.declared is distinct from known.declared and excluded.declared is not null
        then excluded.declared else known.available end,
      declared = coalesce(excluded.declared, known.declared)`
}

/** Lets windows run out; those that were opened on another server meanwhile stay. */
async function leaveWindows({ database, clock }: Ground, server: string, windows: LeftWindow[]): Promise<void> {
  if (windows.length === 0) return
  const { sql } = database
  const now = clock.now()
  await sql`
    update presence set until = case when gone."signedOut" then ${now}::bigint else ${now + leaseLength}::bigint end, seen_at = ${now}
    from jsonb_to_recordset(${sql.json(windows)}) as gone (site text, email text, "window" text, "signedOut" boolean)
    where presence.site = gone.site and presence.email = gone.email and presence.window_id = gone."window"
      and presence.server = ${server}`
}

/** Forgets windows that were closed for a day: until then one that comes back keeps its person's choice. */
export async function forgetWindows({ database, clock }: Ground): Promise<void> {
  await database.sql`delete from presence where until < ${clock.now() - 86_400_000}`
}
