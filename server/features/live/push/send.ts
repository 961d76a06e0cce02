import { z } from 'zod'
import type { AlertClass, PushMessage } from '../../../../shared/push.ts'
import { defineConsumer } from '../../../core/consumers.ts'
import type { Context } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import { siteTask } from '../../../core/tasks.ts'
import type { PushOutcome } from '../../../outside/push.ts'
import { pushKeys } from './keys.ts'
import {
  findRecipient,
  listRecipients,
  type Notification,
  notificationOf,
  Occasion,
  occasionOf,
  type Recipient,
} from './occasion.ts'

/** Sends one event to one browser. */
const sendTask = defineTask(
  'push.send',
  z.object({ occasion: Occasion, subscription: z.string(), service: z.string() }),
  { target: ({ service }) => service },
)

const second = 1000
const minute = 60 * second
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
  types: new Set(['handover.requested', 'handover.missed', 'conversation.assigned', 'note.changed'] as const),
  maxAge: 5 * minute,
  async run(tx, events) {
    for (const event of events) {
      const occasion = occasionOf(event)
      const notification = await notificationOf(tx, occasion)
      if (!notification) continue
      for (const { id: subscription, endpoint } of await listRecipients(tx, notification))
        await tx.enqueue(sendTask, { occasion, subscription, service: new URL(endpoint).host })
    }
  },
})

class PushLater extends Error {
  isSilent: boolean
  constructor({ words, isSilent = false }: Extract<PushOutcome, { kind: 'later' | 'never' }>) {
    super(words)
    this.isSilent = isSilent
  }
}

/** Notifies a person without an open window, unless the notification no longer applies. */
async function sendPush(ctx: Context, occasion: Occasion, subscription: string): Promise<void> {
  const notification = await notificationOf(ctx, occasion)
  const recipient = notification && (await findRecipient(ctx, notification, subscription))
  if (!recipient) return
  const outcome = await sendOne(ctx, recipient, messageFor(ctx, notification, recipient))
  await keepOutcome(ctx, recipient, outcome)
  if (outcome.kind === 'later') throw new PushLater(outcome)
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

export const pushTasks = [
  siteTask(sendTask, {
    lane: 'alerts',
    retry: [5 * second, 30 * second],
    // A service that answers may have refused this browser alone.
    isTargetFault: (error) => error instanceof PushLater && error.isSilent,
    run: (ctx, { occasion, subscription }) => sendPush(ctx, occasion, subscription),
  }),
]
