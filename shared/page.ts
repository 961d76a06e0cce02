import { z } from 'zod'
import { exact } from './text.ts'

/** A whole number that came as text in a query, or as a number over tRPC. Out of range is refused, never clamped. */
export const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Which part of a list of up to 500: without either, the first 500. */
export const PageQuery = z.object({
  before: exact(400, 1).optional().describe('The `next` of the page before.'),
  limit: wholeNumber(1, 500).default(500),
})
export type PageQuery = z.infer<typeof PageQuery>

export const next = z.string().nullable().describe('Pass it as `before`; null at the end.')

/** The answer of a list that is read page by page: give `next` back as `before`; null ends it. */
export const Page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next })

/** The answer to a deletion: a second one is 404. */
export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' })
export type Deleted = z.infer<typeof Deleted>

export const Milliseconds = z.int().describe('Milliseconds since the epoch, UTC')

const latest = 8_640_000_000_000_000

/** Filters of a list by a time: `what` happened in it. */
export const periodOf = (what: string) => ({
  from: wholeNumber(0, latest).optional().describe(`${what} at this time or later; milliseconds.`),
  to: wholeNumber(0, latest).optional().describe(`${what} before this time; milliseconds.`),
})
