import type { PagesWords } from './en/pages.ts'

type WhyWords = PagesWords['why']

/** The server's sentences about pages that have a text here. The values in brackets are inserted into it. */
const sentences: Record<keyof WhyWords, RegExp> = {
  robots: /robots\.txt does not let it be read/,
  noindex: /^The page asks not to be learned/,
  elsewhere: /^It leads to another website: (.+)\.$/,
  twin: /^Another page stands for it: (.+)$/,
  empty: /^There is no text on the page/,
  gone: /^The page is no more/,
  large: /is larger than (\d+) bytes/,
  slow: /(?:did not answer|took longer|too long|within \d+)/,
  robotsFails: /^Its robots\.txt answers with the status (\d+)/,
  status: /answers with the status (\d+)/,
  forbidden: /^The server does not let it be read/,
  redirects: /redirects more than/,
  private: /private address|address that is never called/,
  kind: /^It is no page but (.+)\.$/,
  unresolved: /^There is no host ([^\s(]+?)\.?(?: \(|$)/,
  unreachable: /^(\S+) cannot be reached/,
  insecure: /^(\S+) has no valid certificate/,
  broken: /^The connection to (\S+) broke/,
  noSitemap: /^There is no sitemap: these are/,
  website: /^The website cannot be read\. (.+)$/,
}

type Known = { httpStatus?: number | null }

/** Why a page was not learned, in the dashboard's language if it has a text, otherwise the server's sentence. */
export function whyWords(text: string, words: WhyWords, { httpStatus = null }: Known = {}): string {
  const whole = sentences.website.exec(text)?.[1]
  if (whole !== undefined) return words.website(whyWords(whole, words))
  for (const [name, sentence] of Object.entries(sentences)) {
    const match = sentence.exec(text)
    if (!match) continue
    const word = words[name as keyof WhyWords]
    if (typeof word === 'string') return word
    return word(name === 'large' ? megabytes(match[1]) : (match[1] ?? String(httpStatus ?? '')))
  }
  return text
}

const megabytes = (bytes = '0') => `${Math.round(Number(bytes) / 1024 / 1024)} MB`
