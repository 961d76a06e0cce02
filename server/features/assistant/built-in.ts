import type { Context } from '../../core/context.ts'
import { isModelError } from './backend-fault.ts'
import { chooseBackend } from './choose.ts'
import { actionList, instructions, paragraphs } from './instructions.ts'
import { offeredActions } from './model-reply.ts'
import { momentText } from './prompt-text.ts'

/** What is told of a model that nobody has seen yet: most take tools and have a wide window. */
const unseen = { tools: true, contextTokens: Number.POSITIVE_INFINITY }

/**
 * Everything that a model is told beside the instructions of the business, as it would be told now; lines in brackets
 * stand for what differs from visitor to visitor. Empty where the site's own AI backend writes the replies.
 */
export async function builtInText(ctx: Context): Promise<string> {
  const info = await modelInfo(ctx)
  if (!info) return ''
  const offered = offeredActions(ctx, info)
  const { settings, name: siteName } = ctx.site
  const protocol = info.tools ? 'tools' : 'json'
  return paragraphs(
    instructions({ settings, siteName, offered, protocol, brief: false }),
    '[The instructions of the business stand here.]',
    ctx.site.facts ? '<business>\n[The business details.]\n</business>' : '',
    momentText(ctx.now(), settings.assistant.timezone),
    '<visitor>\n[What is known of the visitor, and the page that is open.]\n</visitor>',
    '<sources>\n[The passages of the knowledge base that were found for the question.]\n</sources>',
    info.tools ? `Functions:\n${actionList(offered)}` : '',
  )
}

/** Null: no model of ours writes for this site. That one does not answer now is told where its health is asked for. */
async function modelInfo(ctx: Context): Promise<{ tools: boolean; contextTokens: number } | null> {
  const backend = await chooseBackend(ctx).catch((error: unknown) => {
    if (isModelError(error)) return { kind: 'quote' as const }
    throw error
  })
  if (backend.kind === 'connector') return null
  return backend.kind === 'model' ? backend.info : unseen
}
