/**
 * Excerpts of files that chose a client's words by the server's English sentences, and the number of their checks. They
 * show that such tables are found.
 */
export const sentenceTables: Record<string, { text: string; checks: number }> = {
  pages: {
    checks: 6,
    text: String.raw`
      const sentences: Record<keyof WhyWords, RegExp> = {
        robots: /robots\.txt does not let it be read/,
        elsewhere: /^It leads to another website: (.+)\.$/,
        slow: /(?:did not answer|took longer|too long|within \d+)/,
        unreachable: /^(\S+) cannot be reached/,
        noSitemap: /^There is no sitemap: these are/,
        website: /^The website cannot be read\. (.+)$/,
      }`,
  },
  problems: {
    checks: 5,
    text: String.raw`
      const server = String.raw${'`^The model server at (\\S+)`'}
      const sentences: Record<keyof Details, RegExp> = {
        databaseFull: /^The database cannot write: its disk is full/,
        dailyCap: /The limit is (\d+) messages a day/,
        modelAway: new RegExp(${'`$'}{server} does not answer${'`'}),
        backendFailed: /^The AI backend (?:failed|says that it failed|ended its answer)/,
      }
      const detailWords = ({ kind, detail }: Problem) =>
        Object.values(sentences).map((sentence) => sentence.exec(detail))`,
  },
  files: {
    checks: 3,
    text: String.raw`
      const sentences: Record<keyof WhyWords, RegExp> = {
        scan: /^No text was found: it may be a scan/,
        columns: /^It has more than ([\d,]+) columns/,
        damaged: /^It is damaged/,
      }`,
  },
  telegram: {
    checks: 2,
    text: String.raw`
      const tokenRefused = /\(401\)$|token cannot be read/i
      const chatUnusable = /\(403\)$|chat not found/i`,
  },
  comparisons: {
    checks: 7,
    text: String.raw`
      const isGone = run.error.startsWith('Gone')
      const isSlow = text.includes('took too long')
      const isEmpty = detail === 'There is no text on the page.'
      const isBusy = /busy/.test(error?.message ?? '')
      const known = { 'The page is no more.': words.gone }[text]
      switch (text) {
        case 'It is damaged.':
      }
      const pattern = /no\s+such\s+host/`,
  },
}
