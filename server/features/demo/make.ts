import type { Context, Services, Site, Tx } from '../../core/context.ts'
import { defineTask, nothing, type RunResult } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { createDefinition } from '../contacts/attributes.ts'
import { createTag } from '../contacts/tags.ts'
import { createCannedReply } from '../conversations/canned-replies.ts'
import { createLabel } from '../conversations/labels.ts'
import { setUpPipeline } from '../jobs/change-pipeline.ts'
import { cannedReplies, definitions, labels, pipeline, tags } from './past/desk.ts'
import { actorOf } from './past/story.ts'
import { inPast, type Past } from './past.ts'
import { perform } from './perform.ts'
import { gapBefore, pauseOf, type Scheduled, schedule } from './schedule.ts'

const makeTask = defineTask('demo.makeHistory', nothing)
const second = 1_000
const minute = 60 * second
const beforeAll = 43 * 24 * 60 * minute

/** What was created, by how it is removed. */
export type Kind = 'conversation' | 'contact' | 'job' | 'label' | 'cannedReply' | 'tag' | 'definition'

/** Schedules the demo's history: after the pages it quotes are learned, and in pieces, so that nobody waits for it. */
export async function planHistory(tx: Tx): Promise<void> {
  await tx.sql`insert into demo_histories ${tx.sql({ site: tx.site.id, at: tx.now() })}`
  await tx.enqueue(makeTask, {}, { name: 'next' })
}

/** Continues a history whose task gave up. Does nothing if it is complete, was removed, or was never wanted. */
export async function resumeHistory(tx: Tx): Promise<void> {
  const [begun] = await tx.sql`select from demo_histories where site = ${tx.site.id}`
  if (begun) await tx.enqueue(makeTask, {}, { name: 'next' })
}

export const demoTasks = [
  siteTask(makeTask, { retry: [second, 5 * second, minute, 10 * minute], lane: 'work', run: makeHistory }),
]

/** Continues where this server, or one that ended in the middle, stopped. */
async function makeHistory(ctx: Context): Promise<RunResult> {
  if (!(await isLearned(ctx))) return { at: ctx.now() + second }
  do ctx.signal.throwIfAborted()
  while (await makeNext(ctx.services, ctx.site))
}

/** Whether a first crawl of the website has ended, successfully or not. */
async function isLearned({ sql, site }: Context): Promise<boolean> {
  const ended = await sql`
    select from crawl_runs where site = ${site.id} and status in ('done', 'failed', 'cancelled') limit 1`
  return ended.length > 0
}

/** Creates the next piece and records it, in one transaction. Returns whether there is more. */
async function makeNext(services: Services, site: Site): Promise<boolean> {
  const [state] = await services.database.sql<{ at: number; next: number }[]>`
    select at, next from demo_histories where site = ${site.id}`
  const pieces = state ? [undefined, ...schedule(state.at)] : []
  if (!state || state.next >= pieces.length) return false
  const piece = pieces[state.next]
  await inPast(services, site, piece?.at ?? state.at - beforeAll, async (past) => {
    // Another server was faster, or the history was deleted.
    const { count } = await past.tx.sql`
      update demo_histories set next = next + 1 where site = ${site.id} and next = ${state.next}`
    if (count > 0) await (piece ? makeStory(past, piece, state.at) : makeDesk(past))
  })
  return true
}

async function makeStory(past: Past, { story, random }: Scheduled, end: number): Promise<void> {
  const id = await perform(past, story, end - gapBefore, () => pauseOf(random))
  await keep(past, 'conversation', id)
  const [{ contact }] = await past.tx.sql<[{ contact: string | null }]>`
    select lead_id as contact from conversations where id = ${id}`
  if (contact) await keep(past, 'contact', contact)
  const jobs = await past.tx.sql<{ id: string }[]>`select id from jobs where conversation_id = ${id}`
  for (const job of jobs) await keep(past, 'job', job.id)
}

/** What the team had set up before. */
async function makeDesk(past: Past): Promise<void> {
  const ctx = past.as(actorOf('priya'))
  await setUpPipeline(ctx, pipeline)
  for (const label of labels) await keep(past, 'label', (await createLabel(ctx, label)).id)
  for (const tag of tags) await keep(past, 'tag', (await createTag(ctx, tag)).id)
  for (const reply of cannedReplies) await keep(past, 'cannedReply', (await createCannedReply(ctx, reply)).id)
  for (const definition of definitions) await keep(past, 'definition', (await createDefinition(ctx, definition)).id)
}

const keep = ({ tx }: Past, kind: Kind, id: string) =>
  tx.sql`insert into demo_records ${tx.sql({ site: tx.site.id, kind, id })} on conflict do nothing`
