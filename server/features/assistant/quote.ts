import type { MessageContent } from '../../../shared/message.ts'
import type { Context } from '../../core/context.ts'
import { detailsForm, isReachable } from './contact-offer.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import { chooseExtracts, type Extract } from './extracts.ts'
import { answersForm } from './form-answer.ts'
import type { PromptPassage } from './neighbours.ts'
import { type LanguageCode, languages, type Phrases } from './phrases.ts'
import { cleanReply } from './reply-text.ts'
import { readSmallTalk } from './small-talk.ts'
import { toSources } from './sources.ts'
import type { ReplyOptions, Turn } from './turn.ts'

/** What is said, piece by piece; together the pieces are the text. */
export type Said = { pieces: string[]; messages?: MessageContent[]; passages?: PromptPassage[] }

type Asked = { question: string; language: LanguageCode }

/** Answers small talk and forms without looking anything up; undefined for what is a question. */
export function answerAside(
  ctx: Context,
  turn: Turn,
  language: LanguageCode,
  options: ReplyOptions,
): Draft | undefined {
  const text = turn.history.at(-1)?.text ?? ''
  if (answersForm(turn)) return say({ pieces: [languages[language].gotForm] }, options)
  const talk = readSmallTalk(text, language)
  if (!talk) return undefined
  const phrases = languages[talk.language]
  const { botName, businessName } = ctx.site.settings
  const words = talk.kind === 'whoAmI' ? phrases.whoAmI(botName, businessName || ctx.site.name) : phrases[talk.kind]
  return say({ pieces: [words] }, options)
}

/** Answers with the best pieces of the passages that were found, and says so where the model is out. */
export async function quotePassages(
  ctx: Context,
  turn: Turn,
  passages: readonly PromptPassage[],
  { question, language, outage = false }: Asked & { outage?: boolean | undefined },
  options: ReplyOptions,
): Promise<Draft> {
  const phrases = languages[language]
  const quoted = await quote(ctx, passages, { question, language })
  const isFound = quoted.pieces.length > 0
  const said = isFound ? quoted : nothingFound(ctx, turn, phrases)
  const notice = isFound ? `${phrases.unavailable} ${phrases.fromWebsite}\n\n` : `${phrases.unavailable} `
  return say(outage ? { ...said, pieces: [notice, ...said.pieces] } : said, options)
}

/** What the passages say about a question, page by page; no pieces where they say nothing. */
export async function quote(
  ctx: Context,
  passages: readonly PromptPassage[],
  { question, language }: Asked,
): Promise<Said> {
  if (passages.length === 0) return { pieces: [] }
  const phrases = languages[language]
  const extracts = (await chooseExtracts(ctx, passages, question))
    .map((extract) => ({ ...extract, text: cleanReply(extract.text) }))
    .filter(({ text }) => text !== '')
  const pieces = extracts.map((extract, place) => `${place === 0 ? '' : '\n\n'}${introduced(extract, phrases)}`)
  return { pieces, passages: extracts.map(({ passage }) => passage) }
}

/** Says it piece by piece, in one go. */
export function say({ pieces, messages = [], passages = [] }: Said, options: ReplyOptions): Draft {
  options.open()
  for (const piece of pieces) options.text(piece)
  return {
    ...emptyDraft('none'),
    messages: [textMessage(pieces.join('')), ...messages],
    sources: toSources(passages),
    used: new Set(passages.map(({ id }) => id)),
  }
}

/** With a form for the visitor's details, where nobody knows them and none was shown before. */
function nothingFound(ctx: Context, { lead, history }: Turn, phrases: Phrases): Said {
  const mayAsk = !isReachable(lead) && !history.some(({ type }) => type === 'form')
  const form = mayAsk ? detailsForm(ctx, phrases) : undefined
  if (!form) return { pieces: [phrases.foundNothing] }
  return { pieces: [phrases.foundNothing, ` ${phrases.leaveDetails}`], messages: [form] }
}

/** An extract under the name of its page and its section: a heading may be the question that it answers. */
function introduced({ passage: { title, url }, section, text }: Extract, phrases: Phrases): string {
  const name = plainTitle(section === '' || section === title ? title : `${title} › ${section}`)
  return `${url ? phrases.fromPage(name) : phrases.about(name)}\n\n${text}`
}

/** A title stands between Markdown's own signs. */
const plainTitle = (title: string): string =>
  title
    .replace(/[*_`[\]<>\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
