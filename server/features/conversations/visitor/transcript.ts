import type { Context } from '../../../core/context.ts'
import type { TranscriptPhrases } from '../../../language/language.ts'
import { languageFor } from '../../../language/languages.ts'
import type { ConversationRow } from '../conversation.ts'
import { listNewest, type MessageRow } from '../messages.ts'

export type Transcript = { name: string; text: string }

/** The maximum number of messages in a file: the newest ones. */
const maxMessages = 2000

/**
 * A conversation as a text file for its visitor, with times in the site's zone. A message cannot forge the line of
 * another, because continued lines are indented and control characters removed.
 */
export async function writeTranscript(ctx: Context, conversation: ConversationRow): Promise<Transcript> {
  const { site, sql } = ctx
  const { locale, timezone: zone } = site.settings.assistant
  const words = languageFor(conversation.locale, locale).transcript
  const rows = await listNewest(sql, site.id, conversation.id, maxMessages + 1)
  const moment = timeFormatter(zone)
  const head = [words.title(onOneLine(site.settings.businessName || site.name)), words.times(zone)]
  const messages = rows.slice(-maxMessages).map((row) => `[${moment(row.ts)}] ${entry(ctx, row, words)}`)
  const begin = rows.length > maxMessages ? [words.earlier] : []
  return {
    name: `${site.id}-${moment(conversation.started_at).slice(0, 10)}.txt`,
    text: `${[head.join('\n'), ...begin, ...messages].join('\n\n')}\n`,
  }
}

function entry(ctx: Context, row: MessageRow, words: TranscriptPhrases): string {
  const said = saidIn(row).join('\n  ')
  const speaker = speakerOf(ctx, row, words)
  return speaker === '' ? said : `${speaker}: ${said}`
}

/** The lines of a message, and its sources. */
function saidIn({ text, sources }: MessageRow): string[] {
  const from = (sources ?? []).map(({ title, url }) => onOneLine([title, url].filter(Boolean).join(', ')))
  return [...linesOf(text), ...from.map((source) => `(${source})`)]
}

/** Empty for what nobody said. */
function speakerOf({ site }: Context, { role, meta }: MessageRow, words: TranscriptPhrases): string {
  if (role === 'system') return ''
  const team = meta?.agentName || words.team
  return onOneLine(role === 'user' ? words.visitor : meta?.human ? team : site.settings.botName)
}

/** The last messages of a conversation, for an email: who said them and when, and what. */
export async function transcriptLines(
  ctx: Context,
  { id, locale }: Pick<ConversationRow, 'id' | 'locale'>,
  limit: number,
): Promise<{ seq: number; title: string; text: string }[]> {
  const { site, sql } = ctx
  const { locale: siteLocale, timezone } = site.settings.assistant
  const words = languageFor(locale, siteLocale).transcript
  const moment = timeFormatter(timezone)
  return (await listNewest(sql, site.id, id, limit)).map((row) => ({
    seq: row.seq,
    title: [speakerOf(ctx, row, words), moment(row.ts)].filter(Boolean).join(' · '),
    text: saidIn(row).join('\n'),
  }))
}

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const linesOf = (text: string) => text.split(lineBreak).map((line) => line.replace(control, ''))
const onOneLine = (text: string) => linesOf(text).join(' ')

/** Writes a time as `2026-03-31 14:05`, which reads the same in every language. */
function timeFormatter(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (time) => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
    return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`
  }
}
