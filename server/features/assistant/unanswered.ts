import type { Context } from '../../core/context.ts'
import { type Asked, readAsked } from '../knowledge/gaps.ts'
import { languageOf } from '../knowledge/lexemes.ts'
import type { Draft } from './draft.ts'
import { answersForm } from './form-answer.ts'
import { asksNothing } from './no-question.ts'
import type { LanguageCode } from './phrases.ts'
import type { Found } from './retrieve.ts'
import { continues } from './search-query.ts'
import { readSmallTalk } from './small-talk.ts'
import type { Turn } from './turn.ts'

/** With less than this of a question, or as far from its meaning, no passage can have been what a reply was written from. */
const leastHeld = 0.4

/**
 * The question about the business that a reply left open, if it did. A model says so itself, by an action, but many forget
 * to: what was found says so too. That alone decides where no model wrote the reply, or its window had no room for the action.
 */
export async function readUnanswered(
  ctx: Context,
  turn: Turn,
  draft: Pick<Draft, 'unanswered' | 'interrupted' | 'sources' | 'lead' | 'handover'>,
  found: Found,
  language: LanguageCode,
): Promise<Asked | undefined> {
  const latest = turn.history.at(-1)?.text ?? ''
  const isOpen =
    draft.unanswered === undefined ? !found.isCovered : draft.unanswered !== null || isLeftOpen(turn, draft, found)
  if (!isOpen || draft.interrupted || answersForm(turn)) return undefined
  if (asksNothing(latest) || readSmallTalk(latest, language)) return undefined
  const languages = languagesOf(ctx, turn)
  if (draft.unanswered) return named(await readAsked(ctx, languages, draft.unanswered))
  const asked = named(await readAsked(ctx, languages, latest))
  return asked && !continues(latest) ? asked : named(await readAsked(ctx, languages, withBefore(turn, latest)))
}

/**
 * Whether a model that noted nothing can hardly have had an answer: nothing covers the question, and its words are of no
 * passage, or every passage is far from the question. A site without any knowledge answers from its instructions.
 */
export function isLeftOpen(
  turn: Pick<Turn, 'history'>,
  { sources, lead, handover }: Pick<Draft, 'sources' | 'lead' | 'handover'>,
  found: Pick<Found, 'isCovered' | 'isEmpty' | 'weighed'>,
) {
  if (found.isCovered || found.isEmpty || lead || handover || answersQuestion(turn)) return false
  return sources.length === 0 || found.weighed.every(({ score }) => score < leastHeld)
}

/** `Medium, please` after `Which size do you need?` asks for nothing that the knowledge could lack. */
function answersQuestion({ history }: Pick<Turn, 'history'>): boolean {
  const before = history.at(-2)
  return before?.role === 'agent' && /[?？؟]\s*$/.test(before.text ?? '') && !/[?？؟]/.test(history.at(-1)?.text ?? '')
}

const named = (asked: Asked): Asked | undefined => (asked.terms.length > 0 ? asked : undefined)

/** The site's, and the visitor's where it is another. */
const languagesOf = ({ site }: Context, { conversation }: Turn): string[] => [
  ...new Set([site.settings.assistant.locale, conversation.locale ?? ''].filter(Boolean).map(languageOf)),
]

/** `Do you rent tandems? And on Sundays?`: what follows another message may be about nothing by itself. */
function withBefore({ history }: Turn, latest: string): string {
  const before = history.filter(({ role }) => role === 'user').at(-2)?.text ?? ''
  return asksNothing(before) ? latest : `${before} ${latest}`
}
