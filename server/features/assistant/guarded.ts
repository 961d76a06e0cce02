import { type MessageContent, plainText } from '../../../shared/message.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { TraceDropped } from '../../../shared/trace.ts'
import type { Context } from '../../core/context.ts'
import type { ClaimKind } from './guard/claim.ts'
import { createFactGuard, type FactGuard } from './guard/guard.ts'
import { readSupport } from './guard/support.ts'
import type { ModelTurn } from './model-turn.ts'
import { businessText, contextText, detailsText, momentText } from './prompt-text.ts'

/** What holds back claims that nothing of this turn supports; null where the site does without. */
export const guardFor = (ctx: Context, given: Pick<ModelTurn, 'turn' | 'passages' | 'phrases'>): FactGuard | null =>
  ctx.site.settings.knowledge.factGuard
    ? createFactGuard(() => readSupport(supportOf(ctx, given)), given.phrases.unconfirmed)
    : null

/** Everything that a reply may rest on: what was found, what the business says of itself, and what was said in the chat. */
function supportOf({ site, now }: Context, { turn, passages }: Pick<ModelTurn, 'turn' | 'passages'>): string[] {
  const { settings, facts, prompt } = site
  return [
    ...passages.map(({ title, url, headingPath, content }) => `${title}\n${headingPath}\n${url ?? ''}\n${content}`),
    detailsText(facts, settings.assistant.locale),
    businessText(prompt?.text ?? null, turn),
    wordsOf(shownSettings(settings)).join('\n'),
    momentText(now(), settings.assistant.timezone),
    contextText(turn),
    // Replies of the assistant went through this too; what a person of the team wrote holds.
    ...turn.history.map((message) => `${plainText(message)}\n${wordsOf(message.payload).join('\n')}`),
  ]
}

/** What visitors are shown of the settings. */
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

/** What may not be made up in the choices and questions that a visitor is offered; days and times are theirs to choose. */
const ofChoices: ReadonlySet<ClaimKind> = new Set(['price', 'percentage', 'phone', 'email', 'link', 'address'])

/** A message of an action without the choices, links and buttons that nothing supports. Throws an Error where too little is left. */
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

/** The message with those of its parts that may go one by one. What would be empty then stays, and falls as a whole. */
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

/** Every text in a value, but for names that nobody is shown. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (notSaid.has(name) ? [] : wordsOf(inner)))
}

/** What the trace says of what was held back. */
export const droppedBy = (guard: FactGuard | null): TraceDropped[] =>
  (guard?.heldBack ?? []).slice(0, 20).map(({ sentence, claim }, place) => ({
    sentence: sentence.toWellFormed(),
    claim: claim.text.slice(0, 300).toWellFormed(),
    kind: claim.kind,
    askedAgain: place < (guard?.askedAgain ?? 0),
  }))
