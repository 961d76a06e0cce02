import { maxMessageCharacters } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import type { Phrases } from '../../../language/language.ts'
import type { ChatImage, ChatMessage } from '../../../outside/model.ts'
import { forModel, offeredTools, resultsOf } from '../../tools/offered.ts'
import { neuronsOf, spendNeuronsAlone } from '../../usage.ts'
import { droppedBy, guardFor, supportedPart } from '../guard/guarded.ts'
import { toolDefinitions } from '../prompt/action-format.ts'
import { buildPrompt, type Prompt, wordsOfVisitor } from '../prompt/prompt.ts'
import type { ActionName } from './actions.ts'
import type { Backend } from './choose.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import { isModelError, VainReply } from './failure.ts'
import type { ModelTurn } from './model-turn.ts'
import { imageTokens } from './photo.ts'
import { newRun, type ReplyRequest, type Run, runModel } from './run.ts'
import { runActions, type Taken } from './run-actions.ts'
import { sourcesOf } from './sources.ts'
import { assistantState } from './state.ts'
import type { ReplyOptions, Turn } from './turn.ts'

type ModelBackend = Extract<Backend, { kind: 'model' }>

/**
 * The maximum tokens of a reply, by the length that the site wants, and the additional tokens for actions and thinking.
 */
const replyTokens = { brief: 250, short: 400, medium: 800, long: 1600 }
const actionTokens = 300
const thinkingTokens = { off: 0, low: 1000, medium: 2000, high: 4000 }
const temperature = 0.2
const narrowWindow = 4096
const charactersPerToken = 3
const minReplyTokens = 256

/** Lets a model write the reply. Throws what `runModel` throws; tokens used until then are recorded in any case. */
export async function writeWithModel(
  ctx: Context,
  backend: ModelBackend,
  given: ModelTurn,
  options: ReplyOptions,
): Promise<Draft> {
  try {
    return await writeOnce(ctx, backend, given, options)
  } catch (error) {
    if (!isModelError(error) || error.kind !== 'long') throw error
    // The server counted more tokens than were estimated, or reads fewer than it said. Both were learned.
    return await writeOnce(ctx, { ...backend, info: await backend.model.info(backend.named) }, given, options)
  }
}

async function writeOnce(
  ctx: Context,
  { model, info, named }: ModelBackend,
  given: ModelTurn,
  options: ReplyOptions,
): Promise<Draft> {
  const offered = offeredActions(ctx, info)
  const tools = await offeredTools(ctx)
  const { maxTokens, think } = limitsOf(ctx, info, given.brief)
  const prompt = buildPrompt({
    ...given,
    prompt: ctx.site.prompt?.text ?? null,
    facts: ctx.site.facts,
    settings: ctx.site.settings,
    siteName: ctx.site.name,
    offered,
    tools: tools.map(forModel),
    protocol: info.tools ? 'tools' : 'text',
    now: ctx.now(),
    window: info.contextTokens,
    reserve: maxTokens,
    overhead: costOfTools(info, offered, tools) + (given.photo ? imageTokens : 0),
    scale: assistantState(ctx.services).scale.of(info.name),
  })
  const { estimated } = prompt
  const messages = given.photo ? withPhoto(prompt.messages, given.photo) : prompt.messages
  const run = newRun()
  const guard = guardFor(ctx, given, () => run.used.map(({ result }) => result))
  const asked: ReplyRequest = {
    model,
    info,
    named,
    messages,
    estimated,
    offered,
    tools,
    values: valuesFor(given.turn),
    settings: { maxTokens, temperature, think },
    guard,
  }
  const take = () =>
    runActions(run.called, offered, wordsOfVisitor(given.turn.history), guard ? supportedPart(guard) : undefined)
  const isEnough = () => {
    const { messages, handover, calendar } = take()
    return run.output.text !== '' || messages.length > 0 || handover !== undefined || calendar === true
  }
  try {
    await runModel(ctx, asked, run, options, isEnough)
    if (isEnough()) return draftOf(ctx, asked, run, prompt, take())
    const taken = take()
    substituteText(run, asked, taken, given.phrases, options)
    const draft = draftOf(ctx, asked, run, prompt, taken)
    // The question stayed open, because the whole answer to it was held back.
    return taken.contact ? draft : { ...draft, unanswered: taken.unanswered ?? '' }
  } catch (error) {
    if (options.signal.aborted) return { ...draftOf(ctx, asked, run, prompt, nothingTaken), interrupted: true }
    await recordLostCost(ctx, run)
    throw error
  }
}

/** The photo belongs to the visitor's message, which is the last. */
const withPhoto = (messages: ChatMessage[], photo: ChatImage): ChatMessage[] =>
  messages.map((message, at) => (at === messages.length - 1 ? { ...message, images: [photo] } : message))

/** The actions to offer. A model with a small context window has no room for optional ones. */
export function offeredActions(
  ctx: Context,
  { contextTokens }: Pick<ReplyRequest['info'], 'contextTokens'>,
): ActionName[] {
  const shown: ActionName[] = contextTokens < narrowWindow ? [] : ['show_form', 'show_links', 'show_card']
  const noted: ActionName[] = contextTokens < narrowWindow ? [] : ['note_unanswered']
  const saved: ActionName[] = ctx.site.settings.leads.enabled ? ['save_contact'] : []
  const booked: ActionName[] = ctx.site.settings.bookings.mode === 'picker' ? ['open_calendar'] : []
  return ['show_options', ...shown, ...saved, 'ask_for_person', ...booked, ...noted]
}

/** JSON has fewer tokens than its many punctuation marks suggest. A format is not part of the prompt. */
const costOfTools = (
  info: ReplyRequest['info'],
  offered: readonly ActionName[],
  tools: ReplyRequest['tools'],
): number =>
  info.tools
    ? Math.ceil(JSON.stringify([...toolDefinitions(offered), ...tools.map(forModel)]).length / charactersPerToken)
    : 0

/** What the placeholders of tools stand for in this conversation. The visitor and the model can change none of it. */
const valuesFor = ({ conversation, lead }: Turn): ReplyRequest['values'] => ({
  prechat: conversation.prechat,
  data: conversation.data,
  user: conversation.user,
  lead: lead && { ...lead.more, name: lead.name, email: lead.email, phone: lead.phone },
  conversation: { id: conversation.id },
})

/**
 * The share of the window reserved for a reply: at most a quarter, so that there is room for the prompt; half with
 * thinking.
 */
function limitsOf(ctx: Context, info: ReplyRequest['info'], brief: boolean) {
  const { assistant, behaviour } = ctx.site.settings
  const think = info.thinking && assistant.reasoning !== 'off'
  const wanted = replyTokens[brief ? 'brief' : behaviour.length] + actionTokens
  const words = Math.min(wanted, Math.max(minReplyTokens, Math.floor(info.contextTokens / 4)))
  const thinking = think ? Math.min(thinkingTokens[assistant.reasoning], Math.floor(info.contextTokens / 4)) : 0
  return { maxTokens: words + thinking, think }
}

/** Records the cost of a reply that nobody receives. If this fails, only the log shows it. */
async function recordLostCost(ctx: Context, { tokens }: Run): Promise<void> {
  try {
    await spendNeuronsAlone(ctx, neuronsOf(tokens.prompt + tokens.completion))
  } catch (err) {
    ctx.log.warn({ err }, 'could not record the cost of a failed reply')
  }
}

const nothingTaken: Taken = { messages: [], calls: [] }

function draftOf(ctx: Context, asked: ReplyRequest, run: Run, prompt: Prompt, taken: Taken): Draft {
  const { messages, calls, contact, handover, calendar, unanswered } = taken
  const { info, model, settings } = asked
  const { reason } = run.output
  const text = `${run.earlier}${run.output.text}`.slice(0, maxMessageCharacters)
  const data = resultsOf(run.used)
  const protocol = info.tools ? 'tools' : 'text'
  return {
    ...emptyDraft(model.provider),
    model: info.name,
    options: { ...settings, num_ctx: info.contextTokens, protocol, stop: reason },
    calls: [...run.used.map(({ call }) => call), ...calls],
    ...(Object.keys(data).length > 0 ? { data } : {}),
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
    ...(calendar ? { calendar } : {}),
    ...(asked.offered.includes('note_unanswered') ? { unanswered: unanswered ?? null } : {}),
  }
}

/**
 * The reply if a model twice called actions without text, or wrote nothing that may be shown: unsupported claims, an
 * image, a tag. Throws a VainReply if it neither wrote nor called anything.
 */
function substituteText(
  { output }: Run,
  { guard }: ReplyRequest,
  { contact, unanswered }: Taken,
  phrases: Phrases,
  options: ReplyOptions,
): void {
  const isHeldBack = output.written > 0 || (guard !== null && guard.heldBack.length > 0)
  if (!contact && !isHeldBack && unanswered === undefined) throw new VainReply('The model ended without a word.')
  output.text = contact ? phrases.gotForm : phrases.foundNothing
  options.open()
  options.text(output.text)
}
