import { type MessageContent, plainText } from '../../../../shared/message.ts'
import type { Settings } from '../../../../shared/settings.ts'
import type { TraceDropped } from '../../../../shared/trace.ts'
import type { Context } from '../../../core/context.ts'
import { businessText, contextText, detailsText, timeText } from '../prompt/prompt-text.ts'
import type { ModelTurn } from '../reply/model-turn.ts'
import { createFactGuard, type FactGuard } from './guard.ts'
import { type ClaimKind, readSupport } from './support.ts'
import { textsOfResult } from './tool-support.ts'

/**
 * Creates the guard that holds back claims without support in this turn; null if the site switched it off.
 * @param results what tools returned so far
 */
export const guardFor = (
  ctx: Context,
  given: Pick<ModelTurn, 'turn' | 'passages' | 'phrases'>,
  results: () => unknown = () => null,
): FactGuard | null =>
  ctx.site.settings.knowledge.factGuard
    ? createFactGuard(() => readSupport(supportOf(ctx, given, results())), given.phrases.unconfirmed)
    : null

/** All texts that support a reply: the passages found, the business details, and the chat. */
function supportOf(
  { site, now }: Context,
  { turn, passages }: Pick<ModelTurn, 'turn' | 'passages'>,
  results: unknown,
): string[] {
  const { settings, facts, prompt } = site
  return [
    ...passages.map(({ title, url, headingPath, content }) => `${title}\n${headingPath}\n${url ?? ''}\n${content}`),
    detailsText(facts, settings.assistant.locale),
    businessText(prompt?.text ?? null, turn),
    wordsOf(shownSettings(settings)).join('\n'),
    timeText(now(), settings.assistant.timezone),
    contextText(turn),
    textsOfResult([results, turn.conversation.data], settings.assistant.timezone).join('\n'),
    // The assistant's own replies passed this guard; what a colleague wrote counts as true.
    ...turn.history.map((message) => `${plainText(message)}\n${wordsOf(message.payload).join('\n')}`),
  ]
}

/** The settings that visitors see. */
const shownSettings = ({
  botName,
  businessName,
  website,
  welcomeMessage,
  starterQuestions,
  home,
  ...rest
}: Settings) => [
  ...[botName, businessName, website, welcomeMessage, starterQuestions, home],
  ...[rest.leads.fields, rest.widget.forms, rest.widget.flows, rest.widget.privacyUrl, rest.bookings.location],
]

/**
 * The kinds of claims checked in choices and questions for a visitor. Days and times are not checked, because visitors
 * choose them.
 */
const ofChoices: ReadonlySet<ClaimKind> = new Set(['price', 'percentage', 'phone', 'email', 'link', 'address'])

/** The message of an action without unsupported choices, links and buttons. Throws an Error if too little is left. */
export const supportedPart =
  (guard: FactGuard) =>
  (message: MessageContent): MessageContent => {
    const isChoice = message.type === 'options' || message.type === 'form'
    const claimIn = (...parts: unknown[]) =>
      guard.unsupported(wordsOf(parts).join('\n'), isChoice ? ofChoices : undefined)
    const shown = shorten(message, (part) => claimIn(part) === undefined)
    const claim = claimIn(shown)
    if (claim) throw new Error(`Not shown: no source says "${claim.text}".`)
    return shown
  }

/**
 * Removes the parts of the message that can be removed one by one. A list that would be empty stays, so that the
 * message is rejected as a whole.
 */
function shorten(message: MessageContent, isKept: (part: unknown) => boolean): MessageContent {
  const kept = <Part>(parts: Part[]) => {
    const left = parts.filter(isKept)
    return left.length > 0 ? left : parts
  }
  if (message.type === 'links') return { ...message, links: kept(message.links) }
  if (message.type === 'options') return { ...message, options: kept(message.options) }
  if (message.type !== 'card' || !message.actions) return message
  const { actions, ...card } = message
  const left = actions.filter(isKept)
  return left.length > 0 ? { ...card, actions: left } : card
}

const notSaid = new Set(['id', 'type', 'kind', 'name', 'icon'])

/** All texts in a value, without field names that are never shown. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (notSaid.has(name) ? [] : wordsOf(inner)))
}

/** What was held back, for the trace. */
export const droppedBy = (guard: FactGuard | null): TraceDropped[] =>
  (guard?.heldBack ?? []).slice(0, 20).map(({ sentence, claim }, place) => ({
    sentence: sentence.toWellFormed(),
    claim: claim.text.slice(0, 300).toWellFormed(),
    kind: claim.kind,
    askedAgain: place < (guard?.askedAgain ?? 0),
  }))
