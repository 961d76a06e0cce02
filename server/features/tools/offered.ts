import { cut } from '../../../shared/text.ts'
import type { TraceCall } from '../../../shared/trace.ts'
import type { Context } from '../../core/context.ts'
import { errorFields, type Failure, failure } from '../../core/failure.ts'
import { placeholdersIn } from '../../core/template.ts'
import type { ToolDefinition as ModelTool, ToolCall } from '../../outside/model.ts'
import { asData } from '../assistant/prompt/prompt-text.ts'
import { recordOutcome, type ToolData } from './before.ts'
import { callTool, type ToolOutcome, type ToolValues } from './call.ts'
import { readEnabledTools, type ToolRow, toDefinition } from './tools.ts'

/** The tools that the assistant may use: the prompt names them. Without placeholders in the prompt, nothing is read. */
export async function offeredTools(ctx: Context): Promise<ToolRow[]> {
  const names = new Set(placeholdersIn(ctx.site.prompt?.text ?? '').map((path) => path.split('.', 1)[0]))
  for (const ours of ['user', 'lead', 'prechat']) names.delete(ours)
  if (names.size === 0) return []
  const tools = await readEnabledTools(ctx)
  return tools.filter(({ name, kind }) => kind === 'http' && names.has(name))
}

/** A tool for a model. What it fills in is text. */
export const forModel = ({ name, description, parameters }: ToolRow): ModelTool => ({
  name,
  description,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description }) => [name, { type: 'string', ...(description && { description }) }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  },
})

/**
 * A call of the assistant with what came of it. `text` is what the model reads; `recorded` resolves when its owner can
 * see how it went.
 */
export type Used = {
  name: string
  ok: boolean
  text: string
  result: unknown
  call: TraceCall
  recorded: Promise<void>
}

const maxArgument = 1_000
const maxShownResult = 400

/** Calls the tools that a model asked for, all at once. A failure is something that the model is told. */
export async function callTools(
  ctx: Context,
  tools: readonly ToolRow[],
  calls: readonly ToolCall[],
  values: Omit<ToolValues, 'args'>,
  signal: AbortSignal,
): Promise<Used[]> {
  return await Promise.all(calls.map((call) => callOne(ctx, tools, call, values, signal)))
}

async function callOne(
  ctx: Context,
  tools: readonly ToolRow[],
  { name, arguments: given }: ToolCall,
  values: Omit<ToolValues, 'args'>,
  signal: AbortSignal,
): Promise<Used> {
  const tool = tools.find((one) => one.name === name) as ToolRow
  const args = argumentsOf(tool, given)
  const missing = tool.parameters.find((one) => one.required && !args[one.name])
  if (missing) {
    const failed = failure('argument_missing', `${missing.name} is missing.`, { name: missing.name })
    const text = `Not called: ${failed.message} Ask the visitor for it.`
    return {
      name,
      ok: false,
      text,
      result: null,
      call: { ...traceCall(name, args), ok: false, result: null, ...whyOf(failed), ms: 0 },
      recorded: Promise.resolve(),
    }
  }
  const outcome = await callTool(ctx, toDefinition(tool), { ...values, args, site: { id: ctx.site.id } }, signal)
  // The model need not wait until it is stored.
  const recorded = recordOutcome(ctx, tool, outcome)
  const { ok, result, ms, failed, request } = outcome
  const shown = ok ? shownResult(result) : null
  const call = { ...traceCall(name, args), ok, result: shown, ...whyOf(failed), ms, request }
  return { name, ok, text: textFor(outcome), result, call, recorded }
}

/** Only declared arguments, as text of bounded length. A model may send numbers, or more than it was asked for. */
function argumentsOf({ parameters }: ToolRow, given: Record<string, unknown>): Record<string, string> {
  const known = parameters.map(({ name }): [string, string] => {
    const value = Object.hasOwn(given, name) ? given[name] : ''
    const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value)
    return [name, cut(text.replaceAll('\0', ''), maxArgument).trim()]
  })
  return Object.fromEntries(known.filter(([, value]) => value !== '' && value !== '""'))
}

const traceCall = (name: string, args: Record<string, string>) => ({ name, kind: 'tool' as const, arguments: args })

/** Traces are many: one of a call that succeeded has no reason. */
const whyOf = (failed: Failure | undefined) => (failed ? errorFields(failed) : { error: null })

const shownResult = (result: unknown) => cut(asText(result), maxShownResult)
const asText = (result: unknown) => (typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null'))

/** The result in delimiters that nothing in it can close, or what the model should do without it. */
function textFor({ ok, result, truncated }: ToolOutcome): string {
  if (!ok) return 'It failed. Tell the visitor that you cannot look it up right now, and help without it.'
  return `<result>\n${asData(asText(result))}${truncated ? '…' : ''}\n</result>`
}

/** The results of the calls that succeeded, by tool. */
export const resultsOf = (used: readonly Used[]): ToolData =>
  Object.fromEntries(used.filter(({ ok }) => ok).map(({ name, result }) => [name, result]))
