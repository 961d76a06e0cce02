import { z } from 'zod'
import type { EventData } from '../../../../shared/event.ts'
import { Presence, SetPresence, Viewers, WindowId } from '../../../../shared/presence.ts'
import { exact } from '../../../../shared/text.ts'
import type { Context, Parts } from '../../../core/context.ts'
import { badRequest, notFound } from '../../../core/error.ts'
import type { Moment } from '../../../core/moments.ts'
import { oneAtATime } from '../../../core/one-at-a-time.ts'
import { post, put } from '../../../core/operation.ts'
import { repeat } from '../../../core/repeat.ts'
import { systemContext } from '../../../core/transaction.ts'
import { findConversation } from '../../conversations/conversation.ts'
import { availablePeople, readQueue } from '../availability.ts'
import { presenceOf, settlePresence } from './attendance.ts'
import { planReturns } from './gone.ts'
import { createQueueWatch } from './queue-watch.ts'
import { endViewing, noteTyping, stopTyping, tellViewers, viewersOf } from './typing.ts'
import { type Connecting, createWindows, forgetWindows } from './windows.ts'

type PresenceWatch = {
  /** A window of a person is open on this server; the answer says that it closed. */
  connect(connecting: Connecting): (signedOut: boolean) => void
  /** What is of the moment on a site, for whoever has just come. */
  snapshot(site: string): Promise<Moment[]>
  start(): void
  close(): Promise<void>
}

const beatEvery = 2_000
const placesEvery = 15_000
const forgetEvery = 3_600_000

/** Keeps who is there, and the queue, on this server: what its sockets say, and what ran out on any. */
export function createPresence(parts: Parts): PresenceWatch {
  const queue = createQueueWatch(parts)
  const stops: (() => Promise<void>)[] = []
  const failed = (err: unknown) => parts.log.warn({ err }, 'presence could not be written; trying again')
  let running = false

  const beat = async () => {
    // This server's own leases first: none of them may run out because it was late.
    const at = parts.clock.now()
    await windows.write()
    await settlePresence(parts, at)
    await endViewing(parts, at)
  }
  const beating = oneAtATime(beat, failed)
  const windows = createWindows(parts, () => {
    if (running) beating.run()
  })
  const every = (milliseconds: number, work: () => Promise<void>) =>
    stops.push(repeat(parts.clock, milliseconds, work, failed))
  return {
    connect: windows.connect,
    snapshot: (site) => presentMoments(parts, site),
    start() {
      running = true
      queue.start()
      every(beatEvery, async () => {
        beating.run()
        await beating.done()
        await planReturns(parts)
      })
      every(placesEvery, async () => queue.tellAgain())
      every(forgetEvery, () => forgetWindows(parts))
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()))
      // The leases of those that were let go run from now.
      running = false
      beating.run()
      await beating.done()
      stopTyping(parts)
      await queue.close()
    },
  }
}

function refuseKeys({ actor }: Context): void {
  if (actor.kind !== 'person')
    throw badRequest('Only a signed-in person has a dashboard; a key has none.', 'person_only')
}

async function refuseUnknown(ctx: Context, id: string): Promise<void> {
  if (!(await findConversation(ctx, id))) throw notFound('conversation')
}

/** Sets whether visitors may be given to the person of this window; kept for the window when it is not connected just now. */
async function setPresence(ctx: Context, { window, available }: SetPresence): Promise<Presence> {
  refuseKeys(ctx)
  const { sql, site, actor } = ctx
  await sql`
    insert into presence (site, email, window_id, server, available, until)
    values (${site.id}, ${actor.id}, ${window}, '', ${available}, ${ctx.now()})
    on conflict (site, email, window_id) do update set available = excluded.available`
  await settlePresence(ctx.parts)
  return await presenceOf(ctx, actor.id)
}

type Viewing = { id: string; window: string; viewing: boolean }

/** Sets which conversation a window shows: one at a time. A window that is not connected shows none. */
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
    for (const conversation of new Set([changed.before, id])) if (conversation) await tellViewers(ctx, conversation)
  return await viewersOf(ctx, id)
}

/** Tells the visitor, and the team, that somebody of the team types. */
async function setTyping(ctx: Context, { id, typing }: { id: string; typing: boolean }): Promise<{ id: string }> {
  refuseKeys(ctx)
  await refuseUnknown(ctx, id)
  noteTyping(ctx, id, typing)
  return { id }
}

const mostConversations = 100

/** What is of the moment, for a dashboard that has just connected: who is available, who looks at what, who waits. */
async function presentMoments(parts: Parts, id: string): Promise<Moment[]> {
  const site = await parts.sites.find(id)
  if (!site) return []
  const ctx = systemContext(parts, site)
  const at = ctx.now()
  const [people, { summary }, shown] = await Promise.all([
    availablePeople(ctx),
    readQueue(ctx),
    ctx.sql<{ viewing: string }[]>`
      select distinct viewing from presence where site = ${id} and viewing is not null and until > ${at}
      order by viewing limit ${mostConversations}`,
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
    // Who has just connected takes it that nobody waits.
    ...(summary.unassigned + summary.waiting > 0
      ? [{ site: id, type: 'queue.changed' as const, data: summary, at }]
      : []),
  ]
}

const id = exact(64, 1)
const persons = 'For signed-in people: a key is refused with 400.'

export const presenceOperations = {
  set: put('/live/presence', {
    summary: 'Say whether visitors may be given to you',
    description:
      'Of one window; a person is available while at least one of their windows is connected and set so. A window is ' +
      `connected by the subscription \`events\` that names it, and for 30 seconds after it. ${persons}`,
    scope: 'conversations:write',
    reads: true,
    input: SetPresence,
    output: Presence,
    run: setPresence,
  }),
  view: put('/conversations/:id/viewing', {
    summary: 'Say that a window shows a conversation, or shows it no longer',
    description: `Colleagues see who looks at it. A window shows one at a time, and none once it is gone. ${persons}`,
    scope: 'conversations:read',
    reads: true,
    input: z.object({ id, window: WindowId, viewing: z.boolean() }),
    output: Viewers,
    run: setViewing,
  }),
  type: post('/conversations/:id/typing', {
    summary: 'Say that you type, or stopped',
    description:
      'The visitor and the team are told, at most once a second. It ends by itself after six seconds, so say it again ' +
      `every few. ${persons}`,
    scope: 'conversations:write',
    reads: true,
    input: z.object({ id, typing: z.boolean() }),
    output: z.object({ id: z.string() }),
    run: setTyping,
  }),
}
