import type { Context } from '../../core/context.ts'
import { answerWithoutBudget } from './budget.ts'
import { type Backend, chooseBackend, isOutage, mayQuoteInstead } from './choose.ts'
import { writeWithConnector } from './connector-reply.ts'
import { detailsWritten } from './contact-details.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { toRefusal } from './failure.ts'
import { type Finished, withHandover } from './handover.ts'
import { writeWithModel } from './model-reply.ts'
import { type LanguageCode, languageFor, languages } from './phrases.ts'
import { answerAside, quotePassages } from './quote.ts'
import { type Found, nothingSearched, retrieve } from './retrieve.ts'
import { assistantState } from './state.ts'
import { traceOf } from './trace.ts'
import type { ReplyOptions, Turn, Written } from './turn.ts'
import { readUnanswered } from './unanswered.ts'
import { type BudgetState, neuronsOf, readBudget } from './usage.ts'

export type { Turn, Written } from './turn.ts'

type Work = { ctx: Context; turn: Turn; language: LanguageCode; options: ReplyOptions }
type Reply = { draft: Draft; found: Found }

/**
 * Writes the reply to the last message of `turn.history`: by the site's own AI backend, by the model, or by quoting the
 * best passages. No transaction may be open. An abort ends it with what was written so far. What it cost is for the caller
 * to spend. Throws a 502 `connector_error` with a sentence for the visitor where the backend failed; then nothing of the
 * reply is to be kept.
 */
export async function writeReply(ctx: Context, turn: Turn, options: ReplyOptions): Promise<Written> {
  const begun = performance.now()
  const language = languageFor(turn.conversation.locale, ctx.site.settings.assistant.locale)
  try {
    const work: Work = { ctx, turn, language, options: openedOnce(options) }
    const { draft, found } = await reply(work)
    const whole = await withHandover(ctx, turn, draft, work.options)
    const unanswered = await readUnanswered(ctx, turn, draft, found, language)
    return { ...written(ctx, turn, whole, found, performance.now() - begun), ...(unanswered ? { unanswered } : {}) }
  } catch (error) {
    if (options.signal.aborted) {
      const draft = { ...emptyDraft('none'), interrupted: true }
      return written(ctx, turn, draft, nothingSearched, performance.now() - begun)
    }
    throw toRefusal(ctx, error, languages[language])
  }
}

async function reply(work: Work): Promise<Reply> {
  const { ctx, turn, language, options } = work
  const backend = await chooseBackend(ctx)
  if (backend.kind === 'connector') return await replyWithConnector(work, backend)
  const aside = backend.kind === 'quote' ? answerAside(ctx, turn, language, options) : undefined
  if (aside) return { draft: aside, found: nothingSearched }
  const [found, budget] = await Promise.all([
    retrieve(ctx, turn),
    backend.kind === 'quote' ? ('ok' as const) : readBudget(ctx),
  ])
  options.signal.throwIfAborted()
  return { draft: await draftFrom(work, backend, found, budget), found }
}

/** A backend that says nothing leaves the visitor with a sentence of ours: silence looks like a fault. */
async function replyWithConnector(
  { ctx, turn, language, options }: Work,
  { target }: Extract<Backend, { kind: 'connector' }>,
) {
  const draft = await writeWithConnector(ctx, target, turn, options)
  assistantState(ctx.parts).faults.delete(ctx.site.id)
  const isSilent = draft.messages.length === 0 && !draft.handover && !draft.interrupted
  const notice = { type: 'notice', tone: 'info', text: languages[language].noAnswer } as const
  return { draft: isSilent ? { ...draft, messages: [notice] } : draft, found: nothingSearched }
}

async function draftFrom(
  work: Work,
  backend: Exclude<Backend, { kind: 'connector' }>,
  found: Found,
  budget: BudgetState,
) {
  const { ctx, turn, language, options } = work
  const asked = { question: found.query, language }
  const quoted = (outage = false) => quotePassages(ctx, turn, found.quotable, { ...asked, outage }, options)
  if (backend.kind === 'quote') return await quoted(backend.outage)
  if (budget === 'exhausted') return await answerWithoutBudget(ctx, turn, found.quotable, asked, options)
  const { passages } = found
  const phrases = languages[language]
  try {
    const draft = await writeWithModel(ctx, backend, { turn, passages, brief: budget === 'warning', phrases }, options)
    options.open()
    assistantState(ctx.parts).faults.delete(ctx.site.id)
    return draft
  } catch (error) {
    // The model server went away between two looks at it.
    if (mayQuoteInstead(ctx, error)) return await quoted()
    if (isOutage(error)) {
      ctx.log.warn({ err: error, site: ctx.site.id }, 'passages are quoted instead of a reply')
      return await quoted(true)
    }
    throw error
  }
}

/** The caller is told once that the reply is a stream from here on. */
function openedOnce(options: ReplyOptions): ReplyOptions {
  let isOpen = false
  return {
    ...options,
    open() {
      if (!isOpen) options.open()
      isOpen = true
    },
  }
}

function written(ctx: Context, turn: Turn, draft: Finished, found: Found, total: number): Written {
  const { prompt, completion } = draft.tokens
  const neurons = neuronsOf(prompt + completion + found.tokens)
  const lead = draft.interrupted || !ctx.site.settings.leads.enabled ? {} : leadOf(turn, draft)
  return {
    messages: draft.messages,
    sources: draft.sources,
    trace: traceOf(ctx, turn, draft, found, { neurons, total }),
    neurons,
    ...lead,
    ...(draft.handover ? { handover: draft.handover } : {}),
    interrupted: draft.interrupted,
  }
}

/** What the visitor just wrote of themselves, as far as it is news, and what the assistant made of it. */
function leadOf(turn: Turn, draft: Finished): Pick<Written, 'lead' | 'leadSource'> {
  const typed: Details = (draft.provider !== 'http' && detailsWritten(turn)) || {}
  const details = Object.entries({ ...typed, ...draft.lead }) as [keyof Details, string][]
  const news = details.filter(([name, value]) => value && turn.lead?.[name] !== value)
  if (news.length === 0) return {}
  const isTyped = news.every(([name, value]) => typed[name] === value)
  return { lead: Object.fromEntries(news), leadSource: isTyped ? 'chat' : 'ai' }
}

type Details = NonNullable<Written['lead']>
