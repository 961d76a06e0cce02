import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../core/actor.ts'
import type { Services } from '../../../core/context.ts'

export type Connecting = { site: string; actor: Actor; window: string; available: boolean | undefined }

/** The windows with sockets on this server. */
type Windows = {
  /** Registers a socket. The returned function unregisters it; `signedOut` if its person is no longer signed in. */
  connect(connecting: Connecting): (signedOut: boolean) => void
  /** Writes changes, and renews all leases if due. */
  write(): Promise<void>
}

type Held = OpenWindow & { sockets: number; signedOut: boolean }

const renewEvery = 10_000

/**
 * Stores a row per open window, in one statement for all that open or close at the same time, such as a thousand that
 * reconnect.
 * @param changed called when there is something to write
 */
export function createWindows(services: Services, changed: () => void): Windows {
  const server = randomUUID()
  const held = new Map<string, Held>()
  const unwritten = new Set<string>()
  let renewedAt = services.clock.now()

  const note = (key: string) => {
    unwritten.add(key)
    changed()
  }
  /** Failed writes are retried the next time. */
  const writeAll = async (keys: string[]) => {
    for (const key of keys) unwritten.delete(key)
    const windows = keys.flatMap((key) => held.get(key) ?? [])
    const left = windows.filter(({ sockets }) => sockets === 0)
    try {
      await openWindows(services, server, windows.filter(({ sockets }) => sockets > 0).map(rowOf))
      await leaveWindows(
        services,
        server,
        left.map((window) => ({ ...rowOf(window), signedOut: window.signedOut })),
      )
    } catch (error) {
      for (const key of keys) unwritten.add(key)
      throw error
    }
    // A window that reconnected in the meantime is kept.
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
      const isDue = services.clock.now() - renewedAt >= renewEvery
      if (isDue) renewedAt = services.clock.now()
      const keys = isDue ? [...held.keys()] : [...unwritten]
      if (keys.length > 0) await writeAll(keys)
    },
  }
}

const keyOf = ({ site, email, window }: Window): string => JSON.stringify([site, email, window])

const rowOf = ({ site, email, window, declared }: OpenWindow): OpenWindow => ({ site, email, window, declared })

/** How long a window counts as open after its server's last renewal, and after its socket closed. */
export const leaseLength = 30_000

/** A dashboard window of one person on one site. */
type Window = { site: string; email: string; window: string }
/** A window with an open socket. `declared` is the availability that it sent when connecting. */
type OpenWindow = Window & { declared: boolean | null }
/** A window whose last socket closed. A signed-out person is absent immediately. */
type LeftWindow = Window & { signedOut: boolean }

type Options = Pick<Services, 'database' | 'clock'>

/**
 * Registers or renews windows on this server. A returning window keeps the availability that its person chose since,
 * unless it now declares a different one than when it connected before.
 */
export async function openWindows({ database, clock }: Options, server: string, windows: OpenWindow[]): Promise<void> {
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

/** Lets the leases of windows expire, except those opened on another server since. */
async function leaveWindows({ database, clock }: Options, server: string, windows: LeftWindow[]): Promise<void> {
  if (windows.length === 0) return
  const { sql } = database
  const now = clock.now()
  await sql`
    update presence set until = case when gone."signedOut" then ${now}::bigint else ${now + leaseLength}::bigint end, seen_at = ${now}
    from jsonb_to_recordset(${sql.json(windows)}) as gone (site text, email text, "window" text, "signedOut" boolean)
    where presence.site = gone.site and presence.email = gone.email and presence.window_id = gone."window"
      and presence.server = ${server}`
}

/** Deletes windows that were closed for a day. Until then a returning window keeps its person's choice. */
export async function forgetWindows({ database, clock }: Options): Promise<void> {
  await database.sql`delete from presence where until < ${clock.now() - 86_400_000}`
}
