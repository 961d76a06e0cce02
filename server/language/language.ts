import type { Outcome } from '../../shared/summary.ts'

/** Everything that the product knows about one language. Patterns are regular expressions without flags and groups. */
export type Language = {
  /** The name of its text search configuration in Postgres. */
  name: string
  calendar: Calendar
  /** Patterns for units of time. */
  units: Record<'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years', string>
  /** Patterns for the names of currencies; `cents` are parts of a euro, dollar or franc. */
  money: Record<'eur' | 'gbp' | 'usd' | 'chf' | 'cents', string> & { pence?: string }
  /** Spoken times: the pattern, with `#` for the hour, and the time; `-#` is the hour before. */
  spokenTimes: Record<string, string>
  /** Quantities in words without a number: the pattern, and the same in digits. */
  otherWords: Record<string, string>
  numbers: NumberWords
  /** Abbreviations whose full stop does not end a sentence. */
  abbreviations: string
  phrases: Phrases
  suggestions: SuggestionPhrases
  /** The labels of the widget's button before the chat is loaded. */
  button: { notLoaded: string; open: string }
  handover: HandoverPhrases
  summary: SummaryPhrases
  transcript: TranscriptPhrases
  details: DetailPhrases
  /** Texts for the team's chat in Telegram; English by default. */
  telegram?: TelegramPhrases
  smallTalk: SmallTalkWords
  /** Messages that ask nothing about the business: insults, commands. Wishes for a person are in `person-wish.ts`. */
  asksNothing: RegExp[]
  /** What precedes the name of somebody who introduces themselves. */
  introduces: string
  /** What people write who only test the chat. */
  trials: string
  /** Question words. They say little about the subject, so they find little and prove nothing. */
  asking: string
  /**
   * One line per group of synonyms. Phrases of several words are only searched in the question. A name with `#` is a
   * pattern that a text shows without a word: a price, a time of day, a telephone number, an email address. Words after
   * `<` are narrower: they lead to the words before it, but not the other way round.
   */
  same: string
}

/** Days from Monday on and months from January on. `days`, `shortDays` and all fields below them are patterns. */
type Calendar = {
  days: string[]
  shortDays: string[]
  months: string
  shortMonths: string
  weekend: string
  workdays: string
  everyDay: string
  /** Between the ends of a range. */
  to: string
  until: string
  closed: string
}

/**
 * The numbers from 0 to 19 and the tens from 20 on. `join` returns the spellings of a ten with one to nine, or to
 * nineteen.
 */
type NumberWords = { small: string; tens: string; join(tens: string, small: string): string[] }

export type SmallTalk = 'hello' | 'howAreYou' | 'thanks' | 'bye' | 'whoAmI' | 'goOn'

/**
 * `core`: words of which at least one is required; `rest`: words allowed with them; `said`: whole sentences, separated
 * by `|`, in which a star stands for any word.
 */
export type SmallTalkWords = {
  core: Partial<Record<SmallTalk, string>>
  rest: string
  said: Partial<Record<SmallTalk, string>>
}

/** The assistant's own texts, for replies that no model writes. */
export type Phrases = {
  fromPage(title: string): string
  about(title: string): string
  foundNothing: string
  /** The model server does not respond. */
  unavailable: string
  fromWebsite: string
  /** Ends a sentence whose claim was held back. */
  unconfirmed: string
  leaveDetails: string
  hello: string
  howAreYou: string
  thanks: string
  bye: string
  whoAmI(name: string, business: string): string
  goOn: string
  noAnswer: string
  gotForm: string
  budgetUsed(time: string): string
  reachUs: string
  callback: { title: string; name: string; phone: string; email: string; message: string; submit: string }
  detailsTitle: string
  send: string
  trouble: string
  busy: string
}

/** What a visitor reads when a person of the team joins, leaves or is not available. */
export type HandoverPhrases = {
  asked: string
  nobodyHere: string
  nobodyCame: string
  leaveNumber: string
  callbackKept: string
  /** The visitor sent a file without a word. */
  fileKept: string
  emailKept(email: string): string
  /** Read by both the visitor and the team. */
  leftQueue: string
  closedByVisitor: string
  /** In place of a name that is unknown. */
  team: string
  /** With the first name, if it may be shown. */
  joined(name: string | null): string
  closed: string
  closedIdle: string
  handedBack(botName: string): string
}

/** The texts of a summary without a model. */
export type SummaryPhrases = {
  asked(question: string): string
  left(details: string): string
  outcomes: Record<Outcome, string>
  callBack(who: string): string
  answer(question: string): string
  reply: string
}

/** The texts of a transcript, apart from the messages. */
export type TranscriptPhrases = {
  title(business: string): string
  times(zone: string): string
  earlier: string
  visitor: string
  team: string
}

/** The labels of the business details, and the days from Monday on. */
export type DetailPhrases = {
  title: string
  about: string
  phones: string
  emails: string
  address: string
  hours: string
  areas: string
  services: string
  links: string
  booking: string
  prices: string
  closed: string
  days: string
}

/** What the team reads in its Telegram chat. */
export type TelegramPhrases = {
  waiting: string
  taken(name: string): string
  bot: string
  handedBack: string
  gone: string
  missed: string
  closed: string
  asked: string
  page: string
  contact: string
  howTo: string
  howToFlat: string
  visitor(tag: string): string
  assistant: string
  take: string
  close: string
  back: string
  done: { take: string; close: string; bot: string }
  onlyText: string
  edits: string
  anonymous: string
  whom: string
  unknownCommand(name: string): string
  stale: string
  tooLong: string
  trouble: string
  linked(site: string): string
  noTopics: string
  mayNotManage: string
  alreadyLinked: string
  wrongCode: string
  tooManyCodes: string
  test(site: string): string
}

/** Suggestions without a model. */
export type SuggestionPhrases = {
  about(title: string): string
  /** Questions that visitors ask everywhere, for when nothing is known about the business. */
  general: [string, string, string, string]
  links: string
  call: string
  write: string
}
