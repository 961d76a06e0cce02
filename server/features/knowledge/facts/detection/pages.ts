import type { Context } from '../../../../core/context.ts'
import type { Page } from '../../../../core/reader.ts'

/** A page of the website as it was learned. */
export type LearnedPage = { url: string; title: string; content: string; details: Page['details'] }

const mostPages = 100
/** Those first that tell how a business is reached. */
const telling =
  '(contact|kontakt|imprint|impressum|about|ueber-uns|hours|oeffnungszeiten|opening|find-us|anfahrt|mentions-legales|horaires|contacto)'

/** The pages that were learned, those first that are likely to tell of the business. */
export async function readPages({ sql, site }: Context): Promise<LearnedPage[]> {
  return await sql<LearnedPage[]>`
    select coalesce(documents.url, '') as url, documents.title, left(content, 20000) as content, pages.details
    from documents left join pages on pages.id = documents.id
    where documents.site = ${site.id} and kind = 'page'
    order by (documents.url ~* ${telling} or documents.title ~* ${telling}) desc nulls last, length(documents.url),
      documents.url limit ${mostPages}`
}
