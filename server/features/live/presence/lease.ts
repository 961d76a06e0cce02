import type { Parts } from '../../../core/context.ts'

/** A window counts as open for so long after its server last said so, and after its socket was closed. */
export const leaseLength = 30_000

/** A dashboard's window, of one person on one site. */
export type Window = { site: string; email: string; window: string }
/** One that a socket is open for; `declared` is what it said of itself when it connected. */
export type OpenWindow = Window & { declared: boolean | null }
/** One whose last socket closed. Whoever signed out is gone at once. */
export type LeftWindow = Window & { signedOut: boolean }

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
export async function leaveWindows({ database, clock }: Ground, server: string, windows: LeftWindow[]): Promise<void> {
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
