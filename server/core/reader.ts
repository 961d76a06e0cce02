import type { Facts } from '../../shared/facts.ts'
import type { FileType } from '../../shared/file.ts'
import { FailureError } from './failure.ts'

/** A chunk of a text, as it is stored. */
type Cut = { headingPath: string; content: string; tokens: number }

/** The content and metadata of a page. */
export type Page = {
  title: string
  /** The main text as Markdown, with headings, lists, tables and links; empty if the page has none. */
  markdown: string
  /** The text, split into chunks. */
  passages: Cut[]
  /** How the page was read, if it was not parsed as a tree. */
  fault: string | null
  /** The declared language, such as `de-AT`; empty if there is none. */
  language: string
  /** The robots directives, in lower case: `noindex`, `nofollow`. */
  robots: Set<string>
  /** The links as written in the page. `base` is what they are relative to, if it is not the page's own address. */
  canonical: string | null
  base: string | null
  /** Where the page sends its visitors on by itself. */
  refresh: string | null
  links: string[]
  /** The structured data about the business; null if there is none. */
  details: Pick<Facts, 'phones' | 'emails' | 'address' | 'hours'> | null
}

/** The contents of a sitemap: pages of the website as unique addresses, and nested sitemaps as written. */
export type Sitemap = { pages: string[]; sitemaps: string[] }

/** Links as written in a page, and what they are relative to. */
export type Links = { links: string[]; base: string }

/**
 * The parts of a robots.txt that concern its own host. `rules` are in order of precedence; null means that nothing may
 * be read.
 */
export type RobotsRules = { origin: string; rules: { pattern: string; allow: boolean }[] | null }

/** Which pages of a website to crawl. */
export type LinkRules = {
  website: string
  robots: RobotsRules
  /** Globs of paths. */
  include: string[]
  exclude: string[]
  /** The current year: the pages of a calendar have no end. */
  year: number
  /** Whether a person chose these pages. Then only the globs decide. */
  isChosen?: boolean
}

/** A link as the address of a page of the website. */
export type CheckedLink = { url: string; isAllowed: boolean; isWanted: boolean }

/** The content of a file. */
export type FileText = {
  /** With headings, lists and tables, as far as the format supports them. */
  markdown: string
  /** The text, split into chunks. */
  passages: Cut[]
  /** Whether the text is cut off at the size limit. */
  truncated: boolean
  /** The declared language; empty if there is none. */
  language: string
}

/** The busy time in a calendar file, merged and in order. Times are in milliseconds; `end` is not included. */
export type CalendarText = {
  spans: { start: number; end: number }[]
  /** Whether later busy time was left out. */
  isCut: boolean
  /** Events that could not be read. */
  unreadable: number
}

/** A file that cannot be read, with a reason for a person. */
export class Unreadable extends FailureError {}

/**
 * Reads untrusted content in worker threads, so that it cannot block the server: websites in one thread, files in
 * another, calendars in a third, one job at a time in each. On Node, the threads belong to a separate process that knows no secrets; on Deno,
 * to the server.
 */
export type Reader = {
  /** Throws a FailureError if a page takes more than 10 seconds of processor time or 400 MB. */
  readPage(html: string, url: string): Promise<Page>
  /** The pages of `website` in the sitemap at `url`. Throws a FailureError if it is not a sitemap or too large. */
  readSitemap(bytes: Uint8Array, url: string, website: string): Promise<Sitemap>
  /**
   * Which links are pages of the website, and which of them are wanted. `isCut` means that matching the patterns was so
   * expensive that some links were not checked. Throws an Error if it takes more than 10 seconds of processor time.
   */
  checkLinks(links: Links, rules: LinkRules): Promise<{ checked: CheckedLink[]; isCut: boolean }>
  /**
   * Throws Unreadable if a file has no text, or takes more than 15 seconds of processor time or 400 MB. Throws another
   * Error if it was aborted by `signal` or because the server stops.
   */
  readFile(type: FileType, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<FileText>
  /**
   * The busy time of a calendar file that overlaps a window. `zone` is that of days and of times without one. Throws
   * Unreadable if it is not a calendar file, or takes more than 5 seconds of processor time or 300 MB. Throws another
   * Error if it was aborted by `signal` or because the server stops.
   */
  readCalendar(
    bytes: Uint8Array<ArrayBuffer>,
    window: { start: number; end: number },
    zone: string,
    signal: AbortSignal,
  ): Promise<CalendarText>
  /** Aborts all reading. */
  close(): Promise<void>
}
