/** What a page says, and what it says of itself. */
export type Page = {
  title: string
  /** The main text, with its headings, lists, tables and links; empty where the page has none. */
  markdown: string
  /** Of how it was read, where that was not as a tree. */
  fault: string | null
  /** What it says of its language: `de-AT`; empty where it says nothing. */
  language: string
  /** What it says to those who learn it, lower case: `noindex`, `nofollow`. */
  robots: Set<string>
  /** As the page wrote them; `base` is what they are relative to, where it is not the page's own address. */
  canonical: string | null
  base: string | null
  links: string[]
}

/** The addresses of pages, and of further sitemaps, as a sitemap names them. */
export type Sitemap = { pages: string[]; sitemaps: string[] }

/**
 * Reads what comes from websites in a thread of its own, so that none of it holds up the server, whatever it is. One thing
 * after the other; what takes more than 20 seconds or 512 MB is given up.
 */
export type Reader = {
  /** Throws an Error, with what a person can be told, where a page takes too long or too much memory. */
  readPage(html: string, url: string): Promise<Page>
  /** Throws an Error for what is no sitemap, or too large. */
  readSitemap(bytes: Uint8Array): Promise<Sitemap>
  /** Gives up what is being read. */
  close(): Promise<void>
}
