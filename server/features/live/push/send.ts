import type { AlertClass, PushMessage } from '../../../../shared/push.ts'
import type { Context } from '../../../core/context.ts'
import { defineTask } from '../../../core/queue.ts'
import type { PushOutcome } from '../../../outside/push.ts'
import { pushKeys } from './keys.ts'
import { listRecipients, Occasion, type Recipient, type Told, toldOf } from './occasion.ts'

export const sendTask = defineTask('push.send', Occasion)

const second = 1000
const minute = 60 * second
/** At the same time, so that a push service that is slow holds up few others. */
const atOnce = 20
const again = [5 * second, 30 * second]
/** How long a browser is left aside after so many failures in a row; after the last it is forgotten. */
const quietFor = [0, 1, 5, 30, 60, 240, 720, 1440].map((minutes) => minutes * minute)
/** Seconds that a push service keeps it for a browser that is away. */
const keptFor: Record<AlertClass, number> = { waiting: 120, mine: 3600, mention: 3600, missed: 14_400 }

/** Tells those who have no window open, unless it is over by now. */
export async function sendPush(ctx: Context, occasion: Occasion): Promise<void> {
  const told = await toldOf(ctx, occasion)
  if (!told) return
  const recipients = await listRecipients(ctx, { ...told, ...(occasion.only && { only: occasion.only }) })
  const failed: string[] = []
  for (let next = 0; next < recipients.length; next += atOnce) {
    const group = recipients.slice(next, next + atOnce)
    const outcomes = await Promise.all(group.map((one) => sendOne(ctx, one, messageFor(ctx, told, one))))
    for (const [place, outcome] of outcomes.entries()) {
      const recipient = group[place] as Recipient
      await keepOutcome(ctx, recipient, outcome)
      if (outcome.kind === 'later') failed.push(recipient.id)
    }
  }
  const delay = again[occasion.tries]
  if (failed.length === 0 || delay === undefined) return
  const next: Occasion = { ...occasion, tries: occasion.tries + 1, only: failed }
  await ctx.tx((tx) => tx.enqueue(sendTask, next, { at: tx.now() + delay }))
}

function messageFor(ctx: Context, { class: told, conversation, name, text }: Told, to: Recipient): PushMessage {
  const words = to.preview ? { name: clip(name, 60), text: clip(text, 160) } : { name: null, text: null }
  return { class: told, site: ctx.site.id, conversation, language: to.language, ...words }
}

const clip = (text: string | null, most: number) => text && [...text.slice(0, 2 * most)].slice(0, most).join('')

async function sendOne(ctx: Context, target: Recipient, message: PushMessage): Promise<PushOutcome> {
  const { config, outside } = ctx.parts
  const subject = config.baseUrl.startsWith('https:') ? config.baseUrl : `mailto:${config.ownerEmail}`
  return await outside.push.send({ target, keys: await pushKeys(ctx), subject, message, ttl: keptFor[message.class] })
}

async function keepOutcome(ctx: Context, { id, failures }: Recipient, outcome: PushOutcome): Promise<void> {
  if (outcome.kind === 'sent') {
    if (failures > 0) await ctx.sql`update push_subscriptions set failures = 0, quiet_until = 0 where id = ${id}`
    return
  }
  const quiet = outcome.kind === 'later' ? quietFor[failures] : undefined
  if ('words' in outcome) ctx.log.warn({ subscription: id, failures: failures + 1 }, outcome.words)
  if (quiet === undefined) await ctx.sql`delete from push_subscriptions where id = ${id}`
  else
    await ctx.sql`
      update push_subscriptions set failures = failures + 1, quiet_until = ${ctx.now() + quiet} where id = ${id}`
}
