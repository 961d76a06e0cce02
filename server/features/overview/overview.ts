import type { CallbackStatus } from '../../../shared/callback.ts'
import { JobSource } from '../../../shared/job.ts'
import {
  type Headline,
  type Insights,
  OverviewAnswer,
  OverviewDay,
  OverviewDayQuery,
  OverviewQuery,
  type Totals,
} from '../../../shared/overview.ts'
import type { Context } from '../../core/context.ts'
import { get } from '../../core/operation.ts'
import { countAppointments } from '../bookings/list.ts'
import { readWon } from '../jobs/pipeline.ts'
import { listAskedMost } from '../knowledge/gaps.ts'
import { daysUntil } from './days.ts'
import { getOverviewDay } from './one-day.ts'
import { listProblems } from './problems.ts'
import {
  type Counts,
  countByStatus,
  countDays,
  countMost,
  countPeople,
  medianOf,
  type Series,
  type Sums,
  sumUp,
} from './tallies.ts'

const maxListed = 10

/** The metrics of the last days compared with the days before, unanswered questions and current problems. */
async function getOverview(ctx: Context, query: OverviewQuery): Promise<OverviewAnswer> {
  const days = daysUntil(ctx.now(), query)
  const site = { sql: ctx.sql, site: ctx.site.id }
  const top = (name: string) => countMost(site, days.current, name, maxListed)
  const [
    current,
    previous,
    series,
    before,
    pages,
    countries,
    topics,
    people,
    asked,
    won,
    appointments,
    recent,
    health,
  ] = await Promise.all([
    sumUp(site, days.current),
    sumUp(site, days.previous),
    countDays(site, days.current, days.placeOf),
    countDays(site, days.previous, days.placeOf),
    ...([top('page'), top('country'), top('topic'), countPeople(site, days.current)] as const),
    listAskedMost(ctx, days.since, maxListed),
    readWon(ctx, days.weeks, days.current.to * quarterMs),
    countAppointments(ctx, { start: days.current.from * quarterMs, end: days.current.to * quarterMs }),
    readRecent(ctx),
    listProblems(ctx),
  ])
  const totals = totalsOf(current.of)
  return {
    range: { days: query.days, since: days.since },
    ...recent,
    totals,
    previous: totalsOf(previous.of),
    series: seriesOf(days.dates, series, 0),
    previousSeries: seriesOf(days.previousDates, before, -query.days),
    topPages: pages.map(([url, count]) => ({ url, count })),
    countries: countries.map(([country, count]) => ({ country, count })),
    headline: { current: headlineOf(current.of), previous: headlineOf(previous.of) },
    insights: {
      ...countedInsights(current, totals),
      jobs: { ...jobsOf(current.of), wonValue: won.value, currency: won.currency },
      wonByWeek: won.weeks,
      appointments,
      hours: series.hours,
      unansweredQuestions: asked,
      topics: topics.map(([topic, count]) => ({ topic, count })),
      live: liveOf(current, people),
    },
    health,
  }
}

/** @param first index of the first date */
const seriesOf = (dates: string[], { conversations, leads }: Series, first: number): OverviewAnswer['series'] =>
  dates.map((date, at) => ({
    date,
    conversations: conversations.get(first + at) ?? 0,
    leads: leads.get(first + at) ?? 0,
  }))

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

function totalsOf(of: Counts): Totals {
  const [conversations, messages, leads] = [of('conversations'), of('messages'), of('leads')]
  const each = (count: number, digits: number) => (conversations > 0 ? rounded(count / conversations, digits) : 0)
  return { conversations, messages, leads, conversion: each(leads, 4), avgMessages: each(messages, 2) }
}

const callbacksOf = (of: Counts) => ({
  done: of('callback', 'done'),
  dismissed: of('callback', 'dismissed'),
  open: of('callback', 'open'),
})
const requested = (of: Counts) => Object.values(callbacksOf(of)).reduce((sum, count) => sum + count, 0)

const headlineOf = (of: Counts): Headline => ({
  summarized: of('summarized'),
  resolved: of('resolved'),
  escalated: of('escalated'),
  needsPerson: of('needs person'),
  unanswered: of('outcome', 'unanswered'),
  ratedUp: of('rated up'),
  ratedDown: of('rated down'),
  callbacks: requested(of),
})

type Counted = Pick<Insights, 'outcomes' | 'sentiment' | 'leadQuality' | 'engagement' | 'callbacks'>

function countedInsights({ of, steps }: Sums, { avgMessages }: Totals): Counted {
  const hoursToDone = medianOf(steps('callback hours'))
  const outcome = (key: string) => of('outcome', key)
  const sentiment = (key: string) => of('sentiment', key)
  const quality = (key: string) => of('quality', key)
  return {
    outcomes: {
      answered: outcome('answered'),
      booked: outcome('booked'),
      lead_captured: outcome('lead_captured'),
      callback_requested: outcome('callback_requested'),
      unanswered: outcome('unanswered'),
      abandoned: outcome('abandoned'),
      pending: outcome('pending'),
    },
    sentiment: { positive: sentiment('positive'), neutral: sentiment('neutral'), negative: sentiment('negative') },
    leadQuality: { hot: quality('hot'), warm: quality('warm'), cold: quality('cold'), none: quality('none') },
    engagement: {
      avgMessages,
      medianSeconds: Math.round(medianOf(steps('seconds')) ?? 0),
      oneMessage: of('one message'),
      returningVisitors: of('returning'),
    },
    callbacks: {
      requested: requested(of),
      ...callbacksOf(of),
      medianHoursToDone: hoursToDone === null ? null : rounded(hoursToDone / 3600, 2),
    },
  }
}

/** The tallies count by quarters of an hour. */
const quarterMs = 900_000

const jobsOf = (of: Counts) => ({
  created: JobSource.options.reduce((sum, source) => sum + of('job created', source), 0),
  fromChat: of('job created', 'chat') + of('job created', 'quote'),
  won: of('job closed', 'won'),
  lost: of('job closed', 'lost'),
})

function liveOf({ of, steps }: Sums, people: Insights['live']['byPerson']): Insights['live'] {
  const wait = medianOf(steps('live wait'))
  return {
    requested: of('live requested'),
    answered: of('live answered'),
    missed: of('live missed'),
    medianWaitSeconds: wait === null ? null : Math.round(wait),
    byPerson: people,
  }
}

type Recent = Pick<OverviewAnswer, 'openCallbacks' | 'recentQuestions' | 'recentLeads'>

async function readRecent(ctx: Context): Promise<Recent> {
  const { sql, site } = ctx
  const [callbacks, recentQuestions, recentLeads] = await Promise.all([
    countByStatus<CallbackStatus>(ctx, 'callbacks now'),
    sql<Recent['recentQuestions']>`
      select id, first_message as text, started_at as at from (
        select id, first_message, started_at from conversations where site = ${site.id} and not spam
        order by started_at desc, id desc limit ${maxListed}) as newest
      where first_message is not null order by started_at desc, id desc`,
    sql<Recent['recentLeads']>`
      select id, name, email, phone, status, created_at as at, conversation_id as "conversationId" from leads
      where site = ${site.id} order by created_at desc, id desc limit ${maxListed}`,
  ])
  const openCallbacks = callbacks.find(({ status }) => status === 'open')?.count ?? 0
  return { openCallbacks, recentQuestions, recentLeads }
}

export const overviewOperations = {
  get: get('/overview', {
    summary: 'Retrieve the overview',
    description:
      'Returns counts of the last days and of the same number of days before, questions that the knowledge does not cover, ' +
      'and current problems. A conversation counts on the day it started, and its counts change with it. Deleted records are ' +
      'subtracted; records removed by retention stay counted. Medians are accurate to 2 %, everything else is exact.',
    scope: 'analytics:read',
    input: OverviewQuery,
    output: OverviewAnswer,
    run: getOverview,
  }),
  day: get('/overview/day', {
    summary: 'Retrieve the live chat of today or yesterday',
    description:
      "Returns the counts of one day in the site's time zone: how many visitors asked for a person, who answered, how long " +
      'they waited, and new unanswered questions. As in `GET /overview`, a conversation counts on the day it started. ' +
      'To list the conversations of a count, pass `from` and `to` to `GET /conversations`.',
    scope: 'analytics:read',
    input: OverviewDayQuery,
    output: OverviewDay,
    run: getOverviewDay,
  }),
}
