import { z } from 'zod'
import { exact } from './text.ts'

/**
 * A whole number from a query (as text) or from tRPC (as a number). Values out of range are rejected, never clamped.
 */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** Pagination of lists of up to 500. The default is the first 500. */
export const PageQuery = z.object({
  before: exact(400, 1).optional().describe('`next` from the previous page.'),
  limit: wholeNumber(1, 500).default(500),
})
export type PageQuery = z.infer<typeof PageQuery>

export const next = z.string().nullable().describe('Pass it as `before` to get the next page; null on the last page.')

/** A page of a list. Pass `next` as `before` to get the next page; it is null on the last page. */
export const Page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next })

/** The response to a deletion. Deleting again returns 404. */
export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' })
export type Deleted = z.infer<typeof Deleted>

export const Milliseconds = z.int().describe('Milliseconds since the epoch (UTC).')

const latest = 8_640_000_000_000_000

/** Filters of a list by time. `what` is the verb in the description. */
export const periodOf = (what: string) => ({
  from: wholeNumber(0, latest).optional().describe(`${what} at or after this time, in milliseconds.`),
  to: wholeNumber(0, latest).optional().describe(`${what} before this time, in milliseconds.`),
})
