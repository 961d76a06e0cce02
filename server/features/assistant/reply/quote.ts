import type { MessageContent } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import type { Phrases } from '../../../language/language.ts'
import { type LanguageCode, languages } from '../../../language/languages.ts'
import { detailsForm, isReachable } from './contact-offer.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import { chooseExtracts, type Extract } from './extracts.ts'
import type { PromptPassage } from './neighbours.ts'
import { cleanReply } from './reply-text.ts'
import { readSmallTalk } from './small-talk.ts'
import { toSources } from './sources.ts'
import { answersForm, type ReplyOptions, type Turn } from './turn.ts'

/** An answer in pieces, which together are its text. */
export type Quote = { pieces: string[]; messages?: MessageContent[]; passages?: PromptPassage[] }

type Question = { question: string; language: LanguageCode }

/** Answers small talk and forms without a search; undefined for a question. */
export function answerSmallTalk(
  ctx: Context,
  turn: Turn,
  language: LanguageCode,
  options: ReplyOptions,
): Draft | undefined {
  const text = turn.history.at(-1)?.text ?? ''
  if (answersForm(turn)) return emitQuote({ pieces: [languages[language].phrases.gotForm] }, options)
  const talk = readSmallTalk(text, language)
  if (!talk) return undefined
  const phrases = languages[talk.language].phrases
  const { botName, businessName } = ctx.site.settings
  const words = talk.kind === 'whoAmI' ? phrases.whoAmI(botName, businessName || ctx.site.name) : phrases[talk.kind]
  return emitQuote({ pieces: [words] }, options)
}

/** Answers with the best extracts of the passages found, and says so if the model server is down. */
export async function quotePassages(
  ctx: Context,
  turn: Turn,
  passages: readonly PromptPassage[],
  { question, language, outage = false }: Question & { outage?: boolean | undefined },
  options: ReplyOptions,
): Promise<Draft> {
  const phrases = languages[language].phrases
  const quoted = await quote(ctx, passages, { question, language })
  const isFound = quoted.pieces.length > 0
  const said = isFound ? quoted : nothingFound(ctx, turn, phrases)
  const notice = isFound ? `${phrases.unavailable} ${phrases.fromWebsite}\n\n` : `${phrases.unavailable} `
  return emitQuote(outage ? { ...said, pieces: [notice, ...said.pieces] } : said, options)
}

/** Quotes what the passages say about a question, by page. No pieces if they say nothing. */
export async function quote(
  ctx: Context,
  passages: readonly PromptPassage[],
  { question, language }: Question,
): Promise<Quote> {
  if (passages.length === 0) return { pieces: [] }
  const phrases = languages[language].phrases
  const extracts = (await chooseExtracts(ctx, passages, question))
    .map((extract) => ({ ...extract, text: cleanReply(extract.text) }))
    .filter(({ text }) => text !== '')
  const pieces = extracts.map((extract, place) => `${place === 0 ? '' : '\n\n'}${introduced(extract, phrases)}`)
  return { pieces, passages: extracts.map(({ passage }) => passage) }
}

/** Emits the pieces one after another without pauses. */
export function emitQuote({ pieces, messages = [], passages = [] }: Quote, options: ReplyOptions): Draft {
  options.open()
  for (const piece of pieces) options.text(piece)
  return {
    ...emptyDraft('none'),
    messages: [textMessage(pieces.join('')), ...messages],
    sources: toSources(passages),
    used: new Set(passages.map(({ id }) => id)),
  }
}

/** Adds a form for the visitor's details if they are unknown and no form was shown before. */
function nothingFound(ctx: Context, { lead, history }: Turn, phrases: Phrases): Quote {
  const mayAsk = !isReachable(lead) && !history.some(({ type }) => type === 'form')
  const form = mayAsk ? detailsForm(ctx, phrases) : undefined
  if (!form) return { pieces: [phrases.foundNothing] }
  return { pieces: [phrases.foundNothing, ` ${phrases.leaveDetails}`], messages: [form] }
}

/**
 * An extract below the title of its page and its section heading, because a heading may be the question that it
 * answers.
 */
function introduced({ passage: { title, url }, section, text }: Extract, phrases: Phrases): string {
  const name = plainTitle(section === '' || section === title ? title : `${title} › ${section}`)
  return `${url ? phrases.fromPage(name) : phrases.about(name)}\n\n${text}`
}

/** A title without characters that Markdown would interpret. */
const plainTitle = (title: string): string =>
  title
    .replace(/[*_`[\]<>\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
