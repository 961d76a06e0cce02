import type { Facts } from '../../shared/facts.ts'
import type { FileType } from '../../shared/file.ts'

/** A piece of a text, as it is stored. */
type Cut = { headingPath: string; content: string; tokens: number }

/** What a page says, and what it says of itself. */
export type Page = {
  title: string
  /** The main text, with its headings, lists, tables and links; empty where the page has none. */
  markdown: string
  /** That text, cut. */
  passages: Cut[]
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
  /** What it says of the business for machines to read; null where it says nothing. */
  details: Pick<Facts, 'phones' | 'emails' | 'address' | 'hours'> | null
}

/** What a sitemap names: pages of the website, as addresses and each once, and further sitemaps as it wrote them. */
export type Sitemap = { pages: string[]; sitemaps: string[] }

/** Links as a page wrote them, and what they are relative to. */
export type Links = { links: string[]; base: string }

/** What a robots.txt says of its own host; `rules` in the order in which they decide, null where nothing may be read. */
export type RobotsRules = { origin: string; rules: { pattern: string; allow: boolean }[] | null }

/** Which pages of a website are wanted. */
export type LinkRules = {
  website: string
  robots: RobotsRules
  /** Globs of paths. */
  include: string[]
  exclude: string[]
  /** The present one: pages of a calendar have no end. */
  year: number
  /** Whether somebody chose these pages: the globs alone decide. */
  isChosen?: boolean
}

/** A link as the address of a page of the website. */
export type CheckedLink = { url: string; isAllowed: boolean; isWanted: boolean }

/** What a file says. */
export type FileText = {
  /** With its headings, lists and tables, as far as its format has them. */
  markdown: string
  /** That text, cut. */
  passages: Cut[]
  /** Whether only its beginning is in there. */
  truncated: boolean
  /** What it says of its language; empty where it says nothing. */
  language: string
}

/** A file that nothing can be learned from, with the reason in words for a person. */
export class Unreadable extends Error {}

/**
 * Reads what comes from outside in threads of their own, so that none of it holds up the server, whatever it is: what comes
 * from websites in one, files in another. In each, one thing after the other. On Node these are threads of a process of their
 * own, which knows no secret; on Deno of the server.
 */
export type Reader = {
  /** Throws an Error, with what a person can be told, where a page takes more than 10 seconds of the processor or 400 MB. */
  readPage(html: string, url: string): Promise<Page>
  /** The pages of `website` in a sitemap at `url`. Throws an Error for what is no sitemap, or too large. */
  readSitemap(bytes: Uint8Array, url: string, website: string): Promise<Sitemap>
  /**
   * Which links are pages of a website, and which of them are wanted. `isCut` where patterns were so costly to match that not
   * all links could be checked. Throws an Error where it takes more than 10 seconds of the processor.
   */
  checkLinks(links: Links, rules: LinkRules): Promise<{ checked: CheckedLink[]; isCut: boolean }>
  /**
   * Throws Unreadable where there is no text in a file, or it takes more than 15 seconds of the processor or 400 MB; another
   * Error where it was given up by `signal`, or as the server stops.
   */
  readFile(type: FileType, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<FileText>
  /** Gives up what is being read. */
  close(): Promise<void>
}
