import type { AlertClass, PushMessage } from '../../../../shared/push.ts'
import { defineConsumer } from '../../../core/consumers.ts'
import type { Context } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import type { PushOutcome } from '../../../outside/push.ts'
import { pushKeys } from './keys.ts'
import { listRecipients, type Notification, notificationOf, Occasion, occasionOf, type Recipient } from './occasion.ts'

const sendTask = defineTask('push.send', Occasion, { target: () => 'push services' })

const second = 1000
const minute = 60 * second
/** Sent in parallel, so that a slow push service delays few others. */
const atOnce = 20
const retryAfter = [5 * second, 30 * second]
/** The pause for a browser by the number of failures in a row. After the last, its subscription is removed. */
const pauses = [0, 1, 5, 30, 60, 240, 720, 1440].map((minutes) => minutes * minute)
/** Seconds that a push service keeps a notification for an offline browser. */
const keptFor: Record<AlertClass, number> = { waiting: 120, mine: 3600, mention: 3600, missed: 14_400 }

/**
 * Sends events as push notifications to browsers without an open window. Older events are skipped, as people already
 * know them or they no longer matter.
 */
export const pushConsumer = defineConsumer({
  name: 'push',
  types: new Set(['handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed']),
  maxAge: 5 * minute,
  async isWanted({ database: { sql } }) {
    const [known] = await sql`select from push_subscriptions limit 1`
    return known !== undefined
  },
  async run(tx, events) {
    for (const event of events) {
      // A note without mentions notifies nobody.
      const isNotified = event.type !== 'note.changed' || (event.data as { mentions: string[] }).mentions.length > 0
      if (isNotified) await tx.enqueue(sendTask, occasionOf(event))
    }
  },
})

/** Notifies people without an open window, unless the notification no longer applies. */
async function sendPush(ctx: Context, occasion: Occasion): Promise<void> {
  const notification = await notificationOf(ctx, occasion)
  if (!notification) return
  const recipients = await listRecipients(ctx, { ...notification, ...(occasion.only && { only: occasion.only }) })
  const failed: string[] = []
  for (let next = 0; next < recipients.length; next += atOnce) {
    const group = recipients.slice(next, next + atOnce)
    const outcomes = await Promise.all(group.map((one) => sendOne(ctx, one, messageFor(ctx, notification, one))))
    for (const [place, outcome] of outcomes.entries()) {
      const recipient = group[place] as Recipient
      await keepOutcome(ctx, recipient, outcome)
      if (outcome.kind === 'later') failed.push(recipient.id)
    }
  }
  const delay = retryAfter[occasion.tries]
  if (failed.length === 0 || delay === undefined) return
  const next: Occasion = { ...occasion, tries: occasion.tries + 1, only: failed }
  await ctx.tx((tx) => tx.enqueue(sendTask, next, { at: tx.now() + delay }))
}

function messageFor(
  ctx: Context,
  { class: notification, conversation, name, text }: Notification,
  to: Recipient,
): PushMessage {
  const words = to.preview ? { name: clip(name, 60), text: clip(text, 160) } : { name: null, text: null }
  return { class: notification, site: ctx.site.id, conversation, language: to.language, ...words }
}

const clip = (text: string | null, max: number) => text && [...text.slice(0, 2 * max)].slice(0, max).join('')

async function sendOne(ctx: Context, target: Recipient, message: PushMessage): Promise<PushOutcome> {
  const { config, outside } = ctx.services
  const subject = config.baseUrl.startsWith('https:') ? config.baseUrl : `mailto:${config.ownerEmail}`
  return await outside.push.send({ target, keys: await pushKeys(ctx), subject, message, ttl: keptFor[message.class] })
}

async function keepOutcome(ctx: Context, { id, failures }: Recipient, outcome: PushOutcome): Promise<void> {
  if (outcome.kind === 'sent') {
    if (failures > 0) await ctx.sql`update push_subscriptions set failures = 0, quiet_until = 0 where id = ${id}`
    return
  }
  const quiet = outcome.kind === 'later' ? pauses[failures] : undefined
  if ('words' in outcome) ctx.log.warn({ subscription: id, failures: failures + 1 }, outcome.words)
  if (quiet === undefined) await ctx.sql`delete from push_subscriptions where id = ${id}`
  else
    await ctx.sql`
      update push_subscriptions set failures = failures + 1, quiet_until = ${ctx.now() + quiet} where id = ${id}`
}

// If some notifications fail, only those are retried, in their own task.
export const pushTasks = [siteTask(sendTask, { retry: [], lane: 'calls', run: sendPush })]
