import { contactFields } from '../../../../shared/lead.ts'
import type { Context } from '../../../core/context.ts'
import { asksForAppointment } from '../../../language/appointment-wish.ts'
import { emailsIn, isDialled, phonesIn } from '../../../language/contacts.ts'
import { type LanguageCode, languageCode, languages } from '../../../language/languages.ts'
import { asksForPerson } from '../../../language/person-wish.ts'
import type { ChatImage } from '../../../outside/model.ts'
import { type BudgetState, neuronsOf, readBudget } from '../../usage.ts'
import { answerWithoutBudget } from './budget.ts'
import { type Backend, chooseBackend, isOutage, mayQuoteInstead, modelOfSite } from './choose.ts'
import { writeWithConnector } from './connector-reply.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import { toReplyError } from './failure.ts'
import { type Finished, withHandover } from './handover.ts'
import { writeWithModel } from './model-reply.ts'
import { offerBooking, withCalendar } from './offer-booking.ts'
import { isOnlyFile, isPhotoToSee, readPhoto, visionModelOf } from './photo.ts'
import { answerSmallTalk, quotePassages } from './quote.ts'
import { type Found, nothingSearched, retrieve } from './retrieve.ts'
import { assistantState } from './state.ts'
import { traceOf } from './trace.ts'
import type { ReplyOptions, Turn, Written } from './turn.ts'
import { readUnanswered } from './unanswered.ts'

export type { Turn, Written } from './turn.ts'

type Work = {
  ctx: Context
  turn: Turn
  language: LanguageCode
  options: ReplyOptions
  /** The photo of the visitor's message, if the model sees it. */
  photo?: ChatImage | undefined
}
type Reply = { draft: Draft; found: Found }

/**
 * Writes the reply to the last message of `turn.history`: by the site's own AI backend, by the model, or by quoting the
 * best passages. No transaction may be open. An abort ends it with the text so far. The caller records its cost. If the
 * backend fails, it throws a 502 `connector_error` with a sentence for the visitor; nothing of the reply is stored
 * then.
 */
export async function writeReply(ctx: Context, turn: Turn, options: ReplyOptions): Promise<Written> {
  const begun = performance.now()
  const language = languageCode(turn.conversation.locale, ctx.site.settings.assistant.locale)
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
    throw toReplyError(ctx, error, languages[language].phrases)
  }
}

async function reply(work: Work): Promise<Reply> {
  const { ctx, turn, language, options } = work
  const asked = turn.history.at(-1)
  const backend = await chooseBackend(ctx, isPhotoToSee(ctx, asked) ? visionModelOf(ctx) : undefined)
  if (backend.kind === 'connector') return await replyWithConnector(work, backend)
  const words = asked?.type === 'text' && asked.payload === null ? (asked.text ?? '') : ''
  if (asksForPerson(words)) return { draft: forPerson(words), found: nothingSearched }
  const offered = asksForAppointment(words) ? await bookingFor(work, backend) : undefined
  if (offered) return { draft: offered, found: nothingSearched }
  const photo = backend.kind === 'model' ? await readPhoto(ctx, asked, backend.info) : undefined
  if (isOnlyFile(asked) && !photo) return { draft: keptFile(work), found: nothingSearched }
  const aside = backend.kind === 'quote' ? answerSmallTalk(ctx, turn, language, options) : undefined
  if (aside) return { draft: aside, found: nothingSearched }
  const [found, budget] = await Promise.all([
    isOnlyFile(asked) ? nothingSearched : retrieve(ctx, turn),
    backend.kind === 'quote' ? ('ok' as const) : readBudget(ctx),
  ])
  options.signal.throwIfAborted()
  return { draft: await draftFrom({ ...work, photo }, backend, found, budget), found }
}

/** A visitor who asks for a person in words gets one as by the button, whether or not a model would understand. */
const forPerson = (text: string): Draft => ({
  ...emptyDraft('none'),
  handover: { reason: text.slice(0, maxReason).toWellFormed() },
})
const maxReason = 500

function bookingFor({ ctx, turn, language, options }: Work, { kind }: Backend): Promise<Draft | undefined> {
  const { locale } = turn.conversation
  return offerBooking(ctx, { code: language, locale, hasModel: kind === 'model' }, options)
}

/** A file without a word that the assistant cannot look into is kept for the team. */
function keptFile({ language, options }: Work): Draft {
  const text = languages[language].handover.fileKept
  options.open()
  options.text(text)
  return { ...emptyDraft('none'), messages: [textMessage(text)] }
}

/** A backend that returns nothing leaves the visitor with our own sentence, because silence looks like an error. */
async function replyWithConnector(
  { ctx, turn, language, options }: Work,
  { target }: Extract<Backend, { kind: 'connector' }>,
) {
  const draft = await writeWithConnector(ctx, target, turn, options)
  assistantState(ctx.services).faults.delete(ctx.site.id)
  const isSilent = draft.messages.length === 0 && !draft.handover && !draft.interrupted
  const notice = { type: 'notice', tone: 'info', text: languages[language].phrases.noAnswer } as const
  return { draft: isSilent ? { ...draft, messages: [notice] } : draft, found: nothingSearched }
}

async function draftFrom(
  work: Work,
  backend: Exclude<Backend, { kind: 'connector' }>,
  found: Found,
  budget: BudgetState,
) {
  const { ctx, turn, language, options, photo } = work
  const asked = { question: found.query, language }
  const quoted = (outage = false) => quotePassages(ctx, turn, found.quotable, { ...asked, outage }, options)
  if (backend.kind === 'quote') return await quoted(backend.outage)
  if (budget === 'exhausted') return await answerWithoutBudget(ctx, turn, found.quotable, asked, options)
  const { passages } = found
  const phrases = languages[language].phrases
  try {
    const draft = await writeWithModel(
      ctx,
      backend,
      { turn, passages, brief: budget === 'warning', phrases, photo },
      options,
    )
    options.open()
    const isReplaced = backend.named === undefined && modelOfSite(ctx) !== undefined
    if (!isReplaced) assistantState(ctx.services).faults.delete(ctx.site.id)
    return await withCalendar(ctx, { code: language, locale: turn.conversation.locale }, draft)
  } catch (error) {
    // The model server failed after the last check.
    if (mayQuoteInstead(ctx, error)) return await quoted()
    if (isOutage(error)) {
      ctx.log.warn({ err: error, site: ctx.site.id }, 'the reply failed; quoting passages instead')
      return await quoted(true)
    }
    throw error
  }
}

/** Notifies the caller once that the reply is a stream from here on. */
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
    ...(draft.data ? { data: draft.data } : {}),
    ...(draft.handover ? { handover: draft.handover } : {}),
    interrupted: draft.interrupted,
  }
}

/** New details in the visitor's message, and those that the assistant found. */
function leadOf(turn: Turn, draft: Finished): Pick<Written, 'lead' | 'leadSource'> {
  const typed: Details = (draft.provider !== 'http' && detailsWritten(turn)) || {}
  const details = Object.entries({ ...typed, ...draft.lead }) as [keyof Details, string][]
  const news = details.filter(([name, value]) => value && turn.lead?.[name] !== value)
  if (news.length === 0) return {}
  const isTyped = news.every(([name, value]) => typed[name] === value)
  return { lead: Object.fromEntries(news), leadSource: isTyped ? 'chat' : 'ai' }
}

type Details = NonNullable<Written['lead']>

/** An email address or a telephone number that the visitor just wrote. */
function detailsWritten(turn: Turn): Written['lead'] {
  const text = turn.history.at(-1)?.type === 'text' ? (turn.history.at(-1)?.text ?? '') : ''
  const email = contactFields.email.safeParse(emailsIn(text)[0]).data
  const phone = phonesIn(text).find(isDialled)
  if (!email && !phone) return undefined
  return { ...(email ? { email } : {}), ...(phone ? { phone } : {}) }
}
