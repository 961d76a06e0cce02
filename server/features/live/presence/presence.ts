import { z } from 'zod'
import type { EventData } from '../../../../shared/event.ts'
import { Presence, SetPresence, Viewers, WindowId } from '../../../../shared/presence.ts'
import { exact } from '../../../../shared/text.ts'
import { oneAtATime, repeat } from '../../../core/async.ts'
import type { Context, Services } from '../../../core/context.ts'
import type { EphemeralEvent } from '../../../core/ephemeral.ts'
import { badRequest, notFound } from '../../../core/error.ts'
import { post, put } from '../../../core/operation.ts'
import { systemContext } from '../../../core/transaction.ts'
import { findConversation } from '../../conversations/conversation.ts'
import { availablePeople, readQueue } from '../availability.ts'
import { planReturns } from './absence.ts'
import { presenceOf, syncPresence } from './availability.ts'
import { type Connecting, createWindows, forgetWindows } from './connections.ts'
import { createQueueWatch } from './queue-watch.ts'
import { endViewing, publishViewers, stopTyping, updateTyping, viewersOf } from './typing.ts'
import { forgetVisitors, syncVisitors } from './visitors.ts'

type PresenceWatch = {
  /** Registers an open window on this server. The returned function unregisters it. */
  connect(connecting: Connecting): (signedOut: boolean) => void
  /** The ephemeral state of a site, for a new subscriber. */
  snapshot(site: string): Promise<EphemeralEvent[]>
  start(): void
  close(): Promise<void>
}

const beatEvery = 2_000
const placesEvery = 15_000
const forgetEvery = 3_600_000

/** Tracks presence and the queue on this server: its own sockets, and leases that expired on any server. */
export function createPresence(services: Services): PresenceWatch {
  const queue = createQueueWatch(services)
  const stops: (() => Promise<void>)[] = []
  const failed = (err: unknown) => services.log.warn({ err }, 'could not write presence; retrying')
  let running = false

  const beat = async () => {
    // Renews this server's own leases first, so that none expires because this was late.
    const at = services.clock.now()
    await windows.write()
    await syncPresence(services, at)
    await endViewing(services, at)
    await syncVisitors(services)
  }
  const beating = oneAtATime(beat, failed)
  const windows = createWindows(services, () => {
    if (running) beating.run()
  })
  const every = (milliseconds: number, work: () => Promise<void>) =>
    stops.push(repeat(services.clock, milliseconds, work, failed))
  return {
    connect: windows.connect,
    snapshot: (site) => readSnapshot(services, site),
    start() {
      running = true
      queue.start()
      every(beatEvery, async () => {
        beating.run()
        await beating.done()
        await planReturns(services)
      })
      every(placesEvery, async () => queue.publishPlacesAgain())
      every(forgetEvery, async () => {
        await forgetWindows(services)
        await forgetVisitors(services)
      })
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()))
      // From now on the leases of the closed windows run out.
      running = false
      beating.run()
      await beating.done()
      stopTyping(services)
      await queue.close()
    },
  }
}

function refuseKeys({ actor }: Context): void {
  if (actor.kind !== 'person') throw badRequest('Only signed-in people have dashboards; keys have none.', 'person_only')
}

async function refuseUnknown(ctx: Context, id: string): Promise<void> {
  if (!(await findConversation(ctx, id))) throw notFound('conversation')
}

/**
 * Sets whether the person of this window accepts live chats. Also stored for a window that is not connected right now.
 */
async function setPresence(ctx: Context, { window, available }: SetPresence): Promise<Presence> {
  refuseKeys(ctx)
  const { sql, site, actor } = ctx
  await sql`
    insert into presence (site, email, window_id, server, available, until)
    values (${site.id}, ${actor.id}, ${window}, '', ${available}, ${ctx.now()})
    on conflict (site, email, window_id) do update set available = excluded.available`
  await syncPresence(ctx.services)
  return await presenceOf(ctx, actor.id)
}

type Viewing = { id: string; window: string; viewing: boolean }

/** Sets the conversation that a window shows; one at a time. A window that is not connected shows none. */
async function setViewing(ctx: Context, { id, window, viewing }: Viewing): Promise<EventData<'viewers.changed'>> {
  refuseKeys(ctx)
  await refuseUnknown(ctx, id)
  const shown = viewing ? id : null
  const { sql, site, actor } = ctx
  const [changed] = await sql<{ before: string | null }[]>`
    with known as (
      select viewing from presence
      where site = ${site.id} and email = ${actor.id} and window_id = ${window} and until > ${ctx.now()} for update)
    update presence set viewing = ${shown} from known
    where site = ${site.id} and email = ${actor.id} and window_id = ${window}
      and known.viewing is distinct from ${shown} and (${viewing} or known.viewing = ${id})
    returning known.viewing as before`
  if (changed)
    for (const conversation of new Set([changed.before, id])) if (conversation) await publishViewers(ctx, conversation)
  return await viewersOf(ctx, id)
}

/** Notifies the visitor and the team that somebody on the team is typing. */
async function setTyping(ctx: Context, { id, typing }: { id: string; typing: boolean }): Promise<{ id: string }> {
  refuseKeys(ctx)
  await refuseUnknown(ctx, id)
  updateTyping(ctx, id, typing)
  return { id }
}

const maxConversations = 100

/** The ephemeral state for a new dashboard: who is available, viewing and waiting. */
async function readSnapshot(services: Services, id: string): Promise<EphemeralEvent[]> {
  const site = await services.sites.find(id)
  if (!site) return []
  const ctx = systemContext(services, site)
  const at = ctx.now()
  const [people, { summary }, shown] = await Promise.all([
    availablePeople(ctx),
    readQueue(ctx),
    ctx.sql<{ viewing: string }[]>`
      select distinct viewing from presence where site = ${id} and viewing is not null and until > ${at}
      order by viewing limit ${maxConversations}`,
  ])
  const viewers = await Promise.all(shown.map(({ viewing }) => viewersOf(ctx, viewing)))
  return [
    ...people.map((person) => ({
      site: id,
      type: 'presence.changed' as const,
      data: { ...person, available: true },
      at,
    })),
    ...viewers.map((data) => ({ site: id, type: 'viewers.changed' as const, data, at })),
    // Always there and last, so that it tells a dashboard that it has received everything.
    { site: id, type: 'queue.changed' as const, data: summary, at },
  ]
}

const id = exact(64, 1)
const persons = 'For signed-in people; keys get 400.'

export const presenceOperations = {
  set: put('/live/presence', {
    summary: 'Set your availability',
    description:
      'Sets whether you accept live chats in one window. You are available while at least one of your windows is connected and set to ' +
      `available. A window is connected by the \`events\` subscription that names it, and for 30 seconds after it ends. ${persons}`,
    scope: 'conversations:write',
    reads: true,
    input: SetPresence,
    output: Presence,
    run: setPresence,
  }),
  view: put('/conversations/:id/viewing', {
    summary: 'Set the conversation shown in a window',
    description: `Colleagues see who is viewing a conversation. A window shows at most one, and none once it is closed. ${persons}`,
    scope: 'conversations:read',
    reads: true,
    input: z.object({ id, window: WindowId, viewing: z.boolean() }),
    output: Viewers,
    run: setViewing,
  }),
  type: post('/conversations/:id/typing', {
    summary: 'Send a typing indicator',
    description:
      'Notifies the visitor and the team, at most once a second. The indicator expires after six seconds, so repeat the call ' +
      `every few seconds. ${persons}`,
    scope: 'conversations:write',
    reads: true,
    input: z.object({ id, typing: z.boolean() }),
    output: z.object({ id: z.string() }),
    run: setTyping,
  }),
}
