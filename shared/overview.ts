import { z } from 'zod'
import { failureFields } from './failure.ts'
import { Milliseconds, wholeNumber } from './page.ts'
import { LeadQuality, Outcome, Sentiment } from './summary.ts'
import { text } from './text.ts'
import { Zone } from './time.ts'

export const OverviewQuery = z.object({
  days: wholeNumber(1, 365).default(30).describe('Number of days, including today.'),
  tz: Zone.describe(
    'The time zone in which days begin: minutes to add to UTC (a multiple of 15), or an IANA time zone, including daylight saving.',
  ).default(0),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

const count = z.int()
const counts = <Key extends string>(keys: z.ZodEnum<{ [K in Key]: K }>) =>
  z.object(Object.fromEntries(keys.options.map((key) => [key, count])) as Record<Key, typeof count>)

const Totals = z.object({
  conversations: count.describe('Conversations started in this period. Spam is never counted.'),
  messages: count.describe('Messages in these conversations, regardless of when they were written.'),
  leads: count.describe('Contacts created in this period.'),
  conversion: z.number().describe('Contacts per conversation, rounded to four digits; 0 without conversations.'),
  avgMessages: z.number(),
})
export type Totals = z.infer<typeof Totals>

const Headline = z.object({
  summarized: count,
  resolved: count.describe('Answered, booked or contact details left, without a team member.'),
  escalated: count.describe('A team member handled it in live chat.'),
  needsPerson: count.describe('Unanswered, pending or with a callback request, and no team member has handled it.'),
  unanswered: count,
  ratedUp: count,
  ratedDown: count,
  callbacks: count.describe('Callback requests.'),
})
export type Headline = z.infer<typeof Headline>

const median = (what: string) => z.number().nullable().describe(`${what} Accurate to 2 %; null if there are none.`)

const Insights = z.object({
  outcomes: counts(Outcome),
  sentiment: counts(Sentiment),
  leadQuality: counts(LeadQuality),
  engagement: z.object({
    avgMessages: z.number(),
    medianSeconds: z.number().describe('Duration of finished conversations. Accurate to 2 %; 0 if there are none.'),
    oneMessage: count.describe('Conversations with one message of the visitor.'),
    returningVisitors: count.describe('Conversations of contacts who had an earlier one.'),
  }),
  unansweredQuestions: z
    .array(z.object({ gapId: z.string(), text: z.string(), count, conversationId: z.string() }))
    .describe('Up to ten open questions that the knowledge does not cover, most asked first.'),
  topics: z.array(z.object({ topic: z.string(), count })),
  hours: z.array(count).length(24).describe('Conversations by the hour in which they started.'),
  live: z.object({
    requested: count.describe('Conversations in which the visitor asked for a person.'),
    answered: count.describe('Those in which a person answered the waiting visitor.'),
    missed: count.describe('Those in which nobody was available or answered in time. Somebody may have joined later.'),
    medianWaitSeconds: median('How long visitors waited for the first person.'),
    byPerson: z
      .array(z.object({ name: z.string(), count }))
      .describe('Number of waiting visitors answered, by team member.'),
  }),
  callbacks: z.object({
    requested: count,
    done: count,
    dismissed: count,
    open: count,
    medianHoursToDone: median('For callbacks requested in this period.'),
  }),
  jobs: z.object({
    created: count,
    fromChat: count,
    won: count,
    lost: count,
    wonValue: z.number(),
    currency: z.string().nullable(),
  }),
  wonByWeek: z
    .array(z.object({ date: z.string(), count, value: z.number() }))
    .describe(
      'Jobs won, and their value in the currency of the pipeline. `date` is the first day of the week in this period.',
    ),
  appointments: z.object({ booked: count, fromChat: count, completed: count, noShow: count, cancelled: count }),
})
export type Insights = z.infer<typeof Insights>

export const OverviewDayQuery = z.object({
  day: z
    .enum(['today', 'yesterday'])
    .default('today')
    .describe("The day, from midnight to midnight in the site's time zone, `timezone` in the response."),
})
export type OverviewDayQuery = z.infer<typeof OverviewDayQuery>
export type OverviewDayName = OverviewDayQuery['day']

const seconds = (what: string) => z.int().nullable().describe(`${what} In whole seconds; null if there are none.`)

export const OverviewDay = z
  .object({
    date: text(10).describe('YYYY-MM-DD in the time zone of the site.'),
    timezone: z
      .string()
      .describe("The site's time zone: `live.timezone` of its settings, or `assistant.timezone` if that is empty."),
    from: Milliseconds.describe('When the day begins, in milliseconds since the epoch.'),
    to: Milliseconds.describe('When the next day begins.'),
    ...Insights.shape.live.omit({ medianWaitSeconds: true }).shape,
    longestWaitSeconds: seconds('The longest wait of a visitor whom a person answered.'),
    medianWaitSeconds: seconds('The median wait of visitors whom a person answered.'),
    unansweredQuestions: count.describe('Knowledge gaps first asked on this day that are still open.'),
    now: z
      .object({
        open: count.describe('Live chats, including waiting visitors.'),
        waiting: count.describe('Visitors who are waiting for a person.'),
        missed: count.describe('Missed chats that nobody has followed up.'),
      })
      .describe('Current counts, whichever day is requested. Each is counted up to 1,000.'),
  })
  .meta({ id: 'OverviewDay' })
export type OverviewDay = z.infer<typeof OverviewDay>

/** All kinds of problems, each with the dashboard page on which to fix it. */
export const problemPages = {
  database_failing: '/dashboard/overview',
  ai_backend: '/dashboard/settings/model',
  ai_budget: '/dashboard/settings/model',
  daily_cap: '/dashboard/settings/data',
  knowledge_empty: '/dashboard/knowledge',
  crawl_failed: '/dashboard/knowledge',
  file_failed: '/dashboard/knowledge/files',
  telegram_failing: '/dashboard/settings/telegram',
  email_failing: '/dashboard/settings/email',
  integration_failing: '/dashboard/settings/integrations',
  calendar_sync_failing: '/dashboard/settings/bookings',
  tool_failing: '/dashboard/settings/tools',
  webhook_failing: '/dashboard/settings/webhooks',
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
        'More kinds may be added. `database_failing` is sent while the database responds but rejects writes, for example on a ' +
          'full disk; `GET /healthz` then returns 503. These kinds are never sent: `prompt_missing`, because a site works without ' +
          'published instructions; `embed_missing`, which `GET /install-check` reports; and `schema_behind`, because a server ' +
          'updates its database before it starts.',
      ),
    title: z.string(),
    detail: z.string(),
    ...failureFields,
    page: z.string().describe('The dashboard page on which to fix it.'),
  })
  .meta({ id: 'Problem', description: 'A current problem.' })
export type Problem = z.infer<typeof Problem>

const Series = z.array(
  z.object({ date: text(10).describe('YYYY-MM-DD in the given time zone.'), conversations: count, leads: count }),
)

export const OverviewAnswer = z
  .object({
    range: z.object({ days: count, since: Milliseconds }),
    openCallbacks: count.describe('Open callback requests, whenever they were requested.'),
    totals: Totals,
    previous: Totals.describe('The same number of days before.'),
    series: Series,
    previousSeries: Series.describe('The same number of days before, in the same order.'),
    topPages: z.array(z.object({ url: z.string().describe('Without its query.'), count })),
    countries: z.array(z.object({ country: z.string(), count })),
    recentQuestions: z
      .array(z.object({ id: z.string(), text: z.string(), at: Milliseconds }))
      .describe('The newest conversations by their start, with the first message of each.'),
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
