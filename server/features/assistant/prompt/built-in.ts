import type { Context } from '../../../core/context.ts'
import { chooseBackend } from '../reply/choose.ts'
import { isModelError } from '../reply/failure.ts'
import { offeredActions } from '../reply/model-reply.ts'
import { actionList, instructions, paragraphs } from './instructions.ts'
import { timeText } from './prompt-text.ts'

/** Assumed for a model that was not checked yet: most support tools and have a large window. */
const unseen = { tools: true, contextTokens: Number.POSITIVE_INFINITY }

/**
 * The built-in part of the prompt, as it would be sent now. Lines in brackets stand for what differs between visitors.
 * Empty if the site's own AI backend writes the replies.
 */
export async function builtInText(ctx: Context): Promise<string> {
  const info = await modelInfo(ctx)
  if (!info) return ''
  const offered = offeredActions(ctx, info)
  const { settings, name: siteName } = ctx.site
  const protocol = info.tools ? 'tools' : 'text'
  return paragraphs(
    instructions({ settings, siteName, offered, protocol, brief: false }),
    '[The instructions of the business stand here.]',
    ctx.site.facts ? '<business>\n[The business details.]\n</business>' : '',
    info.tools ? `Functions:\n${actionList(offered)}` : '',
    '[With the latest message of the visitor:]',
    timeText(ctx.now(), settings.assistant.timezone),
    '<visitor>\n[What is known of the visitor, and the page that is open.]\n</visitor>',
    '<sources>\n[The passages of the knowledge base that were found for the question.]\n</sources>',
  )
}

/** Null if no model of ours writes for this site. A model that currently fails is reported by its health instead. */
async function modelInfo(ctx: Context): Promise<{ tools: boolean; contextTokens: number } | null> {
  const backend = await chooseBackend(ctx).catch((error: unknown) => {
    if (isModelError(error)) return { kind: 'quote' as const }
    throw error
  })
  if (backend.kind === 'connector') return null
  return backend.kind === 'model' ? backend.info : unseen
}
