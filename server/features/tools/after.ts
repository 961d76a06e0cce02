import type { EventData } from '../../../shared/event.ts'
import type { ToolWhen } from '../../../shared/tool.ts'
import type { Context } from '../../core/context.ts'
import { valueAt } from '../../core/template.ts'
import { fittingChoices } from '../contacts/attributes.ts'
import { dataOf, runTools, type ToolData } from './before.ts'
import { extractFrom } from './extract.ts'
import { readEnabledTools, toDefinition } from './tools.ts'

/** What the tools that run after a chat found: results by tool, and details that become attributes. */
export type AfterChat = { data: ToolData; attributes: Record<string, string> }

type Completed = EventData<'conversation.completed'>

/**
 * Runs the tools of a finished conversation whose conditions hold: first those that read the chat, then those that call
 * other systems, which can use what the first found. No transaction may be open.
 */
export async function runAfter(ctx: Context, completed: Completed): Promise<AfterChat> {
  const tools = (await readEnabledTools(ctx)).filter((tool) => tool.runs_after && holds(tool.condition, completed))
  const found: AfterChat = { data: {}, attributes: {} }
  for (const tool of tools.filter(({ kind }) => kind === 'extract')) {
    const details = await extractFrom(ctx, toDefinition(tool), completed.transcript)
    if (!details || Object.keys(details).length === 0) continue
    found.data[tool.name] = details
    Object.assign(found.attributes, await fittingChoices(ctx, 'conversation', details))
  }
  const calls = tools.filter(({ kind }) => kind === 'http')
  if (calls.length === 0) return found
  const { conversationId, user, lead, data, attributes, ...more } = completed
  const values = {
    ...more,
    conversation: { id: conversationId },
    user,
    lead,
    data: { ...data, ...found.data },
    attributes: { ...attributes, ...found.attributes },
  }
  return { ...found, data: { ...found.data, ...dataOf(await runTools(ctx, calls, values)) } }
}

/** Whether any tool of the site runs after a chat. */
export const runsAfter = async (ctx: Context): Promise<boolean> =>
  (await readEnabledTools(ctx)).some((tool) => tool.runs_after)

/** Whether the data of the event has this value, or any. */
export function holds(when: ToolWhen | null, completed: Completed): boolean {
  if (when === null) return true
  const value = valueAt(completed, when.path)
  const values = (Array.isArray(value) ? value : [value]).filter(
    (one) => one !== undefined && one !== null && one !== '',
  )
  return when.in ? values.some((one) => when.in?.includes(String(one))) : values.length > 0
}
