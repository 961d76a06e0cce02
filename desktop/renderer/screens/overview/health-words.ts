import type { Problem } from '../../../../shared/overview.ts'
import type { OverviewWords } from '../../words/en/overview.ts'
import type { PagesWords } from '../../words/en/pages.ts'
import { whyWords } from '../../words/page-faults.ts'

type Details = OverviewWords['health']['details']

const server = String.raw`^The model server at (\S+)`

/** The server's sentences about problems that have a text here. The values in brackets are inserted into it. */
const sentences: Record<keyof Details, RegExp> = {
  databaseFull: /^The database cannot write: its disk is full/,
  databaseRefuses: /^The database cannot write: .*?(?:\((\w{5})\))?\.$/,
  budgetUsedUp: /^Until midnight UTC, visitors see your contact details/,
  budgetLow: /^Answers are shorter until midnight UTC/,
  dailyCap: /The limit is (\d+) messages a day/,
  nothingLearned: /^Import your website, upload files/,
  jobsWait: /^What is done in the background waits/,
  modelAway: new RegExp(`${server} does not answer`),
  modelSlow: new RegExp(`${server} .+ within ([\\d.]+) s\\.$`),
  modelAbsent: new RegExp(`${server} has no such model or path`),
  modelKey: new RegExp(`${server} wants another key`),
  modelBusy: new RegExp(`${server} takes no more for now`),
  modelFails: new RegExp(`${server} (?:refuses the call|fails) \\((\\d+)\\)`),
  modelStops: new RegExp(`${server} (?:broke off|stopped|ended an answer)`),
  backendStatus: /^The AI backend answers with the status (\d+)/,
  backendFailed: /^The AI backend (?:failed|says that it failed|ended its answer)/,
}

/**
 * The text of a problem in the dashboard's language, otherwise the server's sentence.
 * @returns `isOwn` is false for the server's sentence, which is English
 */
export function detailWords(
  { kind, detail }: Pick<Problem, 'kind' | 'detail'>,
  words: Details,
  why: PagesWords['why'],
): { text: string; isOwn: boolean } {
  for (const [name, sentence] of Object.entries(sentences)) {
    const match = sentence.exec(detail)
    const word = words[name as keyof Details]
    if (match) return { text: typeof word === 'string' ? word : word(match[1] ?? '', match[2] ?? ''), isOwn: true }
  }
  const text = kind === 'crawl_failed' ? whyWords(detail, why) : detail
  return { text, isOwn: text !== detail }
}
