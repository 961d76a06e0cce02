import type { Context } from '../../core/context.ts'

/** A page of the website as it was learned. */
export type LearnedPage = { url: string; title: string; content: string }

const mostPages = 100
/** Those first that tell how a business is reached. */
const telling =
  '(contact|kontakt|imprint|impressum|about|ueber-uns|hours|oeffnungszeiten|opening|find-us|anfahrt|mentions-legales|horaires|contacto)'

/** The pages that were learned, those first that are likely to tell of the business. */
export async function readPages({ sql, site }: Context): Promise<LearnedPage[]> {
  return await sql<LearnedPage[]>`
    select coalesce(url, '') as url, title, left(content, 20000) as content from documents
    where site = ${site.id} and kind = 'page'
    order by (url ~* ${telling} or title ~* ${telling}) desc nulls last, length(url), url limit ${mostPages}`
}
