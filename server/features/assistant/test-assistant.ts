import type { TestAssistant, TestedAssistant } from '../../../shared/assistant-test.ts'
import type { Context } from '../../core/context.ts'
import { languageCode, languages } from '../../language/languages.ts'
import type { ModelFault } from '../../outside/model.ts'
import { inPart } from '../knowledge/documents.ts'
import { readSize } from '../knowledge/search.ts'
import { buildPrompt } from './prompt/prompt.ts'
import { askModel, type ModelBackend } from './reply/ask.ts'
import { type Backend, chooseBackend, modelOfSite } from './reply/choose.ts'
import { writeWithConnector } from './reply/connector-reply.ts'
import { isConnectorError, isModelError, VainReply } from './reply/failure.ts'
import { QueueFull } from './reply/fair-queue.ts'
import { noOutput } from './reply/model-stream.ts'
import { quote } from './reply/quote.ts'
import { retrieve } from './reply/retrieve.ts'
import { assistantState } from './reply/state.ts'
import { turnOf } from './test-chat.ts'

type Came = Pick<TestedAssistant, 'ok' | 'model' | 'reply' | 'usage'>

const maxTokens = 300
const temperature = 0.2
const usualQuestion = 'Say in one short sentence whom you work for.'

/**
 * Tests one part of the assistant with the prompt and search that visitors get. Nothing is recorded: no conversation,
 * no trace, no cost. A failure is reported with advice.
 */
export async function testAssistant(ctx: Context, { part, question }: TestAssistant): Promise<TestedAssistant> {
  const begun = performance.now()
  const { outside, config, database } = ctx.services
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
    // Visitors get the deployment's model instead. The test says what is wrong.
    const fault = backend.named === modelOfSite(ctx) ? undefined : assistantState(ctx.services).faults.get(ctx.site.id)
    if (fault) return failed(`${fault.message} ${advice.absent}`)
    return await tryOwn(ctx, backend, question)
  } catch (error) {
    ctx.signal.throwIfAborted()
    return failed(adviceFor(error))
  }
}

const withoutModel = async (ctx: Context): Promise<string> =>
  `No model is set up. ${await ctx.services.outside.models.sentence()} Start Ollama, or name a model server under \`ai\` in the configuration.`

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
    scale: assistantState(ctx.services).scale.of(info.name),
  })
  const output = noOutput()
  await askModel(ctx, backend, { messages, maxTokens, temperature, behind: true }, output)
  if (output.text === '') throw new VainReply('The model ended without a word.')
  return { ok: true, model: info.name, reply: output.text, usage: output.usage }
}

const advice: Record<ModelFault, string> = {
  absent: 'Check that the model server is running, that the URL under `ai` is correct and that it has the model.',
  slow: 'Check whether the model server is busy with other work; a smaller model responds faster.',
  silent: 'Check whether the model server is busy with other work; a smaller model responds faster.',
  out: 'Check whether the model server is busy with other work; a smaller model responds faster.',
  busy: 'Try again in a moment.',
  loading: 'Try again when it has loaded its model.',
  long: 'Shorten the instructions, or use a model with a larger context window.',
  refused: 'Check the key and the model name under `ai`.',
  broken: 'Check the log of the model server.',
  stopped: 'Check the log of the model server.',
  aborted: 'Try again.',
}

/** What went wrong, and what to do about it. Rethrows errors that are not a backend's. */
function adviceFor(error: unknown): string {
  if (isModelError(error)) return `${error.message} ${advice[error.kind]}`
  if (isConnectorError(error)) return `${error.message} Check the log of your AI backend.`
  if (error instanceof VainReply) return `${error.message} Try another model.`
  if (error instanceof QueueFull) return `${error.message} ${advice.busy}`
  throw error
}

async function tryKnowledge(ctx: Context, question: string | undefined): Promise<Came> {
  const { size } = await readSize({ sql: ctx.sql, site: ctx.site.id })
  if (size.passages === 0) return failed('Nothing was learned yet. Crawl the website or add a manual entry.')
  const language = languageCode(ctx.site.settings.assistant.locale)
  const asked = question ?? (await firstTitle(ctx))
  const { quotable } = await retrieve(ctx, chatWith(ctx, asked))
  const { pieces } = await quote(ctx, quotable, { question: asked, language })
  const reply = pieces.join('')
  if (reply === '' && question === undefined)
    return failed(`The search found nothing for the title “${asked}” of learned content. Crawl the website again.`)
  return { ok: true, model: '', reply: reply || languages[language].phrases.foundNothing, usage: null }
}

/** The title of the longest document, which the search must find. */
async function firstTitle({ sql, site }: Context): Promise<string> {
  const [row] = await sql<{ title: string }[]>`
    select title from documents where site = ${site.id} and content_hash <> ${inPart} order by passages desc, id limit 1`
  return row?.title ?? ''
}

const chatWith = (ctx: Context, question: string) => turnOf(ctx, [{ role: 'user', text: question }])
