import type { UsageAnswer, UsageToday } from '../../shared/usage.ts'
import type { Context, Tx } from '../core/context.ts'
import { createContext } from '../core/transaction.ts'

export type BudgetState = UsageToday['state']

type Counted = { neurons: number; warned: boolean; exhausted: boolean }

const dayLength = 86_400_000
const daysShown = 30
const warnAt = 0.8
/** The assumed cost of a reply if none was written yet. */
const usualCost = 10

/** The day in UTC, as `2030-01-07`. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** When the counts of a day are reset: the next midnight in UTC, in milliseconds. */
export const resetsAt = (now: number): number => now - (now % dayLength) + dayLength

/** The neurons for tokens read and written, including embeddings. */
export const neuronsOf = (tokens: number): number => tokens / 100

function stateOf(neurons: number, budget: number): BudgetState {
  if (budget <= 0 || neurons < budget * warnAt) return 'ok'
  return neurons < budget ? 'warning' : 'exhausted'
}

/**
 * Adds to the cost of the site's day, exactly over all servers, and emits an event once a day at 80 % and at 100 % of
 * the budget. It locks the day's row until the commit: call it last.
 */
export async function spendNeurons(tx: Tx, neurons: number): Promise<void> {
  if (neurons <= 0) return
  const [counted] = await tx.sql<[Counted]>`
    insert into usage_days as counted (site, day, neurons) values (${tx.site.id}, ${dayOf(tx.now())}, ${neurons})
    on conflict (site, day) do update set neurons = counted.neurons + excluded.neurons
    returning neurons, warned, exhausted`
  await emitBudgetEvents(tx, counted)
}

/** The same in its own transaction, for costs without a stored result. */
export async function spendNeuronsAlone({ services, site, actor }: Context, neurons: number): Promise<void> {
  if (neurons > 0) await createContext(services, { site, actor }).tx((tx) => spendNeurons(tx, neurons))
}

async function emitBudgetEvents(tx: Tx, { neurons, warned, exhausted }: Counted): Promise<void> {
  const dailyBudget = tx.services.config.ai.dailyNeurons
  const state = stateOf(neurons, dailyBudget)
  const warns = state !== 'ok' && !warned
  const ends = state === 'exhausted' && !exhausted
  if (!warns && !ends) return
  const now = tx.now()
  const day = dayOf(now)
  await tx.sql`
    update usage_days set warned = true, exhausted = ${ends || exhausted} where site = ${tx.site.id} and day = ${day}`
  const data = { day, neuronsUsed: rounded(neurons), dailyBudget, resetsAt: new Date(resetsAt(now)).toISOString() }
  if (warns) tx.emit('budget.warning', data)
  if (ends) tx.emit('budget.exhausted', data)
}

/** The usage of the site's day; queries the database only if there is a budget. */
export async function readBudget(ctx: Context): Promise<BudgetState> {
  const budget = ctx.services.config.ai.dailyNeurons
  if (budget <= 0) return 'ok'
  const [row] = await ctx.sql<Counted[]>`
    select neurons, warned, exhausted from usage_days where site = ${ctx.site.id} and day = ${dayOf(ctx.now())}`
  return stateOf(row?.neurons ?? 0, budget)
}

type Day = { day: string; neurons: number; messages: number }

/** The site's usage today and on each of the last 30 days, oldest first. */
export async function getUsage(ctx: Context): Promise<UsageAnswer> {
  const now = ctx.now()
  const days = Array.from({ length: daysShown }, (_, place) => dayOf(now - (daysShown - 1 - place) * dayLength))
  const rows = await ctx.sql<Day[]>`
    select day, neurons, messages from usage_days where site = ${ctx.site.id} and day >= ${days[0] ?? ''}`
  const counted = new Map(rows.map((row) => [row.day, { ...row, neurons: rounded(row.neurons) }]))
  const list = days.map((day) => counted.get(day) ?? { day, neurons: 0, messages: 0 })
  return { site: ctx.site.id, today: todayOf(list, ctx.services.config.ai.dailyNeurons), days: list }
}

function todayOf(days: Day[], budget: number): UsageToday {
  const today = days.at(-1) as Day
  const messages = days.reduce((sum, day) => sum + day.messages, 0)
  const neurons = days.reduce((sum, day) => sum + day.neurons, 0)
  const cost = messages > 0 && neurons > 0 ? neurons / messages : usualCost
  const messagesLeft = budget > 0 ? Math.floor(Math.max(budget - today.neurons, 0) / cost) : null
  return { ...today, budget, freeAllocation: 0, messagesLeft, state: stateOf(today.neurons, budget) }
}

/** Two decimals, the precision of one token; sums of floating-point numbers have more digits. */
const rounded = (neurons: number) => Math.round(neurons * 100) / 100

/** Subtracts a visitor's messages from their days, for a conversation that was never created. */
export const uncountMessages = ({ sql, site }: Tx, conversationId: string) => sql`
  update usage_days set messages = greatest(0, usage_days.messages - said.count)
  from (
    select to_char(to_timestamp(ts / 1000) at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as count
    from messages where conversation_id = ${conversationId} and role = 'user' group by 1) as said
  where usage_days.site = ${site.id} and usage_days.day = said.day`
