import { z } from 'zod'
import type { Context, Tx } from '../../core/context.ts'
import { defineTask } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { patchJob } from './change.ts'
import { createJob } from './create.ts'
import { fittingFields, jobOf } from './of-conversation.ts'
import { readPipeline } from './pipeline.ts'

const minute = 60_000

const quoteTask = defineTask(
  'jobs.fromQuote',
  z.object({ conversationId: z.string(), answers: z.record(z.string(), z.string()), text: z.string() }),
  // The answers of one chat, one after the other.
  { serialBy: ({ conversationId }) => conversationId },
)

type Quote = { answers: Record<string, string>; text: string }

/** Makes a job of the answers to a flow, after the transaction of the message. */
export const enqueueQuote = (tx: Tx, conversationId: string, quote: Quote) =>
  tx.enqueue(quoteTask, { conversationId, ...quote })

/** Creates a job from the answers to a flow, or completes the open job of that chat. What the team wrote stays. */
async function jobFromQuote(ctx: Context, conversationId: string, { answers, text }: Quote): Promise<void> {
  const { fields } = await readPipeline(ctx)
  const given = Object.fromEntries(fields.flatMap((field) => fittingFields(field, answers[field.name])))
  const known = await jobOf(ctx, conversationId)
  if (known?.status !== 'open') {
    await createJob(ctx, { conversationId, fields: given, details: text }, 'quote')
    return
  }
  const missing = Object.entries(given).filter(([name]) => known.fields[name] === undefined)
  if (missing.length > 0) await patchJob(ctx, { id: known.id, fields: Object.fromEntries(missing) })
}

export const quoteTasks = [
  siteTask(quoteTask, {
    lane: 'work',
    retry: [1_000, minute, 10 * minute, 60 * minute],
    run: (ctx, { conversationId, ...quote }) => jobFromQuote(ctx, conversationId, quote),
  }),
]
