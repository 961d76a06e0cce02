import { z } from 'zod'
import { ConversationAnswer } from '../../../shared/conversation.ts'
import { Erasure } from '../../../shared/erasure.ts'
import { JobDetail } from '../../../shared/job.ts'
import { LeadDetail } from '../../../shared/lead-detail.ts'
import { covers, type Scope } from '../../../shared/scope.ts'
import { exact } from '../../../shared/text.ts'
import type { Trace } from '../../../shared/trace.ts'
import { findBlob, readBlob } from '../../core/blobs.ts'
import type { Context, Tx } from '../../core/context.ts'
import { AppError, forbidden, notFound } from '../../core/error.ts'
import { type Download, download, post } from '../../core/operation.ts'
import { writeZip, type ZipEntry } from '../../core/zip-writer.ts'
import { appointmentsOfContact, getAppointment } from '../bookings/list.ts'
import { eraseAppointments } from '../bookings/record.ts'
import { eraseConversation } from '../conversations/delete.ts'
import { listFiles } from '../conversations/files.ts'
import { getConversation } from '../conversations/get.ts'
import { emptyCallbackEvents } from '../events.ts'
import { getJob } from '../jobs/list.ts'
import { eraseJobs, jobsOfContact, listJobBlobs } from '../jobs/privacy.ts'
import { removeLead } from './change.ts'
import { getContact } from './contact.ts'
import { type LeadRow, lockLead } from './leads/leads.ts'

type Removed = Erasure['removed']

/**
 * Erases a person: the contact, its conversations with all related data, its callbacks, what the log says about it, and
 * stored responses. Each conversation is erased in its own transaction; after an interruption, calling it again
 * continues. Records of others that contain the same email are listed and not changed.
 */
async function eraseContact(ctx: Context, { id }: { id: string }): Promise<Erasure> {
  const lead = await findContact(ctx, id)
  const removed: Removed = { ...none }
  const emptied = { events: 0, auditTargets: 0 }
  const erased: string[] = []
  for (;;) {
    const conversations = await conversationsOf(ctx, lead)
    requireScope(ctx, conversations, 'conversations:write')
    requireScope(ctx, await jobsOfContact(ctx, id), 'jobs:write')
    requireScope(ctx, await appointmentsOfContact(ctx, id), 'jobs:write')
    add(removed, await countIn(ctx, conversations))
    emptied.events += await countEvents(ctx, conversations)
    for (const conversation of conversations) await eraseConversation(ctx, conversation)
    erased.push(...conversations)
    const rest = await ctx.tx((tx) => eraseRest(tx, lead, erased))
    // Also erases conversations that began in the meantime.
    if (!rest) continue
    add(removed, rest.removed)
    const { events, auditTargets } = rest
    const { site, actor } = ctx
    ctx.log.info({ site: site.id, contact: id }, 'a contact was erased')
    return {
      id,
      erased: true,
      at: ctx.now(),
      by: actor.id,
      removed,
      emptied: { events: emptied.events + events, auditTargets },
      stillNamed: await findNamed(ctx, lead.email),
    }
  }
}

const none: Removed = {
  conversations: 0,
  messages: 0,
  traces: 0,
  callbacks: 0,
  notes: 0,
  drafts: 0,
  questions: 0,
  jobs: 0,
  answers: 0,
}

function add(to: Removed, more: Partial<Removed>): void {
  for (const [name, count] of Object.entries(more) as [keyof Removed, number][]) to[name] += count
}

async function countIn({ sql }: Context, ids: string[]): Promise<Partial<Removed>> {
  if (ids.length === 0) return {}
  const count = (table: string) =>
    sql`(select count(*)::int from ${sql(table)} where conversation_id = any(${ids}::text[]))`
  const [row] = await sql<[Partial<Removed>]>`
    select ${ids.length}::int as conversations, ${count('messages')} as messages, ${count('traces')} as traces,
      ${count('callbacks')} as callbacks, ${count('notes')} as notes, ${count('drafts')} as drafts,
      ${count('gap_askings')} as questions`
  return row
}

/** Counts events of a conversation, including those of its callbacks. */
async function countEvents({ sql, site }: Context, ids: string[]): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select (select count(*) from events where data ? 'conversationId' and site = ${site.id}
        and data ->> 'conversationId' = any(${ids}::text[]))::int
      + (select count(*) from events where type = 'callback.updated' and site = ${site.id}
        and data -> 'callback' ->> 'conversationId' = any(${ids}::text[]))::int as count`
  return count
}

type Rest = { removed: Partial<Removed>; events: number; auditTargets: number }

/** The contact itself, once no conversation is left. Undefined if a new conversation began. */
async function eraseRest(tx: Tx, { id, email }: LeadRow, conversations: string[]): Promise<Rest | undefined> {
  // The lock prevents new conversations from joining the contact.
  const lead = await lockLead(tx, id)
  if (!lead) throw notFound('contact')
  if ((await conversationsOf(tx, lead)).length > 0) return undefined
  const [{ notes, events }] = await tx.sql<[{ notes: number; events: number }]>`
    select (select count(*)::int from notes where lead_id = ${id}) as notes,
      (select count(*)::int from events where type in ('lead.captured', 'lead.updated') and data ->> 'leadId' = ${id}) as events`
  const { callbacks, emptied } = await removeCallbacks(tx, id)
  const jobs = await eraseJobs(tx, id)
  await eraseAppointments(tx, id)
  await tx.sql`delete from bulk_change_contacts where lead_id = ${id}`
  await removeLead(tx, id)
  const answers = await forgetAnswers(tx, [id, ...conversations, ...jobs.ids])
  const account = email ? await forgetAccount(tx, email) : { events: 0, auditTargets: 0 }
  const { auditTargets } = account
  return {
    removed: { notes: notes + jobs.notes, callbacks, jobs: jobs.ids.length, answers },
    events: events + emptied + account.events + jobs.events,
    auditTargets,
  }
}

/** Removes the callbacks of a contact whose conversations belong to somebody else now. */
async function removeCallbacks(tx: Tx, leadId: string): Promise<{ callbacks: number; emptied: number }> {
  const rows = await tx.sql<{ id: string; conversationId: string | null }[]>`
    delete from callbacks where lead_id = ${leadId} returning id, conversation_id as "conversationId"`
  let emptied = 0
  for (const { id, conversationId } of rows) {
    if (conversationId === null) continue
    emptied += await emptyCallbackEvents(tx, { id, conversationId })
    tx.emit('conversation.changed', { id: conversationId })
  }
  return { callbacks: rows.length, emptied }
}

/** Deletes stored (encrypted) responses of requests that named or created one of these records. */
async function forgetAnswers({ sql }: Tx, ids: string[]): Promise<number> {
  const { count } = await sql`
    delete from idempotency where answer is not null
      and (record = any(${ids}::text[]) or regexp_split_to_array(route, '[/ ]') && ${ids}::text[])`
  return count
}

/** For a person who had an account. If the account still exists, the logs keep its actions. */
async function forgetAccount({ sql, site }: Tx, email: string): Promise<{ events: number; auditTargets: number }> {
  const isGone = sql`not exists (select from accounts where accounts.email = ${email})`
  const targets = await sql`
    update audit set target = 'erased' where (site = ${site.id} or site is null) and lower(target) = ${email} and ${isGone}`
  const events = await sql`
    update events set data = jsonb_set(data, '{email}', '""')
    where type = 'account.changed' and data ->> 'email' = ${email} and ${isGone}`
  return { events: events.count, auditTargets: targets.count }
}

const maxNamed = 100

async function findNamed({ sql, site }: Context, email: string | null): Promise<Erasure['stillNamed']> {
  const nobody = { conversations: [], contacts: [], notes: [], callbacks: [], jobs: [] }
  if (email === null) return nobody
  const naming = (table: string, id: string) => sql`
    select distinct ${sql(id)} as id from ${sql(table)} found
    where site = ${site.id} and strpos(lower(found::text), ${email}) > 0`
  const ids = (found: ReturnType<typeof naming>) =>
    sql`(select coalesce(json_agg(id), '[]') from (${found} order by id limit ${maxNamed}) named)`
  const talks = sql`${naming('messages', 'conversation_id')} union ${naming('conversations', 'id')}`
  const [named] = await sql<[Erasure['stillNamed']]>`
    select ${ids(talks)} as conversations, ${ids(naming('leads', 'id'))} as contacts,
      ${ids(naming('notes', 'id'))} as notes, ${ids(naming('callbacks', 'id'))} as callbacks,
      ${ids(naming('jobs', 'id'))} as jobs`
  return named
}

/** All data about a contact as a ZIP: the contact and each of its conversations in JSON, and the files of the chats. */
async function exportContact(ctx: Context, { id }: { id: string }): Promise<Download> {
  const conversations = await conversationsOf(ctx, await findContact(ctx, id))
  requireScope(ctx, conversations, 'conversations:read')
  const jobs = await jobsOfContact(ctx, id)
  requireScope(ctx, jobs, 'jobs:read')
  const contact = withoutClaims(LeadDetail.parse(await getContact(ctx, { id })))
  const appointments = await appointmentsOfContact(ctx, id)
  requireScope(ctx, appointments, 'jobs:read')
  return { name: `${id}.zip`, parts: writeZip(entriesOf(ctx, contact, { conversations, jobs, appointments })) }
}

/** Removes unverified chats, whose visitor only typed the contact's email, and their notes. */
function withoutClaims(contact: LeadDetail): LeadDetail {
  const conversations = contact.conversations.filter(({ leadVerified }) => leadVerified)
  const claims = new Set(contact.conversations.filter(({ leadVerified }) => !leadVerified).map(({ id }) => id))
  const teamNotes = contact.teamNotes.filter(({ conversationId }) => !claims.has(conversationId ?? ''))
  return { ...contact, conversations, teamNotes }
}

async function* entriesOf(
  ctx: Context,
  contact: LeadDetail,
  { conversations, jobs, appointments }: Record<'conversations' | 'jobs' | 'appointments', string[]>,
): AsyncGenerator<ZipEntry> {
  yield entry(ctx, 'contact.json', contact)
  for (const id of conversations) {
    const whole = await readWhole(ctx, id)
    if (whole) yield entry(ctx, `conversations/${id}.json`, whole)
    for (const { file, ts } of await listFiles(ctx, id)) {
      const blob = await findBlob(ctx.sql, { kind: 'chat_file', id: file.id })
      if (blob) yield { name: fileName(id, file), parts: readBlob(ctx.sql, blob), at: ts }
    }
  }
  for (const id of jobs) {
    const job = await getJob(ctx, { id }).catch(nothingIfGone)
    if (job) yield entry(ctx, `jobs/${id}.json`, JobDetail.parse(job))
    for (const { blob, created_at, ...file } of await listJobBlobs(ctx, id))
      yield { name: fileName(id, file), parts: readBlob(ctx.sql, blob), at: created_at }
  }
  for (const id of appointments) {
    // Appointments are never deleted.
    yield entry(ctx, `appointments/${id}.json`, await getAppointment(ctx, { id }))
  }
}

/** Windows refuses some signs in names. */
const fileName = (record: string, { id, name }: { id: string; name: string }) =>
  `files/${record}/${id} ${name.replace(/[<>:"|?*]/g, '_')}`

const entry = (ctx: Context, name: string, content: unknown): ZipEntry => ({
  name,
  parts: [new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`)],
  at: ctx.now(),
})

/** A conversation with everything that the team sees; undefined if it was deleted in the meantime. */
async function readWhole(ctx: Context, id: string) {
  const answer = await getConversation(ctx, { id }).catch(nothingIfGone)
  if (!answer) return undefined
  const traces = await ctx.sql<{ trace: Trace }[]>`
    select trace from traces where conversation_id = ${id} and site = ${ctx.site.id} order by at, id`
  const [row] = await ctx.sql<{ address: string | null }[]>`
    select address from conversations where id = ${id} and site = ${ctx.site.id}`
  return {
    ...ConversationAnswer.parse(answer),
    traces: traces.map(({ trace }) => trace),
    address: row?.address ?? null,
  }
}

function nothingIfGone(error: unknown): undefined {
  if (!(error instanceof AppError) || error.status !== 404) throw error
}

async function findContact({ sql, site }: Pick<Context, 'sql' | 'site'>, id: string): Promise<LeadRow> {
  const [lead] = await sql<LeadRow[]>`select * from leads where id = ${id} and site = ${site.id}`
  if (!lead) throw notFound('contact')
  return lead
}

/**
 * The conversations of a contact, oldest first, including the one that created it if that has no other contact.
 * Unverified chats are excluded, because they may be a stranger's.
 */
async function conversationsOf({ sql, site }: Pick<Context, 'sql' | 'site'>, lead: LeadRow): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from conversations where lead_id = ${lead.id} and lead_proof is not null and site = ${site.id}
    union select id from conversations where id = ${lead.conversation_id} and site = ${site.id} and lead_id is null
    order by id`
  return rows.map(({ id }) => id)
}

/** Requires a further scope from callers who see or erase a contact's conversations or jobs. */
function requireScope({ actor }: Context, records: string[], scope: Scope): void {
  if (records.length > 0 && !covers(actor.scopes, scope))
    throw forbidden(`This also requires the scope ${scope}.`, 'scope_missing', { scope })
}

const id = exact(64, 1)

export const privacyOperations = {
  erase: post('/leads/:id/erase', {
    summary: 'Erase a person',
    description:
      'Deletes the contact, its conversations with messages, traces, drafts, notes, callbacks and open questions, and related data in the ' +
      'event log, stored responses and the audit log. Its jobs stay without title, details, fields, notes and files. The response is the receipt. Also requires ' +
      '`conversations:write` if the contact has conversations, and `jobs:write` if it has jobs or appointments. Conversations with `leadVerified` false stay, because they may be a stranger’s; ' +
      'they are listed in `stillNamed` if they contain the email. Verify or delete them separately.',
    scope: 'leads:write',
    resumes: true,
    input: z.object({ id }),
    output: Erasure,
    run: eraseContact,
  }),
}

export const privacyDownloads = {
  archive: download('/leads/:id/archive', {
    summary: "Export a person's data",
    description:
      'Returns a ZIP of JSON files: `contact.json` with notes and callbacks, and one file per conversation and job. Their files ' +
      'are in `files/{conversation}` and `files/{job}`. Also requires `conversations:read` if the contact has ' +
      'conversations, and `jobs:read` if it has jobs or appointments. Conversations with `leadVerified` false are excluded, because they may be a stranger’s. Audited.',
    media: 'application/zip',
    scope: 'leads:read',
    reads: false,
    input: z.object({ id }),
    run: exportContact,
  }),
}
