import robotsParser from 'robots-parser'

/** The package's types do not know how it is exported. */
const createParser = robotsParser as unknown as typeof robotsParser.default

/** What a host lets this product read, by its robots.txt (RFC 9309). */
export type Robots = {
  allows(url: string): boolean
  /** Seconds between two requests, where it asks for more than none. */
  delay: number
  /** Sitemaps that it names, as it wrote them. */
  sitemaps: string[]
}

/** Why a page is left out that it does not let be read. */
export const forbidden = 'The website’s robots.txt does not let it be read.'

/** How robots.txt files and servers' logs call this product. */
export const product = 'FrontdeskBot'
export const userAgent = `Mozilla/5.0 (compatible; ${product}/1)`
/** More of a robots.txt need not be read. */
export const robotsBytes = 512 * 1024
const longestDelay = 30

export const allowAll: Robots = { allows: () => true, delay: 0, sitemaps: [] }
/** While a host fails, nothing of it is read: what it forbids is not known. */
export const allowNone: Robots = { allows: () => false, delay: 0, sitemaps: [] }

/** @param url where it was read */
export function readRobots(url: string, text: string): Robots {
  const parser = createParser(url, text.slice(0, robotsBytes))
  const delay = Number(parser.getCrawlDelay(product) ?? 0)
  return {
    // Of another host it says nothing, and then the answer is undefined.
    allows: (address) => parser.isAllowed(address, product) !== false,
    delay: Number.isFinite(delay) ? Math.min(Math.max(delay, 0), longestDelay) : 0,
    sitemaps: parser.getSitemaps(),
  }
}
