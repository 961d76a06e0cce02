import { z } from 'zod'
import { Milliseconds, wholeNumber } from './page.ts'
import { LeadQuality, Outcome, Sentiment } from './summary.ts'
import { text } from './text.ts'
import { Zone } from './time.ts'

export const OverviewQuery = z.object({
  days: wholeNumber(1, 365).default(30).describe('How many, today included.'),
  tz: Zone.describe(
    'Where days begin: minutes to add to UTC (a multiple of 15), or an IANA time zone, whose daylight saving is followed.',
  ).default(0),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

const count = z.int()
const counts = <Key extends string>(keys: z.ZodEnum<{ [K in Key]: K }>) =>
  z.object(Object.fromEntries(keys.options.map((key) => [key, count])) as Record<Key, typeof count>)

const Totals = z.object({
  conversations: count.describe('Those that began then; spam is counted nowhere.'),
  messages: count.describe('In these conversations, whenever they were written.'),
  leads: count.describe('Contacts that were made then.'),
  conversion: z.number().describe('Contacts for each conversation, to four digits; 0 without conversations.'),
  avgMessages: z.number(),
})
export type Totals = z.infer<typeof Totals>

const Headline = z.object({
  summarized: count,
  resolved: count.describe('Answered, booked or with the details of the visitor, and without a person.'),
  escalated: count.describe('A person of the team had it in live chat.'),
  needsPerson: count.describe('Unanswered, pending or with the wish to be called, and no person has had it.'),
  unanswered: count,
  ratedUp: count,
  ratedDown: count,
  callbacks: count.describe('Wishes to be called.'),
})
export type Headline = z.infer<typeof Headline>

const median = (what: string) => z.number().nullable().describe(`${what} Exact to 2 %; null without any.`)

const Insights = z.object({
  outcomes: counts(Outcome),
  sentiment: counts(Sentiment),
  leadQuality: counts(LeadQuality),
  engagement: z.object({
    avgMessages: z.number(),
    medianSeconds: z
      .number()
      .describe('How long a conversation went on, of those that are over. Exact to 2 %; 0 without any.'),
    oneMessage: count.describe('Conversations in which the visitor wrote one message.'),
    returningVisitors: count.describe('Conversations of contacts who had an earlier one.'),
  }),
  unansweredQuestions: z
    .array(z.object({ gapId: z.string(), text: z.string(), count, conversationId: z.string() }))
    .describe('Open questions that the knowledge did not cover, the most asked first; ten at most.'),
  topics: z.array(z.object({ topic: z.string(), count })),
  hours: z.array(count).length(24).describe('Conversations by the hour in which they began.'),
  live: z.object({
    requested: count.describe('Conversations in which a person was asked for.'),
    answered: count.describe('Those in which a person came for the visitor who waited.'),
    missed: count.describe('Those in which nobody could come, or came in time; somebody may have come later.'),
    medianWaitSeconds: median('How long visitors waited for the person who came first.'),
    byPerson: z
      .array(z.object({ name: z.string(), count }))
      .describe('By whom those who waited were answered: as many conversations.'),
  }),
  callbacks: z.object({
    requested: count,
    done: count,
    dismissed: count,
    open: count,
    medianHoursToDone: median('Of those requested then.'),
  }),
  jobs: z.object({
    created: count,
    fromChat: count,
    won: count,
    lost: count,
    wonValue: z.number(),
    currency: z.string().nullable(),
  }),
  appointments: z.object({ booked: count, fromChat: count, completed: count, noShow: count, cancelled: count }),
})
export type Insights = z.infer<typeof Insights>

/** What may fail, each with the page of the dashboard on which it is put right. */
export const problemPages = {
  database_failing: '/dashboard/overview',
  ai_backend: '/dashboard/settings/model',
  ai_budget: '/dashboard/settings/model',
  daily_cap: '/dashboard/settings/data',
  knowledge_empty: '/dashboard/knowledge',
  crawl_failed: '/dashboard/knowledge',
  file_failed: '/dashboard/knowledge/files',
  telegram_failing: '/dashboard/settings/telegram',
  embedding_failing: '/dashboard/knowledge',
  reranker_failing: '/dashboard/knowledge',
  jobs_late: '/dashboard/overview',
} as const
export type ProblemKind = keyof typeof problemPages

const problemKinds = Object.keys(problemPages) as [ProblemKind, ...ProblemKind[]]

export const Problem = z
  .object({
    kind: z
      .enum(problemKinds)
      .describe(
        'More kinds may be added. `database_failing` is sent while the database answers and refuses writes, for example on a ' +
          'full disk; `GET /healthz` is 503 then. A site without published instructions works, so `prompt_missing` is never sent; ' +
          'neither is `embed_missing`, which `GET /install-check` answers, nor `schema_behind`: a server updates its ' +
          'database before it starts.',
      ),
    title: z.string(),
    detail: z.string(),
    page: z.string().describe('The page of the dashboard on which it is put right.'),
  })
  .meta({ id: 'Problem', description: 'What fails now.' })
export type Problem = z.infer<typeof Problem>

const Series = z.array(z.object({ date: text(10).describe('YYYY-MM-DD, there.'), conversations: count, leads: count }))

export const OverviewAnswer = z
  .object({
    range: z.object({ days: count, since: Milliseconds }),
    openCallbacks: count.describe('Now, whenever they were requested.'),
    totals: Totals,
    previous: Totals.describe('As many days before.'),
    series: Series,
    previousSeries: Series.describe('As many days before, in their order.'),
    topPages: z.array(z.object({ url: z.string().describe('Without its query.'), count })),
    countries: z.array(z.object({ country: z.string(), count })),
    recentQuestions: z.array(z.object({ id: z.string(), text: z.string(), at: Milliseconds })),
    recentLeads: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        status: z.string(),
        at: Milliseconds,
        conversationId: z.string().nullable(),
      }),
    ),
    headline: z.object({ current: Headline, previous: Headline }),
    insights: Insights,
    health: z.array(Problem),
  })
  .meta({ id: 'OverviewAnswer' })
export type OverviewAnswer = z.infer<typeof OverviewAnswer>
