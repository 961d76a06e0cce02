import type { Context } from '../../core/context.ts'
import { toolDefinitions } from './action-format.ts'
import type { ActionName } from './actions.ts'
import { VainReply } from './backend-fault.ts'
import type { Backend } from './choose.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import { droppedBy, guardFor, supportedPart } from './guarded.ts'
import type { ModelTurn } from './model-turn.ts'
import type { Phrases } from './phrases.ts'
import { buildPrompt, type Prompt } from './prompt.ts'
import { wordsOfVisitor } from './prompt-history.ts'
import { type Asked, newRun, type Run, runModel } from './run.ts'
import { sourcesOf } from './sources.ts'
import { assistantState } from './state.ts'
import { type Taken, takeActions } from './take-actions.ts'
import type { ReplyOptions } from './turn.ts'
import { neuronsOf, spendNeuronsAlone } from './usage.ts'

type ModelBackend = Extract<Backend, { kind: 'model' }>

/** The most tokens of a reply by the length that the site wants, and what actions and thinking may take beside it. */
const replyTokens = { brief: 250, short: 400, medium: 800, long: 1600 }
const actionTokens = 300
const thinkingTokens = { off: 0, low: 1000, medium: 2000, high: 4000 }
const temperature = 0.2
const narrowWindow = 4096
const charactersPerToken = 3
const leastReply = 256

/** Has a model write the reply. Throws what `runModel` throws; what was read and written until then is spent all the same. */
export async function writeWithModel(
  ctx: Context,
  { model, info }: ModelBackend,
  given: ModelTurn,
  options: ReplyOptions,
): Promise<Draft> {
  const offered = offeredActions(ctx, info)
  const { maxTokens, think } = limitsOf(ctx, info, given.brief)
  const prompt = buildPrompt({
    ...given,
    prompt: ctx.site.prompt?.text ?? null,
    facts: ctx.site.facts,
    settings: ctx.site.settings,
    siteName: ctx.site.name,
    offered,
    protocol: info.tools ? 'tools' : 'json',
    now: ctx.now(),
    window: info.contextTokens,
    reserve: maxTokens,
    overhead: costOfTools(info, offered),
    scale: assistantState(ctx.parts).scale.of(info.name),
  })
  const { messages, estimated } = prompt
  const guard = guardFor(ctx, given)
  const asked: Asked = { model, info, messages, estimated, offered, settings: { maxTokens, temperature, think }, guard }
  const run = newRun()
  const take = () =>
    takeActions(run.called, offered, wordsOfVisitor(given.turn.history), guard ? supportedPart(guard) : undefined)
  const isEnough = () => run.spoken.text !== '' || take().messages.length > 0 || take().handover !== undefined
  try {
    await runModel(ctx, asked, run, options, isEnough)
    if (isEnough()) return draftOf(ctx, asked, run, prompt, take())
    const taken = take()
    sayInstead(run, asked, taken, given.phrases, options)
    const draft = draftOf(ctx, asked, run, prompt, taken)
    // Nobody else knows that the question stayed open: what was written in answer to it was all held back.
    return taken.contact ? draft : { ...draft, unanswered: taken.unanswered ?? '' }
  } catch (error) {
    if (options.signal.aborted) return { ...draftOf(ctx, asked, run, prompt, nothingTaken), interrupted: true }
    await spendLost(ctx, run)
    throw error
  }
}

/** A narrow window has no room for what may be shown beside words. */
export function offeredActions(ctx: Context, { contextTokens }: Pick<Asked['info'], 'contextTokens'>): ActionName[] {
  const shown: ActionName[] = contextTokens < narrowWindow ? [] : ['show_form', 'show_links', 'show_card']
  const noted: ActionName[] = contextTokens < narrowWindow ? [] : ['note_unanswered']
  const saved: ActionName[] = ctx.site.settings.leads.enabled ? ['save_contact'] : []
  return ['show_options', ...shown, ...saved, 'ask_for_person', ...noted]
}

/** JSON has fewer tokens than its many signs let expect. A format is not part of the prompt. */
const costOfTools = (info: Asked['info'], offered: readonly ActionName[]): number =>
  info.tools ? Math.ceil(JSON.stringify(toolDefinitions(offered)).length / charactersPerToken) : 0

/** What a reply may take of the window: no more than a quarter, so that there is room to read; with thinking, half. */
function limitsOf(ctx: Context, info: Asked['info'], brief: boolean) {
  const { assistant, behaviour } = ctx.site.settings
  const think = info.thinking && assistant.reasoning !== 'off'
  const wanted = replyTokens[brief ? 'brief' : behaviour.length] + actionTokens
  const words = Math.min(wanted, Math.max(leastReply, Math.floor(info.contextTokens / 4)))
  const thinking = think ? Math.min(thinkingTokens[assistant.reasoning], Math.floor(info.contextTokens / 4)) : 0
  return { maxTokens: words + thinking, think }
}

/** Counts what a reply cost that nobody gets. That it cannot be counted is no reason to fail otherwise. */
async function spendLost(ctx: Context, { tokens }: Run): Promise<void> {
  try {
    await spendNeuronsAlone(ctx, neuronsOf(tokens.prompt + tokens.completion))
  } catch (err) {
    ctx.log.warn({ err }, 'what a failed reply cost could not be counted')
  }
}

const nothingTaken: Taken = { messages: [], calls: [] }

function draftOf(ctx: Context, asked: Asked, run: Run, prompt: Prompt, taken: Taken): Draft {
  const { messages, calls, contact, handover, unanswered } = taken
  const { info, model, settings } = asked
  const { text, reason } = run.spoken
  const protocol = info.tools ? 'tools' : 'json'
  return {
    ...emptyDraft(model.provider),
    model: info.name,
    options: { ...settings, num_ctx: info.contextTokens, protocol, stop: reason },
    calls,
    promptVersion: ctx.site.prompt?.version ?? null,
    leftOut: prompt.leftOut,
    dropped: droppedBy(asked.guard),
    messages: [...(text === '' ? [] : [textMessage(text)]), ...messages],
    sources: sourcesOf(text, prompt.used),
    used: new Set(prompt.used.map(({ id }) => id)),
    tokens: { ...run.tokens, window: info.contextTokens },
    ms: run.ms,
    ...(contact ? { lead: contact } : {}),
    ...(handover ? { handover } : {}),
    ...(asked.offered.includes('note_unanswered') ? { unanswered: unanswered ?? null } : {}),
  }
}

/**
 * Speaks for a model that twice did something and said nothing, or nothing that may be shown: no source supports it, or it
 * is an image or a tag alone. Throws a VainReply where the model neither wrote nor did anything.
 */
function sayInstead(
  { spoken }: Run,
  { guard }: Asked,
  { contact, unanswered }: Taken,
  phrases: Phrases,
  options: ReplyOptions,
): void {
  const isHeldBack = spoken.written > 0 || (guard !== null && guard.heldBack.length > 0)
  if (!contact && !isHeldBack && unanswered === undefined) throw new VainReply('The model ended without a word.')
  spoken.text = contact ? phrases.gotForm : phrases.foundNothing
  options.open()
  options.text(spoken.text)
}
