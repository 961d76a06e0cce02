import type { TestAssistant, TestedAssistant } from '../../../shared/assistant-test.ts'
import type { Context } from '../../core/context.ts'
import type { ModelFault } from '../../outside/model.ts'
import { inPart } from '../knowledge/documents.ts'
import { readSize } from '../knowledge/search.ts'
import { askModel, type ModelBackend } from './ask.ts'
import { isConnectorError, isModelError, VainReply } from './backend-fault.ts'
import { type Backend, chooseBackend } from './choose.ts'
import { writeWithConnector } from './connector-reply.ts'
import { QueueFull } from './fair-queue.ts'
import { nothingSpoken } from './model-stream.ts'
import { languageFor, languages } from './phrases.ts'
import { buildPrompt } from './prompt.ts'
import { quote } from './quote.ts'
import { retrieve } from './retrieve.ts'
import { assistantState } from './state.ts'
import { turnOf } from './tried-chat.ts'

type Came = Pick<TestedAssistant, 'ok' | 'model' | 'reply' | 'usage'>

const maxTokens = 300
const temperature = 0.2
const usualQuestion = 'Say in one short sentence whom you work for.'

/**
 * Tries one part of what writes replies, with the prompt and the search that visitors get. Nothing is recorded: no
 * conversation, no trace, no cost. What fails is told as something to do about it.
 */
export async function testAssistant(ctx: Context, { part, question }: TestAssistant): Promise<TestedAssistant> {
  const begun = performance.now()
  const { outside, config, database } = ctx.parts
  const came = part === 'model' ? await tryModel(ctx, question ?? usualQuestion) : await tryKnowledge(ctx, question)
  const described = outside.models.describe()
  const embedModel = described?.knowledge ?? config.ai.embedModel ?? 'keywords'
  return {
    provider: ctx.site.connector === 'assistant' ? providerOf(described?.provider) : 'http',
    knowledge: database.vectors ? embedModel : 'keywords',
    part,
    ...came,
    ms: Math.round(performance.now() - begun),
  }
}

const providerOf = (name = ''): TestedAssistant['provider'] => (name === 'ollama' || name === 'openai' ? name : 'none')

const failed = (reply: string): Came => ({ ok: false, model: '', reply, usage: null })

async function tryModel(ctx: Context, question: string): Promise<Came> {
  try {
    const backend = await chooseBackend(ctx)
    if (backend.kind === 'quote') return failed(await withoutModel(ctx))
    if (backend.kind === 'connector') return await tryConnector(ctx, backend, question)
    return await tryOwn(ctx, backend, question)
  } catch (error) {
    ctx.signal.throwIfAborted()
    return failed(toDo(error))
  }
}

const withoutModel = async (ctx: Context): Promise<string> =>
  `No model is set up. ${await ctx.parts.outside.models.sentence()} Start Ollama, or name a model server under \`ai\` in the configuration.`

async function tryConnector(ctx: Context, { target }: Extract<Backend, { kind: 'connector' }>, question: string) {
  const options = { open() {}, text() {}, signal: ctx.signal }
  const { messages, tokens } = await writeWithConnector(ctx, target, chatWith(ctx, question), options)
  const text = messages.find((message) => message.text !== undefined)?.text
  const usage = tokens.prompt + tokens.completion > 0 ? { input: tokens.prompt, output: tokens.completion } : null
  const reply = text ?? `It answered without text, with ${messages.length} messages.`
  return { ok: true, model: '', reply, usage }
}

async function tryOwn(ctx: Context, backend: ModelBackend, question: string): Promise<Came> {
  const { info } = backend
  const { messages } = buildPrompt({
    turn: chatWith(ctx, question),
    passages: [],
    prompt: ctx.site.prompt?.text ?? null,
    facts: ctx.site.facts,
    settings: ctx.site.settings,
    siteName: ctx.site.name,
    offered: [],
    protocol: 'none',
    brief: true,
    now: ctx.now(),
    window: info.contextTokens,
    reserve: maxTokens,
    overhead: 0,
    scale: assistantState(ctx.parts).scale.of(info.name),
  })
  const spoken = nothingSpoken()
  await askModel(ctx, backend, { messages, maxTokens, temperature }, spoken)
  if (spoken.text === '') throw new VainReply('The model ended without a word.')
  return { ok: true, model: info.name, reply: spoken.text, usage: spoken.usage }
}

const advice: Record<ModelFault, string> = {
  absent: 'Check that its server runs, that the address under `ai` is right and that the model is there.',
  slow: 'Check whether its server is busy with something else; a smaller model answers sooner.',
  silent: 'Check whether its server is busy with something else; a smaller model answers sooner.',
  out: 'Check whether its server is busy with something else; a smaller model answers sooner.',
  busy: 'Try again in a moment.',
  refused: 'Check the key and the name of the model under `ai`.',
  broken: 'Look into the log of its server.',
  stopped: 'Look into the log of its server.',
  aborted: 'Try again.',
}

/** What went wrong, and what to do about it. Throws what is no fault of a backend. */
function toDo(error: unknown): string {
  if (isModelError(error)) return `${error.message} ${advice[error.kind]}`
  if (isConnectorError(error)) return `${error.message} Look into the log of your AI backend.`
  if (error instanceof VainReply) return `${error.message} Try another model.`
  if (error instanceof QueueFull) return `${error.message} ${advice.busy}`
  throw error
}

async function tryKnowledge(ctx: Context, question: string | undefined): Promise<Came> {
  const { size } = await readSize({ sql: ctx.sql, site: ctx.site.id })
  if (size.passages === 0) return failed('Nothing was learned yet. Learn the website, or write an entry by hand.')
  const language = languageFor(ctx.site.settings.assistant.locale)
  const asked = question ?? (await firstTitle(ctx))
  const { quotable } = await retrieve(ctx, chatWith(ctx, asked))
  const { pieces } = await quote(ctx, quotable, { question: asked, language })
  const reply = pieces.join('')
  if (reply === '' && question === undefined)
    return failed(`Nothing was found for the title “${asked}” of what was learned. Learn the website anew.`)
  return { ok: true, model: '', reply: reply || languages[language].foundNothing, usage: null }
}

/** The title of what most was learned from: it has to be found. */
async function firstTitle({ sql, site }: Context): Promise<string> {
  const [row] = await sql<{ title: string }[]>`
    select title from documents where site = ${site.id} and content_hash <> ${inPart} order by passages desc, id limit 1`
  return row?.title ?? ''
}

const chatWith = (ctx: Context, question: string) => turnOf(ctx, [{ role: 'user', text: question }])
