import type { Discovered } from '../../../../shared/crawl.ts'
import type { PagesWords } from '../../words/en/pages.ts'
import { type FailureWords, failureText } from '../../words/failure-words.ts'

type Notice = Discovered['notices'][number]

/** What could not be read or was skipped when pages were looked for. */
export function noticeText(notice: Notice, { choose }: Pick<PagesWords, 'choose'>, failures: FailureWords): string {
  const { message, reason, sitemap } = notice
  const text = failureText(notice, message, failures)
  // The server's sentence names the sitemap itself.
  return sitemap === null || reason === null ? text : choose.sitemap(sitemap, text)
}
