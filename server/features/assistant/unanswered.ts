import type { Context } from '../../core/context.ts'
import { type Asked, readAsked } from '../gaps/likeness.ts'
import { languageOf } from '../knowledge/lexemes.ts'
import type { Draft } from './draft.ts'
import { answersForm } from './form-answer.ts'
import { asksNothing } from './no-question.ts'
import type { LanguageCode } from './phrases.ts'
import type { Found } from './retrieve.ts'
import { continues } from './search-query.ts'
import { readSmallTalk } from './small-talk.ts'
import type { Turn } from './turn.ts'

/**
 * The question about the business that a reply left open, if it did. A model says so itself, by an action; where none
 * wrote the reply, or its window had no room for the action, what was found decides.
 */
export async function readUnanswered(
  ctx: Context,
  turn: Turn,
  draft: Pick<Draft, 'unanswered' | 'interrupted'>,
  found: Found,
  language: LanguageCode,
): Promise<Asked | undefined> {
  const latest = turn.history.at(-1)?.text ?? ''
  const isOpen = draft.unanswered === undefined ? !found.isCovered : draft.unanswered !== null
  if (!isOpen || draft.interrupted || answersForm(turn)) return undefined
  if (asksNothing(latest) || readSmallTalk(latest, language)) return undefined
  const languages = languagesOf(ctx, turn)
  if (draft.unanswered) return named(await readAsked(ctx, languages, draft.unanswered))
  const asked = named(await readAsked(ctx, languages, latest))
  return asked && !continues(latest) ? asked : named(await readAsked(ctx, languages, withBefore(turn, latest)))
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
