import { z } from 'zod'
import { type EmailKind, emailKinds } from '../../../shared/email.ts'
import { defineConsumer, type EventOf } from '../../core/consumers.ts'
import type { Context, Tx } from '../../core/context.ts'
import type { Task } from '../../core/queue.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { afterQuiet, readSubscribers, type Subscriber } from './alerts.ts'
import { type Item, readItems, type Told } from './items.ts'
import { type EmailContent, layout } from './layout.ts'
import { delayAfter, emailRetry, emailTarget, NotSent, sendEmail } from './send.ts'
import { findService, noteResult, type ServiceRow } from './setup.ts'
import { emailWords } from './words.ts'

const minute = 60_000
/** A person gets at most one email in this time. What happens until then comes together in the next. */
const pause = 5 * minute
/** How long an email waits for more, or for somebody to take care of it. */
const delays: Record<EmailKind, number> = {
  waiting: minute,
  missed: minute,
  callback: minute,
  mention: 2 * minute,
  budget: 0,
  failure: 0,
}

/** A tool that works again by then is not reported. */
const toolDelay = 10 * minute

/** Sends a person everything that waits for them in one email. */
const sendTask = defineTask('email.send', z.object({ email: z.string() }), emailTarget)

const types = [
  'handover.requested',
  'handover.missed',
  'callback.requested',
  'note.changed',
  'budget.warning',
  'budget.exhausted',
  'webhook.changed',
  'tool.changed',
] as const
type Type = (typeof types)[number]

/** Notes for each person what they want to be told, and enqueues an email. */
export const emailConsumer = defineConsumer({
  name: 'email',
  types: new Set(types),
  maxAge: 60 * minute,
  wanted: {
    changedBy: new Set(['email.changed'] as const),
    async read({ database: { sql } }, site) {
      return (await sql`select from email_services where site = ${site} and enabled`).length > 0
    },
  },
  async run(tx, events) {
    const [service] = await tx.sql`select from email_services where site = ${tx.site.id} and enabled`
    if (!service) return
    const people = await readSubscribers(tx)
    for (const event of events) await noteEvent(tx, event, people)
  },
})

async function noteEvent(tx: Tx, event: EventOf<Type>, people: readonly Subscriber[]): Promise<void> {
  if (event.type === 'tool.changed' && !event.data.failing) return
  const kind = kindOf(event)
  const named = event.type === 'note.changed' ? event.data.mentions : null
  const told = people.filter(({ email, kinds }) => kinds.includes(kind) && (named?.includes(email) ?? true))
  const conversation = 'conversationId' in event.data ? event.data.conversationId : null
  for (const { email, quiet } of told) {
    await tx.sql`
      insert into email_items (site, email, kind, seq, conversation_id, at)
      values (${tx.site.id}, ${email}, ${kind}, ${event.seq}, ${conversation}, ${tx.now()}) on conflict do nothing`
    const delay = event.type === 'tool.changed' ? toolDelay : delays[kind]
    const at = afterQuiet(quiet, zoneOf(tx), tx.now() + delay)
    await tx.enqueue(sendTask, { email }, { name: email, at })
  }
}

function kindOf({ type }: EventOf<Type>): EmailKind {
  if (type === 'handover.requested') return 'waiting'
  if (type === 'handover.missed') return 'missed'
  if (type === 'callback.requested') return 'callback'
  if (type === 'note.changed') return 'mention'
  return type === 'webhook.changed' || type === 'tool.changed' ? 'failure' : 'budget'
}

const zoneOf = ({ site: { settings } }: Context) => settings.live.timezone || settings.assistant.timezone

/** Tells a person what still holds, unless they were told a moment ago or have quiet hours. */
async function tell(ctx: Context, email: string, task: Task): Promise<{ at: number } | undefined> {
  const [service, [person]] = await Promise.all([findService(ctx), readSubscribers(ctx, email)])
  const items = await readItems(ctx, email)
  const wanted = person && service?.enabled ? items.filter(({ kind }) => person.kinds.includes(kind)) : []
  if (!service || wanted.length === 0) return await forget(ctx, items)
  const at = Math.max(afterQuiet(person?.quiet ?? null, zoneOf(ctx), ctx.now()), (await lastSent(ctx, email)) + pause)
  if (at > ctx.now()) return { at }
  const told = wanted.flatMap(({ told }) => (told ? [told] : []))
  if (told.length === 0) return await forget(ctx, items)
  const sent = await sendEmail(ctx, service, { ...emailFor(ctx, service, told), to: email })
  const delay = delayAfter(sent, task.failures)
  await ctx.tx(async (tx) => {
    await noteResult(tx, sent.failed)
    if (delay !== undefined) return
    await removeItems(tx, items)
    if (!sent.ok) return
    await tx.sql`
      insert into email_sent (site, email, at) values (${tx.site.id}, ${email}, ${tx.now()})
      on conflict (site, email) do update set at = excluded.at`
  })
  if (delay !== undefined) throw new NotSent(sent, delay)
}

async function forget(ctx: Context, items: readonly Item[]): Promise<undefined> {
  if (items.length > 0) await ctx.tx((tx) => removeItems(tx, items))
}

const removeItems = ({ sql }: Tx, items: readonly Item[]) =>
  sql`delete from email_items where id = any(${items.map(({ id }) => id)}::bigint[])`

async function lastSent({ sql, site }: Context, email: string): Promise<number> {
  const [row] = await sql<{ at: number }[]>`select at from email_sent where site = ${site.id} and email = ${email}`
  return row?.at ?? Number.NEGATIVE_INFINITY
}

/** Lines of a kind in one email; the others are counted. */
const maxLines = 10

/** One thing by its own subject, several by their number. */
function emailFor(ctx: Context, service: ServiceRow, told: readonly Told[]) {
  const { settings, name } = ctx.site
  const business = settings.businessName || name
  const words = emailWords(settings.assistant.locale)
  const dashboard = (service.dashboard_url || `${ctx.services.config.baseUrl}/dashboard`).replace(/\/+$/, '')
  const linkTo = (id: string | null) => (id === null ? undefined : `${dashboard}/inbox/all/${encodeURIComponent(id)}`)
  const sections = emailKinds.flatMap((kind) => {
    const lines = told.filter((one) => one.kind === kind)
    if (lines.length === 0) return []
    const shown = lines.slice(0, maxLines).map(({ title, text, conversation }) => {
      const url = linkTo(conversation)
      return { title, text, ...(url && { url }) }
    })
    const more = lines.length > maxLines ? words.more(lines.length - maxLines) : undefined
    return [{ heading: words.headings[kind], lines: shown, ...(more && { more }) }]
  })
  const [first] = told as [Told]
  const title = told.length === 1 ? words.one[first.kind](first.title) : words.several(told.length, business)
  const content: EmailContent = {
    ...{ language: words.language, title, sections, business },
    action: { label: words.open, url: (told.length === 1 && linkTo(first.conversation)) || `${dashboard}/inbox` },
    footer: { text: words.why(business), label: words.settings, url: `${dashboard}/settings/alerts` },
  }
  return layout(content)
}

export const emailTasks = [
  siteTask(sendTask, {
    lane: 'alerts',
    retry: emailRetry,
    run: (ctx, { email }, task) => tell(ctx, email, task),
  }),
]
