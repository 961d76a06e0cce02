import type { Context } from '../../../core/context.ts'
import type { LanguageCode } from '../../../language/languages.ts'
import { type GapQuestion, readGapQuestion } from '../../knowledge/gaps.ts'
import { languageOf } from '../../knowledge/lexemes.ts'
import type { Draft } from './draft.ts'
import { continues, type Found } from './retrieve.ts'
import { asksNothing, readSmallTalk } from './small-talk.ts'
import { answersForm, type Turn } from './turn.ts'

/**
 * If passages contain less than this share of a question, or are this far from its meaning, the reply cannot have been
 * written from them.
 */
const minContained = 0.4

/**
 * The question about the business that a reply left open, if any. A model reports it by an action, but often forgets
 * to, so the search results count as well. They alone decide if no model wrote the reply, or its window had no room for
 * the action.
 */
export async function readUnanswered(
  ctx: Context,
  turn: Turn,
  draft: Pick<Draft, 'unanswered' | 'interrupted' | 'sources' | 'lead' | 'handover'>,
  found: Found,
  language: LanguageCode,
): Promise<GapQuestion | undefined> {
  const latest = turn.history.at(-1)?.text ?? ''
  const isOpen =
    draft.unanswered === undefined ? !found.isCovered : draft.unanswered !== null || isLeftOpen(turn, draft, found)
  if (!isOpen || draft.interrupted || answersForm(turn)) return undefined
  if (asksNothing(latest) || readSmallTalk(latest, language)) return undefined
  const languages = languagesOf(ctx, turn)
  if (draft.unanswered) return named(await readGapQuestion(ctx, languages, draft.unanswered))
  const asked = named(await readGapQuestion(ctx, languages, latest))
  return asked && !continues(latest) ? asked : named(await readGapQuestion(ctx, languages, withBefore(turn, latest)))
}

/**
 * Whether a model that reported nothing can hardly have had an answer: nothing covers the question, and none of its
 * words is in a passage, or all passages are far from it. A site without any knowledge answers from its instructions.
 */
export function isLeftOpen(
  turn: Pick<Turn, 'history'>,
  { sources, lead, handover }: Pick<Draft, 'sources' | 'lead' | 'handover'>,
  found: Pick<Found, 'isCovered' | 'isEmpty' | 'weighed'>,
) {
  if (found.isCovered || found.isEmpty || lead || handover || answersQuestion(turn)) return false
  return sources.length === 0 || found.weighed.every(({ score }) => score < minContained)
}

/** `Medium, please` after `Which size do you need?` asks for nothing that the knowledge could lack. */
function answersQuestion({ history }: Pick<Turn, 'history'>): boolean {
  const before = history.at(-2)
  return before?.role === 'agent' && /[?？؟]\s*$/.test(before.text ?? '') && !/[?？؟]/.test(history.at(-1)?.text ?? '')
}

const named = (asked: GapQuestion): GapQuestion | undefined => (asked.terms.length > 0 ? asked : undefined)

/** The site's language, and the visitor's if it differs. */
const languagesOf = ({ site }: Context, { conversation }: Turn): string[] => [
  ...new Set([site.settings.assistant.locale, conversation.locale ?? ''].filter(Boolean).map(languageOf)),
]

/** `Do you rent tandems? And on Sundays?`: a message that follows another may have no subject of its own. */
function withBefore({ history }: Turn, latest: string): string {
  const before = history.filter(({ role }) => role === 'user').at(-2)?.text ?? ''
  return asksNothing(before) ? latest : `${before} ${latest}`
}
