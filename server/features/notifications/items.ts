import type { EmailKind } from '../../../shared/email.ts'
import type { Context } from '../../core/context.ts'
import { hostOf } from '../../core/outgoing.ts'
import { knownContactJson } from '../contacts/leads/known.ts'
import { emailWords } from './words.ts'

/** A notification of one thing. */
export type Told = { kind: EmailKind; title: string; text: string; conversation: string | null }

/** Something noted for a person. `told` is undefined if it no longer matters. */
export type Item = { id: number; kind: EmailKind; told: Told | undefined }

type Row = {
  id: number
  kind: EmailKind
  conversation_id: string | null
  type: string | null
  data: Record<string, unknown> | null
  name: string | null
  first: string | null
  waits: boolean | null
  missed: boolean | null
  spam: boolean | null
}

/** As many as one email can name. The others come in the next. */
const maxItems = 500
const maxText = 300

/** What is noted for a person, oldest first, as it is now: who was helped in the meantime is left out. */
export async function readItems(ctx: Context, email: string): Promise<Item[]> {
  const { sql, site } = ctx
  const rows = await sql<Row[]>`
    select i.id, i.kind, i.conversation_id, e.type, e.data,
      case when c.id is null then null else ${knownContactJson(sql)} ->> 'name' end as name,
      (select text from messages m where m.conversation_id = c.id and m.role = 'user' order by m.seq desc limit 1) as first,
      c.waiting_since is not null as waits, c.missed_open and c.waiting_since is null as missed, c.spam
    from email_items i left join events e on e.seq = i.seq
    left join conversations c on c.id = i.conversation_id and c.site = ${site.id}
    where i.site = ${site.id} and i.email = ${email} order by i.id limit ${maxItems}`
  const isThere = await hasWindow(ctx, email)
  const items: Item[] = []
  for (const row of rows) items.push({ id: row.id, kind: row.kind, told: await toldOf(ctx, row, email, isThere) })
  return items
}

async function toldOf(ctx: Context, row: Row, email: string, isThere: boolean): Promise<Told | undefined> {
  const words = emailWords(ctx.site.settings.assistant.locale)
  const { kind, data, type } = row
  const line = (title: string, text: unknown): Told => ({
    ...{ kind, conversation: row.conversation_id },
    title: title.slice(0, maxText).toWellFormed(),
    text: String(text ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxText)
      .toWellFormed(),
  })
  const name = row.name || words.somebody
  if (!data || row.spam) return undefined
  // Who has the dashboard open sees it there.
  if (kind === 'waiting') return row.waits && !isThere ? line(name, row.first) : undefined
  if (kind === 'missed') return row.missed ? line(name, row.first) : undefined
  if (kind === 'callback') return await callbackOf(ctx, data, line, words.somebody)
  if (kind === 'mention') return isThere ? undefined : await mentionOf(ctx, data, email, (text) => line(name, text))
  if (kind === 'budget') return line(type === 'budget.exhausted' ? words.budgetUsed : words.budgetLow, '')
  if (type === 'tool.changed') return await failingToolOf(ctx, data, line)
  return await pausedOf(ctx, data, (host) => line(words.paused(host), ''))
}

type Line = (title: string, text: unknown) => Told

async function callbackOf({ sql }: Context, data: Record<string, unknown>, line: Line, somebody: string) {
  const [row] = await sql<{ name: string | null; phone: string | null; email: string | null; reason: string | null }[]>`
    select name, phone, email, reason from callbacks where id = ${String(data.callbackId)} and status = 'open'`
  return row && line(row.name || somebody, [row.phone, row.email, row.reason].filter(Boolean).join(' · '))
}

async function mentionOf({ sql }: Context, data: Record<string, unknown>, email: string, line: (text: string) => Told) {
  const [row] = await sql<{ text: string }[]>`
    select n.text from notes n join mentions m on m.note_id = n.id
    where n.id = ${String(data.id)} and m.email = ${email} and not m.seen`
  return row && line(row.text)
}

async function pausedOf({ sql, site }: Context, data: Record<string, unknown>, line: (host: string) => Told) {
  // A paused endpoint that is edited stays paused.
  if (data.paused !== true) return undefined
  const [row] = await sql<{ url: string }[]>`
    select url from webhooks where id = ${String(data.id)} and site = ${site.id} and paused_at is not null`
  return row && line(hostOf(row.url))
}

async function failingToolOf(ctx: Context, data: Record<string, unknown>, line: Line) {
  const [row] = await ctx.sql<{ name: string; last_error: string }[]>`
    select name, last_error from tools
    where id = ${String(data.id)} and site = ${ctx.site.id} and enabled and last_error is not null`
  const words = emailWords(ctx.site.settings.assistant.locale)
  return row && line(words.toolFails(row.name), row.last_error)
}

const hasWindow = async ({ sql, site, now }: Context, email: string): Promise<boolean> =>
  (await sql`select from presence where site = ${site.id} and email = ${email} and until > ${now()} limit 1`).length > 0
